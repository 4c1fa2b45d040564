import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { eventFamily, eventNames } from '../../../src/core/service/eventTypes';
import { categoryColours } from '../../../src/core/visualise/categoryColours';
import { palettes } from '../../../src/core/protocol/appearance';
import { contrast, legible, markContrast, textContrast } from '../../../src/view/chart/contrast';
import { paperTheme } from '../../../src/view/chart/pictureText';
import { themeColours, sideColours } from '../../../src/view/chart/themeColours';
import type { ThemeColours, ThemeKind } from '../../../src/view/chart/themeColours';
import { categoryTheme, seriesColours } from '../../../src/view/chart/vegaConfig';
import { colourDifference } from '../../support/colourDifference';
import { themes } from '../browser/themes';
import type { Theme } from '../browser/themes';

/** The theme's own colours, and a background that no theme of VS Code's has. */
const grounds = (Object.entries(themes) as [ThemeKind, (typeof themes)[ThemeKind]][]).flatMap(
  ([kind, { variables }]) => {
    const own = {
      kind,
      blue: variables['--vscode-charts-blue'] ?? '',
      orange: variables['--vscode-charts-orange'] ?? '',
    };
    const tinted = kind === 'light' || kind === 'highContrastLight' ? '#fdf6e3' : '#002b36';
    return [variables['--vscode-editor-background'] ?? '', tinted].map(background => ({
      ...own,
      background,
    }));
  },
);

function ratio(colour: string, background: string): number {
  const found = contrast(colour, background);
  assert.ok(found !== undefined, `${colour} on ${background}`);
  return found;
}

test('contrast is the ratio of WCAG', () => {
  const check = (colour: string, background: string, expected: number): void =>
    assert.equal(Math.round(ratio(colour, background) * 100) / 100, expected, colour);
  check('#000000', '#ffffff', 21);
  check('#fff', 'rgb(255, 255, 255)', 1);
  check('#767676', '#ffffff', 4.54);
  check('rgba(0, 0, 0, 0.5)', '#ffffff', 3.98);
  check('#00000080', '#ffffff', 4);
  assert.equal(contrast('red', '#ffffff'), undefined);
});

test('a colour stays where it is legible, and is moved away from the background where not', () => {
  assert.equal(legible('#1a7f37', '#ffffff', markContrast), '#1a7f37');
  assert.equal(legible('steelblue', '#ffffff', markContrast), 'steelblue');
  for (const [colour, background] of [
    ['#ffff00', '#ffffff'],
    ['#222222', '#000000'],
    ['#808080', '#7f7f7f'],
  ] as const) {
    assert.ok(ratio(legible(colour, background, textContrast), background) >= textContrast, colour);
  }
});

test('bull and bear are seen and read in every theme with every palette', () => {
  for (const theme of grounds) {
    for (const palette of palettes) {
      const { bull, bear, bullText, bearText } = sideColours(palette, theme);
      const title = `${palette} ${theme.kind} ${theme.background}`;
      assert.ok(ratio(bull, theme.background) >= markContrast, `bull ${title}`);
      assert.ok(ratio(bear, theme.background) >= markContrast, `bear ${title}`);
      assert.ok(ratio(bullText, theme.background) >= textContrast, `bull text ${title}`);
      assert.ok(ratio(bearText, theme.background) >= textContrast, `bear text ${title}`);
      assert.notEqual(bull, bear, title);
    }
  }
});

test('green and red change places between the palettes that know them', () => {
  for (const theme of grounds) {
    const [up, down] = [sideColours('greenUp', theme), sideColours('redUp', theme)];
    assert.deepEqual([up.bull, up.bear], [down.bear, down.bull]);
  }
});

test('the colours of series stand out from the background', () => {
  for (const theme of grounds) {
    const marks = { ...theme, ...sideColours('colourBlind', theme) };
    const colours = seriesColours({
      ...marks,
      blue: marks.bull,
      orange: marks.bear,
    } as unknown as ThemeColours);
    for (const colour of colours) {
      assert.ok(ratio(colour, theme.background) >= markContrast, `${colour} ${theme.background}`);
    }
    assert.equal(new Set(colours).size, colours.length);
  }
});

