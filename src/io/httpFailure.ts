import { t } from '../core/base/translations';
import { CancelledError } from '../core/base/cancellation';
import { isRecord } from '../core/base/json';
import { TransportError } from '../core/client/ports';

const CERTIFICATE =
  /CERT|^UNABLE_TO_|SELF_SIGNED|^ERR_TLS|^ERR_SSL|HOSTNAME_MISMATCH|^INVALID_(CA|PURPOSE)/;

/** What the codes of failed connections mean, as phrases. */
const CONNECT: ReadonlyMap<string, () => string> = new Map([
  ['ENOTFOUND', () => t('the host name is not known')],
  ['EAI_AGAIN', () => t('the host name could not be looked up')],
  ['ECONNREFUSED', () => t('the connection was refused')],
  ['EHOSTUNREACH', () => t('the host cannot be reached')],
  ['ENETUNREACH', () => t('the network cannot be reached')],
  ['ETIMEDOUT', () => t('no connection was made in time')],
]);

/**
 * Converts a failure of Node's `http` to an error of the transport.
 *
 * Node's own error is not kept as the cause, because HTTP libraries quote headers in theirs.
 *
 * @param hasHeaders Whether the answer had begun.
 */
export function httpFailure(error: unknown, hasHeaders: boolean): Error {
  if (error instanceof TransportError || error instanceof CancelledError) {
    return error;
  }
  const code = codeOf(error);
  const known = CONNECT.get(code);
  if (known !== undefined && !hasHeaders) {
    return new TransportError('connect', `${known()} (${code})`);
  }
  if (CERTIFICATE.test(code)) {
    return new TransportError(
      'certificate',
      t('its certificate is not trusted on this computer ({0})', code),
    );
  }
  const suffix = code === '' ? '' : ` (${code})`;
  return hasHeaders || code !== ''
    ? new TransportError('broken', t('the connection broke{0}', suffix))
    : new TransportError('connect', t('no connection was made'));
}

/** The first code in the chain of causes; a failure over several addresses has one for each. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; isRecord(at) && depth < 5; depth++) {
    if (typeof at['code'] === 'string' && /^[A-Z][A-Z0-9_]+$/.test(at['code'])) {
      return at['code'];
    }
    const { errors } = at;
    at = Array.isArray(errors) ? (errors as readonly unknown[])[0] : at['cause'];
  }
  return '';
}
