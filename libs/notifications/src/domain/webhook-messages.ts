import { type Fact, type Microcredits, type Severity, toCredits } from '@assay/kernel';
import type { NotificationCause } from './notification-events';
import type { VerdictChange, VerdictFacts } from './verdict-news';

/** The types of messages that a webhook may be sent. A type's fields are added to, and never renamed or removed. */
export const WEBHOOK_TOPICS = [
  'scan.completed',
  'scan.failed',
  'scan.canceled',
  'verdict.given',
  'topup.turned_off',
  'webhook.disabled',
] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];
/** Sent where somebody asks for it alone, so nobody subscribes to it. */
export const PING = 'ping';

/**
 * The event that a message tells of. Messages of one stream are ordered by its revision, which only rises; two with the
 * same id tell of the same event.
 */
export interface WebhookSource {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
}

/** The message, by the Standard Webhooks specification. It is the same at every attempt. */
export interface WebhookMessage<Type extends string = string, Data = object> {
  readonly type: Type;
  /** When it happened: ISO 8601 UTC. */
  readonly timestamp: string;
  readonly data: { readonly event: WebhookSource } & Data;
}

export const webhookMessage = <Type extends string, Data extends object>(
  type: Type,
  { eventId: id, stream, revision }: NotificationCause,
  at: string,
  data: Data,
): WebhookMessage<Type, Data> => ({ type, timestamp: at, data: { event: { id, stream, revision }, ...data } });

/** The part of a session's start that this context reads. */
export interface StartedScan {
  readonly sessionId: string;
  readonly scanId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly at: string;
  readonly automation?: { readonly automationId: string };
}

interface Ending {
  readonly at: string;
  readonly summary: {
    readonly totalFindings: number;
    readonly bySeverity: Readonly<Record<Severity, number>>;
    readonly toolsRun: number;
    readonly toolsSkipped: number;
    readonly toolsFailed: number;
  };
  readonly refund: { readonly refunded: Microcredits };
}

/** The part of a session's end that this context reads. */
export type ScanEnded =
  | Fact<'ScanCompleted', Ending & { readonly status: 'completed' | 'partial' }>
  | Fact<'ScanFailed', Ending & { readonly error: { readonly code: string; readonly message: string } }>
  | Fact<'ScanCanceled', Ending>;

const SCAN_STATUS = { ScanCompleted: 'completed', ScanFailed: 'failed', ScanCanceled: 'canceled' } as const;

export interface ScanNews {
  readonly scanId: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  /** The automation that started it. */
  readonly automationId: string | null;
  readonly status: 'completed' | 'failed' | 'canceled';
  /** Some of its tools did not complete. */
  readonly partial: boolean;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly findings: { readonly total: number; readonly bySeverity: Readonly<Record<Severity, number>> };
  readonly tools: { readonly run: number; readonly skipped: number; readonly failed: number };
  /** Credits that came back. */
  readonly refundedCredits: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Where to read more; null if the service does not know its own address. */
  readonly link: string | null;
}

export const scanTopic = ({ type }: ScanEnded): `scan.${ScanNews['status']}` => `scan.${SCAN_STATUS[type]}`;

/** Characters of an error that others may have written. */
const LONGEST = 1_000;

export function scanNews(ended: ScanEnded, started: StartedScan, link: string | null): ScanNews {
  const { at: endedAt, summary, refund } = ended.data;
  const { totalFindings: total, bySeverity, toolsRun: run, toolsSkipped: skipped, toolsFailed: failed } = summary;
  const { scanId, sessionId, projectId, at: startedAt, automation } = started;
  return {
    scanId,
    sessionId,
    projectId,
    automationId: automation?.automationId ?? null,
    status: SCAN_STATUS[ended.type],
    partial: ended.type === 'ScanCompleted' && ended.data.status === 'partial',
    startedAt,
    endedAt,
    findings: { total, bySeverity },
    tools: { run, skipped, failed },
    refundedCredits: toCredits(refund.refunded),
    error:
      ended.type === 'ScanFailed'
        ? { code: ended.data.error.code, message: ended.data.error.message.slice(0, LONGEST) }
        : null,
    link,
  };
}

/** A verdict, and what it changes: null if it is as the one before was, as far as anybody need know. */
export interface VerdictMessage extends VerdictFacts {
  readonly change: VerdictChange | null;
}

/** The part that this context reads of automatic top-ups that turned themselves off. */
export type TopupTurnedOff = Fact<
  'AutoTopupTurnedOff',
  { readonly at: string; readonly topupId: string; readonly reason: string }
>;
