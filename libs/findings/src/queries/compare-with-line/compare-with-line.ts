import { EVENT_STORE, type EventStore, type LogPosition } from '@assay/event-store';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { comparingFindings } from '../../domain/lifecycle/compare-findings';
import { FoldedLine } from '../../domain/lifecycle/findings-line';
import { type LineComparison, lineComparison } from '../../domain/lifecycle/line-comparison';
import { type FindingsLineEvent, lineStream } from '../../domain/lifecycle/line-events';
import { loadDecisions } from '../../decision-log';
import { inTurns } from '../../in-turns';
import { recordedSightings } from '../../recorded-sightings';
import type { CompareFindings } from '../../commands/compare-findings/compare-findings';
import { FindingLines } from '../finding-lines';

/** The scan whose line is compared with: the last one that had completed. */
interface Baseline {
  readonly sessionId: string;
  readonly scanId: string;
  readonly at: string;
}

/**
 * What a scan that has completed found, beside what a line had before it: its own, or that of another branch. Nothing
 * is recorded. The scans before it must have been compared; the read models must have seen its end.
 */
export class CompareWithLine extends Query<{ comparison: LineComparison; baseline: Baseline | undefined }> {
  constructor(
    readonly input: {
      readonly lineId: string;
      readonly sessionId: string;
      /** Where the end of the scan stands in the log. */
      readonly position: LogPosition;
    } & Pick<CompareFindings['input'], 'looked' | 'kindOf'>,
  ) {
    super();
  }
}

@QueryHandler(CompareWithLine)
export class CompareWithLineHandler implements IQueryHandler<CompareWithLine> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly lines: FindingLines,
  ) {}

  async execute({ input: { lineId, sessionId, position, looked, kindOf } }: CompareWithLine) {
    const line = new FoldedLine();
    for await (const event of this.events.readStream<FindingsLineEvent>(lineStream(lineId)))
      if (event.type !== 'FindingsCompared' || event.data.scanPosition < position) line.apply(event);
    const { sightings, listings, scope } = await recordedSightings(this.events, sessionId);
    const before = [...line.before(position)];
    const changes = await inTurns(
      comparingFindings(
        before,
        sightings,
        looked((listing) => listings.find(listing), line.pathsBefore(position)),
        kindOf,
      ),
    );
    const { decisions } = scope === undefined ? { decisions: new Map() } : await loadDecisions(this.events, scope);
    const last = await this.lines.scanBefore(lineId, position);
    return {
      comparison: lineComparison(before, changes, decisions),
      baseline: last && { sessionId: last.sessionId, scanId: last.scanId, at: last.ended.at },
    };
  }
}
