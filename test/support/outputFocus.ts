import type { Frame } from 'playwright-core';
import { until } from './until';

/**
 * Watches what VS Code is told of the focus of its page of outputs: the page looks four times a second, and until VS Code
 * knows, keys do what they did before. Where the focus comes and goes between two looks, `Ctrl+Down` never leads into an
 * output again until somebody clicks in one. No person is that quick.
 *
 * @param outputs The frame of the outputs.
 * @returns Waits until VS Code knows that the outputs have the focus, or have it no longer.
 */
export async function watchOutputFocus(
  outputs: Frame,
): Promise<(isFocused: boolean) => Promise<void>> {
  const holder = outputs.parentFrame();
  if (!holder) {
    throw new Error('The outputs are in no frame of VS Code.');
  }
  await holder.evaluate(() => {
    const told = document.documentElement.dataset;
    told['focus'] = document.hasFocus() ? 'did-focus' : 'did-blur';
    const post = Reflect.get(MessagePort.prototype, 'postMessage') as (
      ...message: unknown[]
    ) => void;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
      const [content] = message as [{ channel?: unknown } | undefined];
      if (content?.channel === 'did-focus' || content?.channel === 'did-blur') {
        told['focus'] = content.channel;
      }
      Reflect.apply(post, this, message);
    };
  });
  return isFocused =>
    until(
      async () =>
        (await holder.evaluate(() => document.documentElement.dataset['focus'] === 'did-focus')) ===
        isFocused,
    );
}
