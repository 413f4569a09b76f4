/** Every code that a client can receive. One table in libs/http-api gives each its HTTP status. */
export type RefusalCode =
  | 'VALIDATION_ERROR'
  | 'INVALID_TRIGGER_TYPE'
  | 'INVALID_CRON_EXPRESSION'
  | 'INVALID_API_KEY'
  | 'INVALID_SIGNATURE'
  | 'INSUFFICIENT_CREDITS'
  | 'BUDGET_EXCEEDED'
  | 'PAYMENT_METHOD_REQUIRED'
  | 'FORBIDDEN'
  | 'PROJECT_ACCESS_DENIED'
  | 'TIER_REQUIRED'
  | 'PLATFORM_NOT_ALLOWED'
  | 'DIRECTORY_NOT_ALLOWED'
  | 'TARGET_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'PROJECT_NOT_FOUND'
  | 'SESSION_NOT_FOUND'
  | 'SCAN_NOT_FOUND'
  | 'FINDING_NOT_FOUND'
  | 'API_KEY_NOT_FOUND'
  | 'ORGANIZATION_NOT_FOUND'
  | 'QUOTE_NOT_FOUND'
  | 'PACKAGE_NOT_FOUND'
  | 'QUOTE_NOT_APPLICABLE'
  | 'UPLOAD_NOT_FOUND'
  | 'INTEGRATION_NOT_FOUND'
  | 'DELIVERY_NOT_FOUND'
  | 'CHAT_CHANNEL_NOT_FOUND'
  | 'CHAT_CHANNEL_LIMIT_REACHED'
  | 'WEBHOOK_NOT_FOUND'
  | 'WEBHOOK_LIMIT_REACHED'
  | 'TOOL_NOT_FOUND'
  | 'AUTOMATION_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'CONFLICT'
  | 'IDEMPOTENCY_MISMATCH'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'PROJECT_LIMIT_REACHED'
  | 'AUTOMATION_LIMIT_REACHED'
  | 'SESSION_LIMIT_REACHED'
  | 'STREAM_LIMIT_REACHED'
  | 'API_KEY_LIMIT_REACHED'
  | 'UPLOAD_LIMIT_REACHED'
  | 'UPLOAD_STORAGE_FULL'
  | 'SESSION_ALREADY_ENDED'
  | 'SCAN_NOT_CANCELABLE'
  | 'SCAN_NOT_COMPLETED'
  | 'REPORT_NOT_FOUND'
  | 'AI_REPORT_NOT_FOUND'
  | 'CLOCK_AHEAD'
  | 'NEWER_RELEASE_REQUIRED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** A refusal of a request. The message says what is wrong and what to do about it. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly details?: unknown;
}

/** Carries a refusal through code that only knows exceptions (Nest's buses, controllers). */
export class RefusedError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.name = 'RefusedError';
  }
}

/** @throws RefusedError with the given refusal */
export function refused(code: RefusalCode, message: string, details?: unknown): never {
  throw new RefusedError(details === undefined ? { code, message } : { code, message, details });
}

/**
 * A fault of the infrastructure (a store, a disk, a child process) that passes or can be repaired. A retry may succeed.
 * Over HTTP it is a 503.
 */
export class InfrastructureError extends Error {
  /** The refusal that a client gets. Without one, the client only learns that the service is unavailable. */
  readonly refusal: Refusal | undefined;

  constructor(message: string, { refusal, ...options }: ErrorOptions & { readonly refusal?: Refusal } = {}) {
    super(message, options);
    this.name = 'InfrastructureError';
    this.refusal = refusal;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
