import type { RefusalCode } from '@assay/kernel';

/** What is not there is 404, whatever it is. */
type NotFound = Extract<RefusalCode, `${string}NOT_FOUND`>;

/** Which HTTP status each other refusal is. The one table: the compiler misses a code that is not in it. */
const STATUS: Readonly<Record<Exclude<RefusalCode, NotFound>, number>> = {
  VALIDATION_ERROR: 400,
  INVALID_API_KEY: 401,
  INSUFFICIENT_CREDITS: 402,
  BUDGET_EXCEEDED: 402,
  FORBIDDEN: 403,
  TIER_REQUIRED: 403,
  PLATFORM_NOT_ALLOWED: 403,
  DIRECTORY_NOT_ALLOWED: 403,
  TARGET_NOT_ALLOWED: 403,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  QUOTE_NOT_APPLICABLE: 409,
  SESSION_ALREADY_ENDED: 409,
  SCAN_NOT_CANCELABLE: 409,
  SCAN_NOT_COMPLETED: 409,
  IDEMPOTENCY_MISMATCH: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  PROJECT_LIMIT_REACHED: 429,
  STREAM_LIMIT_REACHED: 429,
  API_KEY_LIMIT_REACHED: 429,
  UPLOAD_LIMIT_REACHED: 429,
  INTERNAL: 500,
  CLOCK_AHEAD: 503,
  NEWER_RELEASE_REQUIRED: 503,
  UNAVAILABLE: 503,
  UPLOAD_STORAGE_FULL: 507,
};

export const statusOf = (code: RefusalCode): number => (isNotFound(code) ? 404 : STATUS[code]);

const isNotFound = (code: RefusalCode): code is NotFound => code.endsWith('NOT_FOUND');
