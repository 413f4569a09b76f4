import { CreditAccounts } from '../../billing/src/credit-accounts';
import { ChargeAiReport, ChargeAiReportHandler } from '../../billing/src/commands/charge-ai-report/charge-ai-report';
import { SettleCharge, SettleChargeHandler } from '../../billing/src/commands/settle-charge/settle-charge';
import { LedgerTime } from '../../billing/src/ledger-time';
import { type LedgerEntry, ledgerStream, verify } from '@assay/billing';
import { type EventStore, type RecordedEvent, load } from '@assay/event-store';
import { PriceVersions } from '../../billing/src/price-versions';
import { Tiers, organizationStream } from '@assay/identity';
import { defaultPriceList, type Microcredits, systemClock, timeOrderedIds, toCredits } from '@assay/kernel';
import { GetFinding } from '@assay/findings';
import { GetReport, GetScanPurchase, ListScans } from '@assay/scanning';
import { FailingAppends } from '../../billing/test/failing-appends';
import { FailingEventStore, FaultPlan } from '../../scanning/test/failing-event-store';
import { ExplainIssues, ExplainIssuesHandler } from '../src/commands/explain-issues/explain-issues';
import { GenerateAiReport, GenerateAiReportHandler } from '../src/commands/generate-ai-report/generate-ai-report';
import type { AiReportFormat } from '../src/domain/ai-report';
import type { IssueFeature } from '../src/domain/issue-help';
import { aiReportsStream } from '../src/domain/ai-report-events';
import { model } from '../src/domain/scan-reports';
import { settleAiReports } from '../src/reactors/settle-ai-reports.reactor';
import { ScanMeasuring } from '../src/scan-measuring';
import type { LanguageModel } from '../src/writing/language-model';
import { ReportDrafting } from '../src/writing/report-drafting';
import { RuleBasedWriter } from '../src/writing/rule-based-writer';
import { finding } from './findings';
import { commandBusOf, queryBusOf } from '../../platform/test/buses';

const organizationId = 'org_1';
export const scanId = 'scn_1';

/** The present month. Finished months have other names; the ledger of the test's month is the only one. */
const month = (): string => new Date().toISOString().slice(0, 7);

/** One scan of one organization, and processes that write reports on it and die. */
export class AiReportWorld {
  private constructor(
    readonly store: EventStore,
    private readonly options: { readonly writer: LanguageModel; readonly paidFeatures: readonly string[] },
  ) {}

  /** The tool's suggestion for each finding. */
  suggestion = 'Parse the input.';

  /** The decisions about findings, by id. */
  readonly decisions = new Map<string, string>();

  static async begin({
    tier = 'starter',
    writer = new RuleBasedWriter(),
    paidFeatures = [],
  }: {
    tier?: string;
    writer?: LanguageModel;
    paidFeatures?: readonly string[];
  } = {}): Promise<AiReportWorld> {
    const store = new FailingAppends();
    const data = { organizationId, name: 'One', tier, at: new Date().toISOString() };
    await store.append(organizationStream(organizationId), [{ type: 'OrganizationCreated', data }]);
    await new PriceVersions(store, systemClock, defaultPriceList()).recorded();
    return new AiReportWorld(store, { writer, paidFeatures });
  }