test('no two colours of a legend look alike in any theme', () => {
  assert.equal(Math.round(colourDifference('#000000', '#ffffff')), 100);
  assert.equal(colourDifference('#ff0000', '#00ff00').toFixed(1), '86.6');
  for (const [kind, { variables }] of Object.entries(themes) as [ThemeKind, Theme][]) {
    const read = (name: string): string => variables[`--vscode-${name}`] ?? '';
    const { palette, grey } = categoryTheme(themeColours(kind, read, 'colourBlind'));
    const colours = [...palette, grey];
    for (const [at, one] of colours.entries()) {
      for (const other of colours.slice(at + 1)) {
        assert.ok(colourDifference(one, other) >= 14, `${kind}: ${one} and ${other}`);
      }
    }
  }
});

test('no two kinds of events look alike in any theme, and those of a family or side by side differ clearly', () => {
  for (const [kind, { variables }] of Object.entries(themes) as [ThemeKind, Theme][]) {
    const read = (name: string): string => variables[`--vscode-${name}`] ?? '';
    const colours = themeColours(kind, read, 'colourBlind');
    const theme = categoryTheme(colours);
    const ids = [...eventNames.keys()];
    const all = categoryColours(ids, theme) ?? [];
    for (const [at, one] of all.entries()) {
      assert.ok(ratio(one, colours.background) >= markContrast, `${kind}: ${one}`);
      assert.ok(colourDifference(one, theme.grey) >= 11, `${kind}: ${one} and grey`);
      for (const [later, other] of all.slice(at + 1).entries()) {
        const [id = '', next = ''] = [ids[at], ids[at + 1 + later]];
        const areClose = later === 0 || eventFamily(id) === eventFamily(next);
        const least = areClose ? 16 : 11;
        assert.ok(colourDifference(one, other) >= least, `${kind}: ${id} and ${next}`);
      }
    }
  }
});

test('labels are read in every theme', () => {
  for (const { variables } of Object.values(themes)) {
    const background = variables['--vscode-editor-background'] ?? '';
    for (const name of ['editor-foreground', 'descriptionForeground']) {
      const colour = variables[`--vscode-${name}`] ?? '';
      assert.ok(ratio(colour, background) >= textContrast, `${name} ${background}`);
    }
  }
});

test('the page of a notebook and its print have the blue and the orange of charts on screen and in pictures', () => {
  const page = readFileSync('src/view/page/page.css', 'utf8');
  const stated = (name: string): string[] =>
    [...page.matchAll(new RegExp(`--vscode-charts-${name}: (#\\w+);`, 'g'))].map(
      ([, colour = '']) => colour,
    );
  const of = (kind: ThemeKind): ThemeColours => themeColours(kind, () => '', 'colourBlind');
  const [light, dark] = [of('light'), of('dark')];
  assert.equal(paperTheme(light, 'colourBlind').blue, light.blue);
  // On a light screen, on a dark one, and on paper.
  assert.deepEqual(stated('blue'), [light.blue, dark.blue, light.blue]);
  const oranges = stated('orange').map((orange, at) =>
    legible(orange, at === 1 ? dark.background : light.background, markContrast),
  );
  assert.deepEqual(oranges, [light.orange, dark.orange, light.orange]);
});

test('bars and lines of style sheets have checked colours, which are seen in every theme', () => {
  for (const file of ['renderer.css', 'explorer/explorer.css']) {
    assert.doesNotMatch(
      readFileSync(`src/view/${file}`, 'utf8'),
      /--vscode-charts-(blue|orange)/,
      file,
    );
  }
  for (const { kind, background, blue, orange } of grounds) {
    for (const charts of [
      { blue, orange },
      { blue: background, orange: background },
    ]) {
      const variables: Record<string, string> = {
        'editor-background': background,
        'charts-blue': charts.blue,
        'charts-orange': charts.orange,
      };
      const colours = themeColours(kind, name => variables[name] ?? '', 'colourBlind');
      for (const colour of [colours.blue, colours.orange]) {
        assert.ok(ratio(colour, background) >= markContrast, `${kind}: ${colour} on ${background}`);
      }
    }
  }
});
