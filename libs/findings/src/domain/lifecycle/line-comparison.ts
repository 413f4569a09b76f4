import type { Severity } from '@assay/kernel';
import { latest } from '../carrying';
import type { FindingStatus } from '../finding';
import type { Decisions } from '../triage';
import type { LineEntry } from './findings-line';
import type { Change } from './line-events';
import type { Sighting } from './sighting';

/** A finding that the scans of a line before did not have, or that was gone. */
export interface NewFinding {
  readonly findingId: string;
  /** The same in each scan of the branch that sees it, also where it was moved, renamed or reformatted. */
  readonly key: string;
  readonly severity: Severity;
  readonly file: string | null;
  readonly line: number | null;
  readonly reopened: boolean;
  /** The tools that saw it. */
  readonly tools: readonly string[];
  /** One for each tool and rule that saw it. */
  readonly fingerprints: readonly string[];
  /** The status from triage. */
  readonly status: FindingStatus;
}

/** The findings of a scan, compared with the earlier state of a line. */
export interface LineComparison {
  readonly fresh: readonly NewFinding[];
  readonly gone: number;
  readonly unchanged: number;
  /** Nobody can say of these whether they are still there. */
  readonly notObserved: number;
  /** Findings that the target suppresses with this scan, and did not before: no other count includes them. */
  readonly suppressed: number;
}

/**
 * @param before the line before the scan
 * @param keyOf the key that a sighting has on the line of the scan itself, if that is another line
 */
export function lineComparison(
  before: readonly LineEntry[],
  changes: readonly Change[],
  decisions: Decisions,
  keyOf: (sighting: Sighting) => string | undefined = () => undefined,
): LineComparison {
  const kinds = new Map(changes.map(({ key, kind }) => [key, kind]));
  const counts = { gone: 0, unchanged: 0, notObserved: 0 };
  const suppressedBefore = new Set(before.filter(({ state }) => state === 'suppressed').map(({ key }) => key));
  for (const { key, state } of before) {
    const kind = kinds.get(key);
    // A finding that does not count is not counted anywhere, before the scan or with it.
    if (state === 'gone' || kind === 'suppressed' || (state === 'suppressed' && kind !== 'observed')) continue;
    if (kind === 'gone') counts.gone += 1;
    else if (kind === 'not_observed' || (kind === undefined && state === 'not_observed')) counts.notObserved += 1;
    else counts.unchanged += 1;
  }
  const fresh = changes.flatMap((change): NewFinding[] => {
    if (change.kind !== 'new' && change.kind !== 'reopened') return [];
    const { findingId, severity, file, line, seenBy } = change.now;
    const key = keyOf(change.now) ?? change.key;
    const fingerprints = [...new Set(seenBy.map(({ fingerprint }) => fingerprint))];
    const decided = latest(fingerprints, decisions);
    const reopened = change.kind === 'reopened';
    const tools = [...new Set(seenBy.map(({ tool }) => tool))];
    const status = decided?.to ?? 'open';
    return [{ findingId, key, severity, file, line, reopened, tools, fingerprints, status }];
  });
  const suppressed = changes.filter(({ kind, key }) => kind === 'suppressed' && !suppressedBefore.has(key)).length;
  return { fresh, ...counts, suppressed };
}
