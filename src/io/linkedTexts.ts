/** The text of a notebook as links hold it. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LinkedTexts } from '../core/notebook/openLink';

export const linkedTexts: LinkedTexts = {
  pack: text => deflateRawSync(text, { level: 9 }).toString('base64url'),
  unpack: (packed, most) => {
    const bytes = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: most });
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  },
};
