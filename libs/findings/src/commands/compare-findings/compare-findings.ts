import { EVENT_STORE, type EventStore, WrongExpectedRevision, retryConflicts } from '@assay/event-store';
import { InfrastructureError, inSteps } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { seenOtherwise } from '../../domain/carrying';
import { type Looked, comparingFindings } from '../../domain/lifecycle/compare-findings';
import { FoldedLine } from '../../domain/lifecycle/findings-line';
import {
  type Change,
  type FindingsCompared,
  type FindingsLineEvent,
  lineStream,
} from '../../domain/lifecycle/line-events';
import { type LineTotal, countingTotals } from '../../domain/lifecycle/line-totals';
import type { MatchingOptions } from '../../domain/matching/match-findings';
import type { Units } from '../../domain/units';
import { recordedSightings } from '../../recorded-sightings';
import { carryDecisions } from './carry-decisions';

/** The data that all chunks of one comparison share. */
export type ComparedScan = Omit<FindingsCompared['data'], 'changes' | 'last' | 'totals'>;

/**
 * Compares the findings of a scan with the known defects of its line, and records the changes. The command may repeat,
 * also in several processes at once: no change is recorded twice, and a scan whose turn is over changes nothing.
 */
export class CompareFindings extends Command<void> {
  constructor(
    readonly input: {
      readonly scan: ComparedScan;
      /**
       * The places that the scan examined, by the listings of its units and the path restriction of the scan before.
       */
      readonly looked: (listings: (listing: string) => Units | undefined, pathsBefore: string) => Looked;
      readonly kindOf?: MatchingOptions['kindOf'];
    },
  ) {
    super();
  }
}

@CommandHandler(CompareFindings)
export class CompareFindingsHandler implements ICommandHandler<CompareFindings> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input }: CompareFindings): Promise<void> {
    try {
      await retryConflicts(() => this.compare(input));
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw new InfrastructureError(error.message, { cause: error });
      throw error;
    }
  }

  private async compare({ scan, looked, kindOf }: CompareFindings['input']): Promise<void> {
    const stream = lineStream(scan.lineId);
    const { line, revision } = await this.load(stream);
    const { scanPosition } = scan;
    if (!line.awaits(scanPosition)) return;
    const { sightings, listings, scope } = await recordedSightings(this.events, scan.sessionId);
    const before = [...line.before(scanPosition)];
    const comparing = comparingFindings(
      before,
      sightings,
      looked((listing) => listings.find(listing), line.pathsBefore(scanPosition)),
      kindOf,
    );
    const found = await inSteps(comparing);
    // This runs before the changes are recorded, because a scan with recorded changes is not compared again.
    if (scope !== undefined) {
      const sightingsBefore = new Map(before.map(({ key, sighting }) => [key, sighting]));
      const seen = seenOtherwise(found, (key) => sightingsBefore.get(key));
      await carryDecisions(this.events, { scope, seen, sessionId: scan.sessionId, at: scan.at });
    }
    const changes = found.filter(({ key }) => !line.isRecorded(scanPosition, key));
    if (changes.length === 0) return;
    const totals = await inSteps(countingTotals(before, found));
    let expected = revision;
    for (const fact of chunked(scan, changes, totals)) {
      const options = { expectedRevision: expected === -1 ? ('no-stream' as const) : expected };
      const metadata = { actor: 'system', correlationId: scan.sessionId };
      ({ revision: expected } = await this.events.append(stream, [{ ...fact, metadata }], options));
    }
  }

  private async load(stream: string): Promise<{ line: FoldedLine; revision: number }> {
    const line = new FoldedLine();
    let revision = -1;
    for await (const event of this.events.readStream<FindingsLineEvent>(stream)) {
      line.apply(event);
      ({ revision } = event);
    }
    return { line, revision };
  }
}

/** Bytes of JSON of the changes in one event. */
const CHUNK_BYTES = 256 * 1024;

/** Makes one event at a time, when the one before it is stored, so that a large scan does not hold up other work. */
function* chunked(
  scan: ComparedScan,
  changes: readonly Change[],
  totals: readonly LineTotal[],
): Generator<FindingsCompared> {
  let chunk: Change[] = [];
  let size = 0;
  const fact = (last: boolean): FindingsCompared => ({
    type: 'FindingsCompared',
    data: { ...scan, changes: chunk, last, ...(last && { totals }) },
  });
  for (const change of changes) {
    const bytes = Buffer.byteLength(JSON.stringify(change));
    if (chunk.length > 0 && size + bytes > CHUNK_BYTES) {
      yield fact(false);
      [chunk, size] = [[], 0];
    }
    chunk.push(change);
    size += bytes;
  }
  if (chunk.length > 0) yield fact(true);
}
