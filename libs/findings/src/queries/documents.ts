import { readModel } from '@assay/read-models';
import type { FindingStatus } from '../domain/finding';
import type { GroupMember } from '../domain/merging';
import type { DecidedAbout } from '../domain/triage';

/** The documents that the queries read, as the projections of the same names write them. */
export interface FindingGroupDocument {
  readonly sessionId: string;
  readonly scanId: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly triageScope: string;
  /** The first one is the primary: it speaks for the others. */
  readonly members: readonly GroupMember[];
  /** The fields of the primary finding, for filters and order: */
  readonly findingId: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly severityRank: number;
  readonly category: string;
  /** See {@link kindGroup}. */
  readonly kind: string;
  readonly file: string | null;
  readonly line: number | null;
  /** All members are suppressed. Missing if it counts. */
  readonly suppressed?: true;
}

export const findingGroupDocuments = readModel<FindingGroupDocument>('findings');

export interface FindingMemberDocument {
  readonly groupId: string;
  readonly scanId: string;
  readonly organizationId: string;
  readonly tool: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly severityRank: number;
  readonly category: string;
  readonly kind: string;
  readonly file: string | null;
  readonly line: number | null;
  /** Missing if it counts. */
  readonly suppressed?: true;
}

export const findingMemberDocuments = readModel<FindingMemberDocument>('finding-members');

/** A document is rewritten with each change: it keeps the latest ones, and the stream has all. */
export const TRIAGE_CHANGES_KEPT = 50;

export interface TriageDocument {
  /** See `triageScope`. */
  readonly scope: string;
  readonly fingerprint: string;
  readonly status: FindingStatus;
  /** Whether the status is `open`: nothing is decided then. */
  readonly isOpen: boolean;
  readonly decidedAt: string;
  /** When the decision ends. Missing if it does not. */
  readonly expiresAt?: string;
  /** The finding that was decided about. Missing if no fact says it. */
  readonly about?: DecidedAbout;
  /** How often it was changed in all. */
  readonly changes: number;
  /** The latest {@link TRIAGE_CHANGES_KEPT} changes, the oldest of them first. */
  readonly history: readonly {
    readonly from: FindingStatus;
    readonly to: FindingStatus;
    readonly note: string | null;
    readonly by: string;
    readonly at: string;
    /** Missing if the decision does not end. */
    readonly expiresAt?: string;
  }[];
}

export const triageDocuments = readModel<TriageDocument>('triage');

export const findingGroupId = (sessionId: string, group: string): string => `${sessionId}/${group}`;
export const triageId = (scope: string, fingerprint: string): string => `${scope}/${fingerprint}`;
