/**
 * The http and https addresses that the client will talk to, read strictly.
 *
 * URL parsers disagree about backslashes, white space and user names. Such addresses are rejected here, so that the
 * parsed origin is the origin that the transport connects to.
 */

const PATTERN =
  /^(https?):\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?=[/?#]|$)([^?#]*)(\?[^#]*)?/i;

const AMBIGUOUS = /[\s\\\u0000-\u001f\u007f]/;

export interface HttpUrl {
  readonly scheme: 'http' | 'https';
  /** In lower case; an IPv6 address with its brackets. */
  readonly host: string;
  /** `scheme://host`, with the port where it is not the scheme's own. */
  readonly origin: string;
  /** Empty or beginning with `/`. */
  readonly path: string;
  /** Empty or beginning with `?`. */
  readonly query: string;
}

/** @returns The parts of an absolute address without credentials, or `undefined`. A fragment is dropped. */
export function parseHttpUrl(text: string): HttpUrl | undefined {
  const match = AMBIGUOUS.test(text) ? null : PATTERN.exec(text);
  if (!match) {
    return undefined;
  }
  const scheme = match[1]?.toLowerCase() === 'https' ? 'https' : 'http';
  const host = (match[2] ?? '').toLowerCase();
  const usualPort = scheme === 'https' ? 443 : 80;
  const port = match[3] === undefined ? usualPort : Number(match[3]);
  if (port < 1 || port > 65_535 || !isHostPlain(host)) {
    return undefined;
  }
  const origin = `${scheme}://${host}${port === usualPort ? '' : `:${port}`}`;
  return { scheme, host, origin, path: match[4] ?? '', query: match[5] ?? '' };
}

/**
 * @param base An address that `parseHttpUrl` reads.
 * @param location The value of a `Location` header: absolute, or relative to `base`.
 * @returns The absolute address, or `undefined` if it is not plainly http or https.
 */
export function resolveLocation(base: string, location: string): string | undefined {
  const from = parseHttpUrl(base);
  const target = location.trim().split('#')[0] ?? '';
  if (!from || AMBIGUOUS.test(target)) {
    return undefined;
  }
  const absolute = absoluteAddress(from, target);
  return parseHttpUrl(absolute) ? absolute : undefined;
}

/** A host that ends in a number is an IPv4 address in one of many notations: four decimals are the plain one. */
function isHostPlain(host: string): boolean {
  if (!/(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/.test(host)) {
    return true;
  }
  const parts = host.split('.');
  return parts.length === 4 && parts.every(part => /^(0|[1-9]\d{0,2})$/.test(part) && +part < 256);
}

function absoluteAddress(from: HttpUrl, target: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
    return target;
  }
  if (target.startsWith('//')) {
    return `${from.scheme}:${target}`;
  }
  if (target.startsWith('/')) {
    return from.origin + target;
  }
  if (target.startsWith('?')) {
    return from.origin + from.path + target;
  }
  if (target === '') {
    return from.origin + from.path + from.query;
  }
  return `${from.origin}${from.path.slice(0, from.path.lastIndexOf('/'))}/${target}`;
}
