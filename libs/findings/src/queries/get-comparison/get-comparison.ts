import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { type Severity, inSteps } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import {
  type ComparedState,
  type ScanComparison,
  comparisonOf,
  findingsToList,
} from '../../domain/lifecycle/comparison';
import { type Looked, comparingFindings } from '../../domain/lifecycle/compare-findings';
import { seenFirst } from '../../domain/lifecycle/findings-line';
import type { MatchingOptions } from '../../domain/matching/match-findings';
import type { Units } from '../../domain/units';
import { recordedSightings } from '../../recorded-sightings';
import type { FindingView } from '../finding-view';
import { FindingViews } from '../finding-views';

interface ComparedSessions {
  readonly before: string;
  readonly after: string;
  /** The scope of the later scan. Called only if the two are not compared yet. */
  readonly looked: () => Promise<(listings: (listing: string) => Units | undefined) => Looked>;
  readonly kindOf?: MatchingOptions['kindOf'];
}

export interface ComparisonPage {
  readonly summary: Readonly<Record<ComparedState, ScanComparison[ComparedState]['bySeverity']>>;
  readonly findings: readonly (FindingView & { readonly lifecycle: ComparedState })[];
  readonly total: number;
}

/**
 * The findings of two ended sessions, compared. They need not be of one line: whatever they scanned, their findings are
 * matched like those of a line.
 */
export class GetComparison extends Query<ComparisonPage> {
  constructor(
    readonly input: {
      readonly sessions: ComparedSessions;
      readonly state?: ComparedState;
      readonly severity?: Severity;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

/** Ids of findings that are kept of comparisons: some 60 bytes each. */
const IDS_KEPT = 2_000_000;

/** Ended sessions never change, so a comparison is made once and stored: a later page costs only its own content. */
@QueryHandler(GetComparison)
export class GetComparisonHandler implements IQueryHandler<GetComparison> {
  private readonly comparisons = new LRUCache<string, ScanComparison, ComparedSessions>({
    maxSize: IDS_KEPT,
    sizeCalculation: (comparison) =>
      1 + Object.values(comparison).reduce((ids, { ids: { length } }) => ids + length, 0),
    fetchMethod: (_key, _stale, { context }) => this.compare(context),
  });

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly views: FindingViews,
  ) {}

  async execute({ input: { sessions, state, severity, limit, offset } }: GetComparison): Promise<ComparisonPage> {
    const { before, after } = sessions;
    const comparison = (await this.comparisons.fetch(`${before}/${after}`, { context: sessions }))!;
    const lists = findingsToList(comparison, { ...(state && { state }), ...(severity && { severity }) });
    const total = lists.reduce((sum, { ids }) => sum + ids.length, 0);
    return { summary: summaryOf(comparison), findings: await this.shown(page(lists, offset, limit)), total };
  }

  /** Adds the decisions made meanwhile. */
  private async shown(rows: readonly Row[]): Promise<ComparisonPage['findings']> {
    const views = await this.views.byId(rows.map(({ id }) => id));
    return rows.flatMap(({ id, state }) => {
      const view = views.get(id);
      return view ? [{ ...view, lifecycle: state }] : [];
    });
  }

  private async compare({ before, after, looked, kindOf }: ComparedSessions): Promise<ScanComparison> {
    const { sightings: own } = await recordedSightings(this.events, before);
    const { sightings: others, listings } = await recordedSightings(this.events, after);
    const entries = own.map(seenFirst);
    const lookedAt = (await looked())((listing) => listings.find(listing));
    const changes = await inSteps(comparingFindings(entries, others, lookedAt, kindOf));
    return inSteps(comparisonOf(own, others, changes));
  }
}

const summaryOf = (comparison: ScanComparison): ComparisonPage['summary'] => ({
  new: comparison.new.bySeverity,
  gone: comparison.gone.bySeverity,
  not_observed: comparison.not_observed.bySeverity,
  unchanged: comparison.unchanged.bySeverity,
});

interface Row {
  readonly state: ComparedState;
  readonly id: string;
}

/** So many rows of lists that stand one after the other. */
function page(lists: ReturnType<typeof findingsToList>, offset: number, limit: number): Row[] {
  const rows: Row[] = [];
  let passed = 0;
  for (const { state, ids } of lists) {
    const from = Math.max(0, offset - passed);
    for (const id of ids.slice(from, from + limit - rows.length)) rows.push({ state, id });
    passed += ids.length;
  }
  return rows;
}
