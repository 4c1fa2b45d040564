/** Removes credentials from text before it is logged. */

import { base64Forms } from './encodedText';

const MARK = '[redacted]';

/** An authorization scheme and what follows it, up to the next white space or quote; in an address too. */
const AUTHORIZATION = /\b(bearer|basic)(?:\s|%20)+[^\s"',;]+/gi;
/** The same in base64 or base64url, to its end; and a JSON Web Token in it. */
const ENCODED_AUTHORIZATION = new RegExp(
  `(?:${[
    ...['Bearer ', 'bearer ', 'Basic ', 'basic '].flatMap(base64Forms).map(({ text }) => text),
    String.raw`\bZXlK`,
  ].join('|')})[A-Za-z0-9+/_-]{5,}(?:=|%3[dD])*`,
  'g',
);
/** Three base64url parts, as a JSON Web Token has. */
const JSON_WEB_TOKEN = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;
const CREDENTIALS_IN_ADDRESS = /(\bhttps?:\/\/)[^\s/@]+@/gi;

/** @returns `text` without anything that has the form of a credential; control characters become spaces. */
export function redact(text: string): string {
  return withoutControls(text)
    .replace(AUTHORIZATION, (_, scheme: string) => `${scheme} ${MARK}`)
    .replace(JSON_WEB_TOKEN, MARK)
    .replace(ENCODED_AUTHORIZATION, MARK)
    .replace(CREDENTIALS_IN_ADDRESS, (_, scheme: string) => `${scheme}${MARK}@`);
}

/** Tabs and line feeds stay: a stack has them. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, character =>
    character === '\n' || character === '\t' ? character : ' ',
  );
}
