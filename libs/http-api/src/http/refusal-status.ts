import type { RefusalCode } from '@assay/kernel';

/** Which HTTP status each refusal is. The one table. */
const STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  VALIDATION_ERROR: 400,
  INVALID_API_KEY: 401,
  INSUFFICIENT_CREDITS: 402,
  FORBIDDEN: 403,
  TIER_REQUIRED: 403,
  PLATFORM_NOT_ALLOWED: 403,
  DIRECTORY_NOT_ALLOWED: 403,
  TARGET_NOT_ALLOWED: 403,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
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
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** Every code ending in NOT_FOUND is a 404; what the table does not know is a fault of ours. */
export const statusOf = (code: RefusalCode): number => STATUS[code] ?? (code.endsWith('NOT_FOUND') ? 404 : 500);
