import { inSteps } from '@assay/kernel';
import { EVENT_STORE, type EventStore, type LogPosition } from '@assay/event-store';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { comparingFindings } from '../../domain/lifecycle/compare-findings';
import { FoldedLine } from '../../domain/lifecycle/findings-line';
import { type LineComparison, lineComparison } from '../../domain/lifecycle/line-comparison';
import { type Change, type FindingsLineEvent, lineStream, sightingName } from '../../domain/lifecycle/line-events';
import type { Sighting } from '../../domain/lifecycle/sighting';
import { loadDecisions } from '../../decision-log';
import { recordedSightings } from '../../recorded-sightings';
import type { CompareFindings } from '../../commands/compare-findings/compare-findings';
import { FindingLines } from '../finding-lines';

/** A scan of the line that is compared with, which had completed. */
interface ScanBefore {
  readonly sessionId: string;
  readonly scanId: string;
  readonly commit: string | null;
  readonly at: string;
}

/**
 * The findings of a completed scan, compared with the earlier state of a line: its own, or that of another branch.
 * Nothing is recorded. The earlier scans must have been compared; the read models must have seen its end.
 */
export class CompareWithLine extends Query<{
  comparison: LineComparison;
  /** The newest first: some of them may have run fewer tools than those before. */
  before: readonly ScanBefore[];
  /** Whether it is the line as a scan of one of the given commits left it. */
  isAtCommit: boolean;
}> {
  constructor(
    readonly input: {
      readonly lineId: string;
      /** The scan's own line, in which it must have been compared. A change has another line than its target branch. */
      readonly ownLineId: string;
      readonly sessionId: string;
      /** Where the end of the scan stands in the log. */
      readonly position: LogPosition;
      /**
       * Compare with the line as the scan left it of the first of these commits that was scanned before. Default, and
       * where none was: as the newest scan left it.
       */
      readonly commits?: readonly string[];
    } & Pick<CompareFindings['input'], 'looked' | 'kindOf'>,
  ) {
    super();
  }
}

/** The number of earlier scans of a line that an answer names, for the question which tools examined it before. */
const SCANS_NAMED = 20;

@QueryHandler(CompareWithLine)
export class CompareWithLineHandler implements IQueryHandler<CompareWithLine> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly lines: FindingLines,
  ) {}

  async execute({ input }: CompareWithLine) {
    const { lineId, ownLineId, sessionId, position, commits = [], looked, kindOf } = input;
    const atCommit = await this.lines.scanOfCommits(lineId, position, commits);
    const until = atCommit ? atCommit.ended.position + 1 : position;
    const line = new FoldedLine();
    for await (const event of this.events.readStream<FindingsLineEvent>(lineStream(lineId)))
      if (event.type !== 'FindingsCompared' || event.data.scanPosition < until) line.apply(event);
    const { sightings, listings, scope } = await recordedSightings(this.events, sessionId);
    const before = [...line.before(until)];
    const changes = await inSteps(
      comparingFindings(
        before,
        sightings,
        looked((listing) => listings.find(listing), line.pathsBefore(until)),
        kindOf,
      ),
    );
    const { decisions } = scope === undefined ? { decisions: new Map() } : await loadDecisions(this.events, scope);
    const keyOf = ownLineId === lineId ? undefined : await this.keysOn(ownLineId, position, freshOf(changes));
    const scans = await this.lines.scansBefore(lineId, until, SCANS_NAMED);
    return {
      comparison: lineComparison(before, changes, decisions, keyOf),
      before: scans.map(({ sessionId, scanId, commit, ended }) => ({ sessionId, scanId, commit, at: ended.at })),
      isAtCommit: atCommit !== undefined,
    };
  }

  /** The keys on a line of the sightings of its scan at a position, whatever it looked like before. */
  private async keysOn(lineId: string, position: LogPosition, sightings: readonly Sighting[]) {
    const wanted = new Set(sightings.flatMap(({ seenBy }) => seenBy.map(sightingName)));
    const keys = new Map<string, string>();
    if (wanted.size > 0)
      for await (const event of this.events.readStream<FindingsLineEvent>(lineStream(lineId))) {
        if (event.type !== 'FindingsCompared' || event.data.scanPosition > position) continue;
        for (const change of event.data.changes)
          if ('now' in change)
            for (const name of change.now.seenBy.map(sightingName)) if (wanted.has(name)) keys.set(name, change.key);
      }
    return ({ seenBy }: Sighting) => seenBy.map((each) => keys.get(sightingName(each))).find((key) => key);
  }
}

const freshOf = (changes: readonly Change[]): Sighting[] =>
  changes.flatMap((change) => (change.kind === 'new' || change.kind === 'reopened' ? [change.now] : []));
