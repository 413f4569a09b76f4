import { type Clock, CLOCK, perSeverity } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FindingLines } from '../finding-lines';
import { type LineDay, type SeverityNumbers, lineMonthDocuments, lineMonthId } from '../line-documents';

/** The changes by the scans of one day (UTC), and the open findings at its end. */
export interface TrendDay {
  /** `2026-11-20` */
  readonly date: string;
  /** Null before the first scan. */
  readonly open: SeverityNumbers | null;
  readonly new: SeverityNumbers;
  readonly gone: SeverityNumbers;
  readonly reopened: SeverityNumbers;
}

export interface Trend {
  readonly branch: string | null;
  /** The id of the line's latest scan. Null if none has completed. */
  readonly latestScanId: string | null;
  /** The oldest first. */
  readonly days: readonly TrendDay[];
}

/** The findings of the line of a project that was scanned last, over the days up to today. */
export class GetTrend extends Query<Trend> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly projectId: string;
      /** Default: the one that was scanned last. */
      readonly branch?: string;
      readonly days: number;
    },
  ) {
    super();
  }
}

const DAY = 24 * 60 * 60 * 1_000;
const NONE: SeverityNumbers = perSeverity(() => 0);

/** Reads one document for each month: the work grows only with the requested days. */
@QueryHandler(GetTrend)
export class GetTrendHandler implements IQueryHandler<GetTrend> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly lines: FindingLines,
  ) {}

  async execute({ input }: GetTrend): Promise<Trend> {
    const latest = await this.lines.latestScan(input);
    const dates = this.dates(input.days);
    const changed = latest ? await this.changedDays(latest.ended.lineId, dates) : new Map<string, LineDay>();
    let open = latest ? await this.openBefore(latest.ended.lineId, dates[0]!) : null;
    const days = dates.map((date): TrendDay => {
      const day = changed.get(date);
      open = day?.open ?? open;
      return { date, open, new: day?.new ?? NONE, gone: day?.gone ?? NONE, reopened: day?.reopened ?? NONE };
    });
    return { branch: latest?.branch ?? null, latestScanId: latest?.scanId ?? null, days };
  }

  private dates(days: number): string[] {
    const today = this.clock.now().getTime();
    return Array.from({ length: days }, (_, index) =>
      new Date(today - (days - 1 - index) * DAY).toISOString().slice(0, 10),
    );
  }

  private async changedDays(lineId: string, dates: readonly string[]): Promise<Map<string, LineDay>> {
    const months = [...new Set(dates.map((date) => date.slice(0, 7)))];
    const stored = await this.readModels
      .collection(lineMonthDocuments)
      .getMany(months.map((month) => lineMonthId(lineId, month)));
    return new Map(
      stored.flatMap(({ document: { month, days } }) =>
        Object.entries(days).map(([day, changed]) => [`${month}-${day}`, changed] as const),
      ),
    );
  }

  /** The open findings at the start of the day: from its month, or from the last earlier one with a change. */
  private async openBefore(lineId: string, date: string): Promise<SeverityNumbers | null> {
    const months = await this.readModels.collection(lineMonthDocuments).find({
      where: { lineId, month: { lte: date.slice(0, 7) } },
      sort: [['month', 'descending']],
      limit: 2,
    });
    for (const { document } of months) {
      const before = Object.entries(document.days)
        .filter(([day, { open }]) => `${document.month}-${day}` < date && open !== null)
        .sort(([a], [b]) => (a < b ? 1 : -1));
      if (before[0]) return before[0][1].open;
    }
    return null;
  }
}
