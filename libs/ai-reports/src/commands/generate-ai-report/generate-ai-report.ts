import { ChargeAiReport, SettleCharge } from '@assay/billing';
import { Tiers } from '@assay/identity';
import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import {
  CLOCK,
  type Clock,
  ID_SOURCE,
  type IdSource,
  InfrastructureError,
  RefusedError,
  deterministicId,
  messageOf,
  refused,
  timestamp,
} from '@assay/kernel';
import { GetReport, GetScanPurchase } from '@assay/scanning';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { requireTier } from '../../ai-report-tier';
import type { AiReport, AiReportFormat } from '../../domain/ai-report';
import { type AiReportAbandoned, aiReportsStream } from '../../domain/ai-report-events';
import { shownAs } from '../../domain/shown-as';
import { abandon, deliver, model, reportOf, request, reusable } from '../../domain/scan-reports';
import { ReportDrafting } from '../../writing/report-drafting';
import { ModelFailed } from '../../writing/language-model';
import { type ScanMeasures, ScanMeasuring } from '../../scan-measuring';

interface GeneratedAiReport {
  readonly report: AiReport;
  /** The log position that a read model must have reached to show it; undefined if the report existed before. */
  readonly position: LogPosition | undefined;
}

/**
 * Generates a report of a completed scan, or returns the existing one if nothing that it rests on has changed. Refused:
 * SCAN_NOT_FOUND, SCAN_NOT_COMPLETED, TIER_REQUIRED, INSUFFICIENT_CREDITS, CONFLICT while another report of the scan is
 * being generated. UNAVAILABLE if the language model fails: nothing is charged then.
 */
export class GenerateAiReport extends Command<GeneratedAiReport> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly scanId: string;
      readonly format: AiReportFormat;
      readonly requestedBy: string;
      /** Given if a repeated request must find the same report. */
      readonly reportId?: string;
    },
  ) {
    super();
  }
}

/**
 * Requests, charges, writes, delivers and settles, in this order. A crash after the charge leaves an open charge: the
 * reactor `settle-ai-reports` settles it by the events of the stream.
 */
@CommandHandler(GenerateAiReport)
export class GenerateAiReportHandler implements ICommandHandler<GenerateAiReport> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly measuring: ScanMeasuring,
    private readonly drafting: ReportDrafting,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly tiers: Tiers,
  ) {}

  async execute({ input }: GenerateAiReport): Promise<GeneratedAiReport> {
    const { organizationId, scanId, format } = input;
    await requireTier(this.tiers, organizationId, format);
    const content = await this.queries.execute(new GetReport({ organizationId, scanId }));
    const measured = await this.measuring.of(organizationId, content, { compares: format !== 'executive' });
    return this.generate(input.reportId ?? this.ids.next('air'), input, measured);
  }

  private async generate(
    reportId: string,
    input: GenerateAiReport['input'],
    measured: ScanMeasures,
  ): Promise<GeneratedAiReport> {
    const { organizationId, scanId, format, requestedBy } = input;
    const { projectId } = measured;
    const basis = this.drafting.basisOf(measured);
    const { paidFeatures } = await this.queries.execute(new GetScanPurchase({ organizationId, scanId }));
    const requested = await decide(this.events, aiReportsStream(scanId), model, (state) => {
      if (reportOf(state, reportId) || reusable(state, format, basis) || state.abandoned.has(reportId)) return [];
      const decided = request(
        {
          at: timestamp(this.clock),
          reportId,
          scanId,
          organizationId,
          projectId,
          format,
          basis,
          requestedBy,
          paidBySession: paidFeatures,
        },
        state,
      );
      if (!decided.ok) throw new RefusedError(decided.refusal);
      return decided.value;
    });
    const there = reportOf(requested.state, reportId) ?? reusable(requested.state, format, basis);
    if (there) return { report: shownAs(there, format), position: undefined };
    // An earlier try of this request was lost and its charge returned: this try uses the next id in the sequence.
    if (requested.state.abandoned.has(reportId))
      return this.generate(deterministicId('air', `${reportId}/abandoned`), input, measured);

    const buys = requested.state.pending?.buys ?? [];
    const report = await this.chargedAndWritten({ reportId, input, measured, buys });
    return this.delivered({ organizationId, projectId, report, buys });
  }

  private async chargedAndWritten({
    reportId,
    input: { organizationId, scanId, format },
    measured,
    buys,
  }: {
    readonly reportId: string;
    readonly input: GenerateAiReport['input'];
    readonly measured: ScanMeasures;
    readonly buys: readonly string[];
  }): Promise<AiReport> {
    try {
      if (buys.length > 0)
        await this.commands.execute(
          new ChargeAiReport({ organizationId, reportId, scanId, projectId: measured.projectId, features: buys }),
        );
    } catch (error) {
      await this.giveUp(scanId, { reportId, reason: 'unpaid', message: messageOf(error) });
      throw error;
    }
    try {
      return await this.drafting.written({ reportId, scanId, format, at: timestamp(this.clock), measured });
    } catch (error) {
      const reason = error instanceof ModelFailed ? 'model_failed' : 'failed';
      await this.giveUp(scanId, { reportId, reason, message: messageOf(error) });
      await this.settleNowOrLater(organizationId, reportId, false);
      if (!(error instanceof ModelFailed)) throw error;
      throw new InfrastructureError(`no AI report: ${error.message}`, {
        cause: error,
        refusal: {
          code: 'UNAVAILABLE',
          message: `The language model gave no report (${error.reason}). Nothing was charged. Try again later.`,
        },
      });
    }
  }

  private async delivered({
    organizationId,
    projectId,
    report,
    buys,
  }: {
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly report: AiReport;
    readonly buys: readonly string[];
  }): Promise<GeneratedAiReport> {
    const at = timestamp(this.clock);
    const { state, position } = await decide(this.events, aiReportsStream(report.scanId), model, (reports) =>
      deliver({ at, organizationId, projectId, report }, reports),
    );
    const isDelivered = state.delivered.has(report.reportId);
    if (buys.length > 0) await this.settleNowOrLater(organizationId, report.reportId, isDelivered);
    if (!isDelivered) {
      if (state.deleted) refused('SCAN_NOT_FOUND', 'Scan not found');
      throw new InfrastructureError(`AI report ${report.reportId} was given up before it was written`);
    }
    return { report, position };
  }

  private async giveUp(scanId: string, given: Omit<AiReportAbandoned['data'], 'at'>): Promise<void> {
    const at = timestamp(this.clock);
    await decide(this.events, aiReportsStream(scanId), model, (state) => abandon({ ...given, at }, state));
  }

  /** The report is recorded. If the ledger cannot be written now, the reactor settles the charge soon. */
  private async settleNowOrLater(organizationId: string, reportId: string, isDelivered: boolean): Promise<void> {
    try {
      await this.settle(organizationId, reportId, isDelivered);
    } catch (error) {
      if (!(error instanceof InfrastructureError)) throw error;
    }
  }

  private async settle(organizationId: string, reportId: string, isDelivered: boolean): Promise<void> {
    await this.commands.execute(
      new SettleCharge({
        organizationId,
        sessionId: reportId,
        linesScanned: 0,
        issuesByCategory: {},
        ...(!isDelivered && { refundRest: 'failed' }),
      }),
    );
  }
}
