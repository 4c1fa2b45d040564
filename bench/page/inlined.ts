/** Runs in the page: a specification with its rows inside, compiled and drawn as its MIME type is elsewhere. */

import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

declare global {
  interface Window {
    /** @returns Milliseconds from asking for the text until the chart is drawn. */
    drawInlined: (address: string) => Promise<number>;
  }
}

window.drawInlined = async address => {
  const started = performance.now();
  const text = await (await fetch(address)).text();
  const { spec } = compile(JSON.parse(text) as TopLevelSpec);
  const place = document.createElement('div');
  document.body.append(place);
  await new View(parse(spec), { renderer: 'canvas' }).initialize(place).runAsync();
  return performance.now() - started;
};
