/** Whether a file is a report of an earlier `signals run`, detected from its text. */

import { open } from 'node:fs/promises';

/** The beginning contains the path of the notebook and the name of the connection. */
const HEAD_BYTES = 65_536;
const TAIL_BYTES = 512;

const jsonText = String.raw`"(?:[^"\\]|\\.)*"`;
/** As `jsonReport` writes it. */
const jsonHead = new RegExp(
  String.raw`^\{"file":${jsonText},"ok":(?:true|false),"connection":${jsonText},` +
    String.raw`"cells":\[(?:\]|\{"index":0,"kind":"(?:code|markdown)","language":)`,
);
const jsonTail = /\]\}\n$/;
/** As `textReport` writes it. */
const textHead = /^(?:\[1\] |0 cells: )/;
const textTail = /(?:^|\n\n)\d+ cells: \d+ succeeded(?:, \d+ failed)?(?:, \d+ skipped)?\n$/;

/** @returns Whether beginning and end of the file are those of a report, of either format. */
export async function isEarlierReport(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const part = async (from: number, byteLength: number): Promise<string> => {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(byteLength),
        0,
        byteLength,
        from,
      );
      return buffer.toString('utf8', 0, bytesRead);
    };
    const head = await part(0, Math.min(size, HEAD_BYTES));
    const tail = await part(Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));
    return (
      (jsonHead.test(head) && jsonTail.test(tail)) || (textHead.test(head) && textTail.test(tail))
    );
  } finally {
    await handle.close();
  }
}
