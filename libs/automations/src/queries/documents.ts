import type { Severity } from '@assay/kernel';
import { readModel } from '@assay/read-models';
import type { StoredFields } from '../domain/automation';
import type { FiringTrigger, SkipReason } from '../domain/firing';
import type { FiringStatus } from '../domain/firing-status';

/** One an automation, in `automations`. */
export interface AutomationDocument extends StoredFields {
  readonly id: string;
  readonly organizationId: string;
  /** The name of the status that it gives to commits. */
  readonly statusName: string;
  readonly lastTriggeredAt: string | null;
  readonly triggerCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const automationDocuments = readModel<AutomationDocument>('automations');

/** One a firing, in `automation-history`. */
export interface FiringDocument {
  readonly id: string;
  readonly automationId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly triggeredAt: string;
  /** What its row says of what is scanned; null if it is what the event names. */
  readonly note: string | null;
  /** The order of firings of one instant. */
  readonly order: number;
  readonly triggerData: FiringTrigger;
  readonly scanId: string | null;
  readonly status: FiringStatus;
  /** Milliseconds that the scan took; 0 until it has ended, and where there was none. */
  readonly duration: number;
  /** Why it was skipped, or why the scan failed. */
  readonly reason: SkipReason | null;
  /** A newer firing of the same branch that had the scan canceled. */
  readonly supersededBy: string | null;
  /** What the scan was judged to be; null until then, and where there was none. */
  readonly verdict: {
    readonly verdict: 'pass' | 'fail' | 'inconclusive';
    readonly reason: string;
    /** The severity at which it fails; null if nothing fails it. */
    readonly failOn: Severity | null;
    /** Null for what has none. */
    readonly branch: string | null;
  } | null;
}

export const firingDocuments = readModel<FiringDocument>('automation-history');
