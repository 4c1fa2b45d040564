/** Converts a picture to PNG, with a record in it as text: the browser draws its SVG. */

import { t } from '../../core/base/translations';
import { recordKey } from '../../core/protocol/exportRecord';
import type { ChartPicture } from './pictureText';

/** Pixels of the file per CSS pixel. */
const SCALE = 2;
/** The largest width and height that browsers draw. */
const MAX_PIXELS = 16_000;

/** The length of a PNG file's signature and header, which come first. */
const HEADER_BYTES = 8 + 25;

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
    throw new Error(t('This window cannot draw pictures.'));
  }
  context.drawImage(await loaded(text), 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) {
    throw new Error(t('The picture is too large for this window. Save the chart as SVG.'));
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

/**
 * Stores a text in a PNG file, as an iTXt chunk (PNG, third edition, 11.3.3.4).
 *
 * @returns The file with the text under a keyword of 1 to 79 Latin letters, before its picture.
 */
function withPngText(png: Uint8Array, keyword: string, text: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  // Not compressed, without language and translated keyword.
  const content = join(encoder.encode(keyword), new Uint8Array(5), encoder.encode(text));
  const typed = join(encoder.encode('iTXt'), content);
  const chunk = join(uint32(content.length), typed, uint32(crc32(typed)));
  return join(png.subarray(0, HEADER_BYTES), chunk, png.subarray(HEADER_BYTES));
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Big-endian. */
function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}
