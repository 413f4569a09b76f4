import { type ReadModels, READ_MODELS, type StoredDocument, type Where } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { sightingName } from '../domain/lifecycle/line-events';
import type { FindingGroupDocument } from './documents';
import {
  type LineFindingDocument,
  type LineScanDocument,
  lineFindingDocuments,
  lineFindingId,
  lineScanDocuments,
  lineSightingDocuments,
  lineSightingId,
} from './line-documents';

/** The state of a finding with a scan, by the earlier scans of its line. */
export const LIFECYCLES = ['new', 'unchanged', 'gone', 'not_observed', 'reopened'] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

/** The place of a completed scan on its line. */
type Ended = NonNullable<LineScanDocument['ended']>;

/** The state of a scan's finding relative to earlier scans. */
export interface Seen {
  readonly lifecycle: 'new' | 'unchanged' | 'reopened';
  readonly entry: LineFindingDocument;
}

/** Finds the lines of scans and their findings. */
@Injectable()
export class FindingLines {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  /** Undefined for a session that has not completed. */
  async placeOf(sessionId: string): Promise<Ended | undefined> {
    return (await this.readModels.collection(lineScanDocuments).get(sessionId))?.document.ended ?? undefined;
  }

  /** The latest scan of a project, of one branch where it is given: its line is the one that is shown. */
  async latestScan(of: { organizationId: string; projectId: string; branch?: string }) {
    const { organizationId, projectId, branch } = of;
    return this.newest({ organizationId, projectId, ...(branch !== undefined && { branch }) }, { gte: 0 });
  }

  latestOfLine(lineId: string) {
    return this.newest({ 'ended.lineId': lineId }, { gte: 0 });
  }

  /** The one before a position. */
  scanBefore(lineId: string, position: number) {
    return this.newest({ 'ended.lineId': lineId }, { lt: position });
  }

  /** The scans before a position, newest first. */
  scansBefore(lineId: string, position: number, limit: number) {
    return this.newestOf({ 'ended.lineId': lineId }, { lt: position }, limit);
  }

  /**
   * The one before a position that scanned the first of some commits which has any; of several scans of that commit the
   * newest.
   */
  async scanOfCommits(lineId: string, position: number, commits: readonly string[]) {
    let found: Awaited<ReturnType<FindingLines['newest']>>;
    let nearer = commits;
    while (nearer.length > 0) {
      const scan = await this.newest({ 'ended.lineId': lineId, commit: { in: nearer } }, { lt: position });
      if (!scan) break;
      found = scan;
      nearer = nearer.slice(0, nearer.indexOf(scan.commit ?? ''));
    }
    return found;
  }

  private async newest(where: Where, position: { gte: number } | { lt: number }) {
    const [found] = await this.newestOf(where, position, 1);
    return found;
  }

  private async newestOf(where: Where, position: { gte: number } | { lt: number }, limit: number) {
    const found = await this.readModels.collection(lineScanDocuments).find({
      where: { ...where, 'ended.position': position },
      sort: [['ended.position', 'descending']],
      limit,
    });
    return found.map(({ id, document }) => ({ ...document, sessionId: id, ended: document.ended! }));
  }

  /** How many scans of a line saw a finding, as far back as its document goes. */
  async scansThatSaw({ lineId, seen }: LineFindingDocument): Promise<number> {
    const scans = this.readModels.collection(lineScanDocuments);
    const numbers = await Promise.all(
      seen.map(({ from, to }) =>
        scans.count({
          'ended.lineId': lineId,
          'ended.position': to === null ? { gte: from } : { gte: from, lt: to },
        }),
      ),
    );
    return numbers.reduce((sum, number) => sum + number, 0);
  }

  /**
   * By the id of each primary finding. Findings that are missing here are unknown: the scan has not completed, or is
   * not compared yet.
   *
   * @param groups of one session
   */
  async seenBy(groups: readonly FindingGroupDocument[]): Promise<ReadonlyMap<string, Seen>> {
    if (!groups[0]) return new Map();
    const { sessionId, scanId } = groups[0];
    const place = await this.placeOf(sessionId);
    if (!place) return new Map();
    const keys = await this.keysAt(place, groups);
    const entries = await this.readModels
      .collection(lineFindingDocuments)
      .getMany([...new Set(keys.values())].map((key) => lineFindingId(place.lineId, key)));
    const byId = new Map(entries.map(({ id, document }) => [id, document]));
    const seen = new Map<string, Seen>();
    for (const [findingId, key] of keys) {
      const entry = byId.get(lineFindingId(place.lineId, key));
      const lifecycle = entry && lifecycleAt(entry, scanId, place.position);
      if (entry && lifecycle) seen.set(findingId, { lifecycle, entry });
    }
    return seen;
  }

  private async keysAt({ lineId, position }: Ended, groups: readonly FindingGroupDocument[]) {
    const idsOf = ({ members }: FindingGroupDocument) =>
      members.map((member) => lineSightingId(lineId, sightingName(member)));
    const stored = await this.readModels.collection(lineSightingDocuments).getMany([...new Set(groups.flatMap(idsOf))]);
    const owners = new Map(stored.map(({ id, document }) => [id, document.owners]));
    const keys = new Map<string, string>();
    for (const group of groups)
      for (const id of idsOf(group)) {
        const owner = owners.get(id)?.findLast(({ from }) => from <= position);
        if (owner === undefined) continue;
        keys.set(group.findingId, owner.key);
        break;
      }
    return keys;
  }
}

/** Undefined if it was gone before the scan: the scan that has it again is not compared yet. */
function lifecycleAt(
  { firstSeen, countsSince, reopenedBy, state, since }: LineFindingDocument,
  scanId: string,
  position: number,
): Seen['lifecycle'] | undefined {
  if (firstSeen.scanId === scanId || countsSince === scanId) return 'new';
  if (reopenedBy.includes(scanId)) return 'reopened';
  return state === 'gone' && since < position ? undefined : 'unchanged';
}

/** The fields of a finding that say how it came about. */
export const lifecycleFields = (lifecycle: Lifecycle, { firstSeen, goneAt }: LineFindingDocument) => ({
  lifecycle,
  firstSeenScanId: firstSeen.scanId,
  firstSeenAt: firstSeen.at,
  ...(goneAt !== null && { goneAt }),
});

/** The state of a finding after the latest scan of its line. */
export function lifecycleNow(
  { document: { state, since, began, firstSeen } }: StoredDocument<LineFindingDocument>,
  latest: number,
): Lifecycle {
  // It does not count, so it is new with the scan that saw it first, and is never back again.
  if (state === 'suppressed') return firstSeen.position === latest ? 'new' : 'unchanged';
  return state !== 'open' ? state : since === latest ? began : 'unchanged';
}

/** The same fields for a finding of a scan, whatever happened to it later. */
export const seenFields = ({ lifecycle, entry }: Seen) => lifecycleFields(lifecycle, { ...entry, goneAt: null });
