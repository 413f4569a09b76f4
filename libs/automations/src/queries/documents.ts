import type { Severity } from '@assay/kernel';
import { readModel } from '@assay/read-models';
import type { StoredFields } from '../domain/automation';
import type { FiringTrigger, SkipReason } from '../domain/firing';
import type { FiringStatus } from '../domain/firing-status';

/** One document for each automation, in `automations`. */
export interface AutomationDocument extends StoredFields {
  readonly id: string;
  readonly organizationId: string;
  /** The name of its commit status. */
  readonly statusName: string;
  readonly lastTriggeredAt: string | null;
  readonly triggerCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const automationDocuments = readModel<AutomationDocument>('automations');

/** One document for each firing, in `automation-history`. */
export interface FiringDocument {
  readonly id: string;
  readonly automationId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly triggeredAt: string;
  /** The note of its row about the target; null if the target is that of the event. */
  readonly note: string | null;
  /** The order of firings at the same instant. */
  readonly order: number;
  readonly triggerData: FiringTrigger;
  readonly scanId: string | null;
  readonly status: FiringStatus;
  /** Milliseconds that the scan took; 0 until it has ended, and if there was no scan. */
  readonly duration: number;
  /** Why it was skipped, or why the scan failed. */
  readonly reason: SkipReason | null;
  /** The newer firing of the same branch that canceled the scan. */
  readonly supersededBy: string | null;
  /** The verdict on the scan; null until it is given, and if there was no scan. */
  readonly verdict: {
    readonly verdict: 'pass' | 'fail' | 'inconclusive';
    readonly reason: string;
    /** The lowest severity that fails it; null if none does. */
    readonly failOn: Severity | null;
    /** Null for a target without branches. */
    readonly branch: string | null;
  } | null;
}

export const firingDocuments = readModel<FiringDocument>('automation-history');
