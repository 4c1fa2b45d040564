/** What must not reach a log, whoever writes the sentence. */

const MARK = '[redacted]';

/** An authorization scheme and what follows it, up to the next white space or quote. */
const AUTHORIZATION = /\b(bearer|basic)\s+[^\s"',;]+/gi;
/** Three base64url parts, as a JSON Web Token has. */
const JSON_WEB_TOKEN = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g;
const CREDENTIALS_IN_ADDRESS = /(\bhttps?:\/\/)[^\s/@]+@/gi;

/** @returns `text` without anything that has the form of a credential; control characters become spaces. */
export function redact(text: string): string {
  return withoutControls(text)
    .replace(AUTHORIZATION, (_, scheme: string) => `${scheme} ${MARK}`)
    .replace(JSON_WEB_TOKEN, MARK)
    .replace(CREDENTIALS_IN_ADDRESS, (_, scheme: string) => `${scheme}${MARK}@`);
}

/** Tabs and line feeds stay: a stack has them. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, character =>
    character === '\n' || character === '\t' ? character : ' ',
  );
}
