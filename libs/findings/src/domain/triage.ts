import { type Fact, passedOver, sha256Hex } from '@assay/kernel';
import type { FindingStatus } from './finding';

/** A person's judgement of a finding. It follows the fingerprint, so later scans of the same project keep it. */
export type FindingStatusChanged = Fact<
  'FindingStatusChanged',
  {
    readonly fingerprint: string;
    readonly organizationId: string;
    readonly from: FindingStatus;
    readonly to: FindingStatus;
    readonly note: string | null;
    readonly by: string;
    readonly at: string;
    /**
     * The fingerprint about which this was decided, where the decision was carried to the fingerprint that the same
     * finding has now. `by` is who decided, `at` when it was carried.
     */
    readonly carriedFrom?: string;
  }
>;

/** The decisions are gone for good, with the project that they belonged to. */
export type TriageDeleted = Fact<
  'TriageDeleted',
  {
    readonly scope: string;
    readonly fingerprints: readonly string[];
    /** As in FindingsDeleted. */
    readonly through?: number;
  }
>;

export type TriageEvent = FindingStatusChanged | TriageDeleted;

type Triage = ReadonlyMap<string, FindingStatus>;
export const untriaged: Triage = new Map();

/** A fact of a type that it does not know is passed over. */
export function evolveTriage(triage: Triage, event: TriageEvent): Triage {
  switch (event.type) {
    case 'FindingStatusChanged':
      return new Map(triage).set(event.data.fingerprint, event.data.to);
    case 'TriageDeleted':
      return new Map([...triage].filter(([fingerprint]) => !event.data.fingerprints.includes(fingerprint)));
    default:
      return passedOver(triage, event);
  }
}

/** The project; for a session without one, its organization and normalised target. */
export const triageScope = ({
  organizationId,
  projectId,
  target,
}: {
  organizationId: string;
  projectId: string | null;
  target: string;
}): string => projectId ?? `${organizationId}-${sha256Hex(target).slice(0, 24)}`;

export const triageStream = (scope: string): string => `triage-${scope}`;

/**
 * Any status may become any other. All fingerprints of a merged finding change together. Setting what already holds
 * changes nothing, unless there is a note to keep.
 */
export function changeStatus(
  command: {
    fingerprints: readonly string[];
    organizationId: string;
    status: FindingStatus;
    note: string | null;
    by: string;
    at: string;
  },
  triage: Triage,
): FindingStatusChanged[] {
  const { fingerprints, status, organizationId, note, by, at } = command;
  return fingerprints
    .map((fingerprint) => ({ fingerprint, from: triage.get(fingerprint) ?? ('open' as const) }))
    .filter(({ from }) => from !== status || note !== null)
    .map(({ fingerprint, from }) => ({
      type: 'FindingStatusChanged',
      data: { fingerprint, organizationId, from, to: status, note, by, at },
    }));
}
