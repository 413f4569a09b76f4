import { plainText } from '@assay/source-text';
import { TargetTooLarge, TargetUnreadable } from '../staging/errors';
import type { Deadline } from './deadline';
import { TargetUnreachable, type UnreachableReason } from './errors';
import { withoutCredentials } from './read-url';

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_SSL|EPROTO)/;
const ANSWER = new RegExp(
  [
    '^(HPE_',
    'UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH|RESPONSE|NOT_SUPPORTED)',
    'Z_',
    'ERR__?ZLIB',
    'ERR__?BROTLI',
    'ERR_PADDING',
    'ERR_BROTLI',
    'ERR_STREAM_PREMATURE)',
  ].join('|'),
);

/** Translates the error of a failed request for the user who gave the URL. The caller's own abort is passed on. */
export function unreachable(error: unknown, url: string, deadline: Deadline, outer: AbortSignal | undefined): unknown {
  const target = plainText(withoutCredentials(url), 200);
  if (deadline.expired())
    return new TargetUnreachable(
      target,
      'time',
      `it was not finished within ${deadline.time.toLocaleString('en')} ms`,
      { cause: error },
    );
  if (outer?.aborted) return outer.reason;
  if (error instanceof TargetUnreadable || error instanceof TargetTooLarge) return error;
  const code = codeOf(error);
  // An error without a code is a defect of Assay.
  if (code === undefined) return error;
  const [reason, what] = describe(code);
  return new TargetUnreachable(target, reason, `${what} (${code})`, { cause: error });
}

/** When several addresses all failed, the error holds a list of errors. */
function codeOf(error: unknown): string | undefined {
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : undefined;
}

function describe(code: string): [UnreachableReason, string] {
  if (CERTIFICATE.test(code)) return ['certificate', 'no trusted encrypted connection can be made'];
  if (ANSWER.test(code)) return ['answer', 'it does not answer as HTTP should'];
  if (/TIMEOUT|TIMEDOUT/.test(code)) return ['time', 'it does not answer in time'];
  return ['connection', 'no connection can be made, or it broke'];
}
