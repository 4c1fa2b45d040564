/** Converts a picture to PNG: the browser draws its SVG. */

import { recordKey } from '../../core/protocol/exportRecord';
import type { ChartPicture } from './chartPicture';
import { withPngText } from './pngText';

/** Pixels of the file per CSS pixel. */
const SCALE = 2;
/** The largest width and height that browsers draw. */
const MAX_PIXELS = 16_000;

/** @param record Is stored in the file as text. */
export async function pngImage(
  { text, width, height }: ChartPicture,
  record: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.min(SCALE, MAX_PIXELS / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('This window cannot draw pictures.');
  }
  context.drawImage(await loaded(text), 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) {
    throw new Error('The picture is too large for this window. Save the chart as SVG.');
  }
  return withPngText(new Uint8Array(await blob.arrayBuffer()), recordKey, record);
}

/** As a data URL, so that a content security policy need not allow other addresses. */
async function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** @returns Base64, encoded in pieces that fit the arguments of a call. */
export function base64(bytes: Uint8Array): string {
  const piece = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) {
    text += String.fromCharCode(...bytes.subarray(at, at + piece));
  }
  return btoa(text);
}