  /** A separate process, whose appends fail as planned, and which may have another model than earlier ones. */
  process(
    plan = new FaultPlan(new Map()),
    writer: LanguageModel = this.options.writer,
  ): {
    generate(format: AiReportFormat, reportId?: string): ReturnType<GenerateAiReportHandler['execute']>;
    explain(
      findingIds: readonly string[],
      more?: { readonly feature?: IssueFeature; readonly reportId?: string },
    ): ReturnType<ExplainIssuesHandler['execute']>;
    react(): Promise<void>;
  } {
    const events = new FailingEventStore(this.store, plan);
    const prices = new PriceVersions(events, systemClock, defaultPriceList());
    const accounts = new CreditAccounts(events, systemClock, new LedgerTime(events, systemClock), prices);
    const commands = commandBusOf((command: ChargeAiReport | SettleCharge) =>
      command instanceof ChargeAiReport
        ? new ChargeAiReportHandler(accounts, prices).execute(command)
        : new SettleChargeHandler(accounts).execute(command),
    );
    const queries = queryBusOf((query) => Promise.resolve(this.answered(query)));
    const handler = new GenerateAiReportHandler(
      events,
      systemClock,
      timeOrderedIds,
      new ScanMeasuring(queries),
      new ReportDrafting(writer),
      commands,
      queries,
      new Tiers(events, defaultPriceList(), systemClock),
    );
    const explaining = new ExplainIssuesHandler(
      events,
      systemClock,
      timeOrderedIds,
      writer,
      commands,
      queries,
      new Tiers(events, defaultPriceList(), systemClock),
    );
    const reactor = settleAiReports({ events, commands, clock: systemClock, lease: 0 });
    return {
      generate: (format, reportId) =>
        handler.execute(
          new GenerateAiReport({
            organizationId,
            scanId,
            format,
            requestedBy: 'key_1',
            ...(reportId !== undefined && { reportId }),
          }),
        ),
      explain: (findingIds, more = {}) =>
        explaining.execute(
          new ExplainIssues({
            organizationId,
            scanId,
            feature: 'issue_explanations',
            findingIds,
            requestedBy: 'key_1',
            ...more,
          }),
        ),
      react: async () => {
        const charges = (await this.entries()).filter(({ type }) => type === 'CreditsCharged');
        for (const charged of charges) await reactor.react(charged as never, undefined as never);
      },
    };
  }

  async entries(): Promise<RecordedEvent<LedgerEntry>[]> {
    const entries: RecordedEvent<LedgerEntry>[] = [];
    for await (const entry of this.store.readStream<LedgerEntry>(ledgerStream(organizationId, month())))
      entries.push(entry);
    return entries;
  }

  async reports() {
    return (await load(this.store, aiReportsStream(scanId), model)).state;
  }

  /** The remaining credits; the chain must hold, and every charge be final. */
  async soundBalance(): Promise<number> {
    const entries = await this.entries();
    const { broken } = verify(
      entries.map(({ id, stream, revision, type, data }) => ({
        eventId: id,
        stream,
        revision,
        entry: { type, data } as LedgerEntry,
      })),
    );
    expect(broken).toBeUndefined();
    const settled = entries.flatMap(({ type, data }) => (type === 'ChargeSettled' ? [data.sessionId] : []));
    const charged = entries.flatMap(({ type, data }) => (type === 'CreditsCharged' ? [data.sessionId] : []));
    expect([...settled].sort()).toEqual([...charged].sort());
    return toCredits((entries.at(-1)!.data as { balance: Microcredits }).balance);
  }

  private answered(query: unknown): unknown {
    if (query instanceof GetReport)
      return {
        head: { scanId, projectId: 'prj_1' },
        target: 'shop',
        tools: [{ toolName: 'eslint-security', status: 'completed', findingsCount: 2 }],
        findings: this.findings(),
      };
    if (query instanceof GetScanPurchase) return { paidFeatures: this.options.paidFeatures };
    if (query instanceof ListScans) return { scans: [{ id: scanId }], total: 1 };
    if (query instanceof GetFinding) {
      const { findingId: id } = query.input;
      return {
        ...finding({ id }),
        scanId: id.startsWith('fnd_other') ? 'scn_other' : scanId,
        description: 'eval() runs what it is given.',
        suggestion: this.suggestion,
        explanation: { text: `Rules explain ${id}.`, source: 'rules' },
        remediation: [`Rules mend ${id}.`],
      };
    }
    throw new Error('nobody asks this');
  }

  private async *findings(): AsyncGenerator<object> {
    for (const id of ['fnd_1', 'fnd_2'])
      yield await Promise.resolve(finding({ id, status: this.decisions.get(id) ?? 'open' }));
  }
}
