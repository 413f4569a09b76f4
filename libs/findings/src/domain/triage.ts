import { type Fact, sha256Hex } from '@assay/kernel';
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
     * The fingerprint of the original decision, if the decision was carried to the finding's current fingerprint. `by`
     * is the author of the decision, `at` the time when it was carried.
     */
    readonly carriedFrom?: string;
    /** When the decision ends and the finding is open again, ISO 8601. */
    readonly expiresAt?: string;
    /** The decision before it has ended: nobody decided this, and `at` is when it ended. */
    readonly expired?: true;
    /**
     * A description of the finding, for readers of the decision when the finding is gone. Missing in earlier events.
     */
    readonly about?: DecidedAbout;
  }
>;

/** A finding as it was when something was decided about it. */
export interface DecidedAbout {
  readonly findingId: string;
  readonly tool: string;
  readonly rule: string;
  readonly title: string;
  readonly file: string | null;
}

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

/** The last decision about each fingerprint. */
export type Decisions = ReadonlyMap<string, FindingStatusChanged['data']>;

/** The last decisions of a stream of triage. It is changed in place: a stream may have very many. */
export class FoldedDecisions {
  readonly decisions = new Map<string, FindingStatusChanged['data']>();

  /** A fact of a type that it does not know is passed over. */
  apply(event: TriageEvent): void {
    if (event.type === 'FindingStatusChanged') this.decisions.set(event.data.fingerprint, event.data);
    else if (event.type === 'TriageDeleted')
      for (const fingerprint of event.data.fingerprints) this.decisions.delete(fingerprint);
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

/** A decision about a finding. */
export interface Judgement {
  readonly organizationId: string;
  readonly status: FindingStatus;
  readonly note: string | null;
  /** When it ends; null if it does not. */
  readonly expiresAt: string | null;
  readonly by: string;
  readonly at: string;
}

/** The fingerprint that a decision is about, and a description of its finding. */
export interface DecidedFingerprint {
  readonly fingerprint: string;
  readonly about: DecidedAbout;
}

/**
 * Any status may become any other. All fingerprints of a merged finding change together. Setting what already holds
 * changes nothing, unless there is a note to keep that is not the last one: a repeated request says nothing new.
 */
export function changeStatus(
  findings: readonly DecidedFingerprint[],
  { organizationId, status, note, expiresAt, by, at }: Judgement,
  decisions: Decisions,
): FindingStatusChanged[] {
  return findings
    .filter(({ fingerprint }) => {
      const last = decisions.get(fingerprint);
      const holds = (last?.to ?? 'open') === status && (last?.expiresAt ?? null) === expiresAt;
      return !holds || (note !== null && last?.note !== note);
    })
    .map(({ fingerprint, about }) => ({
      type: 'FindingStatusChanged',
      data: {
        fingerprint,
        organizationId,
        from: decisions.get(fingerprint)?.to ?? 'open',
        to: status,
        note,
        by,
        at,
        ...(expiresAt !== null && { expiresAt }),
        about: bounded(about),
      },
    }));
}

/** Statuses that a decision may have for a time. */
export const EXPIRING_STATUSES: readonly FindingStatus[] = ['accepted', 'false_positive'];

/** The events that reopen the findings whose decisions have ended by now, each at its time. */
export function expired(decisions: Decisions, now: string): FindingStatusChanged[] {
  return [...decisions.values()].flatMap(({ expiresAt, carriedFrom: _carried, ...last }) =>
    expiresAt === undefined || expiresAt > now
      ? []
      : [
          {
            type: 'FindingStatusChanged' as const,
            data: {
              ...last,
              from: last.to,
              to: 'open' as const,
              note: null,
              by: 'system',
              at: expiresAt,
              expired: true,
            },
          },
        ],
  );
}

/** The most characters of a tool's title and of a target's path. */
const [TITLE, FILE] = [200, 500];

const bounded = ({ findingId, tool, rule, title, file }: DecidedAbout): DecidedAbout => ({
  findingId,
  tool,
  rule,
  title: title.slice(0, TITLE),
  file: file?.slice(0, FILE) ?? null,
});
