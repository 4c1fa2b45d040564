/** Checks of a bearer token that need no request: its characters, and when a JWT expires. */

import { t } from '../base/translations';
import { withoutEncoded } from '../base/encodedText';
import { isRecord } from '../base/json';

const VISIBLE_ASCII = /^[\u0021-\u007e]+$/;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export type TokenCheck =
  | { readonly ok: true; readonly token: string }
  | {
      readonly ok: false;
      /** One sentence; it holds no part of the token. */
      readonly problem: string;
    };

/**
 * Cleans a pasted token: removes outer white space and a leading `Bearer `. A token that cannot be sent in a header is
 * rejected, so that no HTTP library can quote it in an error.
 */
export function cleanToken(pasted: string): TokenCheck {
  const token = pasted.trim().replace(/^(?:authorization:\s*)?bearer(?:\s+|$)/i, '');
  if (token === '') {
    return { ok: false, problem: t('The token is empty.') };
  }
  if (/\s/.test(token)) {
    return { ok: false, problem: t('The token contains white space or a line break.') };
  }
  if (!VISIBLE_ASCII.test(token)) {
    return { ok: false, problem: t('The token contains a character that a token cannot have.') };
  }
  return { ok: true, token };
}

/**
 * @returns When the token expires, in epoch milliseconds, if it is a JSON Web Token with an expiry; null for every
 * other token, valid or not.
 */
export function tokenExpiry(token: string): number | null {
  const parts = token.split('.');
  const payload = parts.length === 3 ? decodeBase64Url(parts[1] ?? '') : undefined;
  if (payload === undefined) {
    return null;
  }
  const claims = parseOrUndefined(payload);
  const expiry = isRecord(claims) ? claims['exp'] : undefined;
  return typeof expiry === 'number' && Number.isFinite(expiry) ? Math.round(expiry * 1000) : null;
}

/**
 * @returns `text` with every occurrence of the token replaced: plain, with any of its characters escaped as in
 *   addresses, JSON or HTML, once or more often, in hexadecimal, and in base64 or base64url, alone or as a part of an
 *   encoded text, with line breaks or without.
 */
export function redact(text: string, token: string | undefined): string {
  if (token === undefined || token === '') {
    return text;
  }
  return withoutEncoded(text, token, '[token]');
}

/** Decoded as one character per byte: enough for the names and numbers of claims. */
function decodeBase64Url(text: string): string | undefined {
  let decoded = '';
  let bits = 0;
  let bitCount = 0;
  for (const character of text.replace(/=+$/, '')) {
    const value = BASE64URL.indexOf(character);
    if (value < 0) {
      return undefined;
    }
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      decoded += String.fromCharCode((bits >> bitCount) & 0xff);
    }
  }
  return decoded;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An opaque token that contains two dots: its expiry is unknown.
    return undefined;
  }
}
