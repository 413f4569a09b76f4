import { ChargeAiReport, SettleCharge } from '@assay/billing';
import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { type FindingDetail, GetFinding } from '@assay/findings';
import { Tiers } from '@assay/identity';
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
import { GetReport } from '@assay/scanning';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { requireFeatures } from '../../ai-report-tier';
import { type AiReportAbandoned, aiReportsStream } from '../../domain/ai-report-events';
import {
  type IssueFacts,
  type IssueFeature,
  type IssueText,
  basisOf,
  checkedSentences,
  factsOf,
} from '../../domain/issue-help';
import {
  type HelpRequested,
  type ScanReports,
  abandon,
  deliverHelp,
  helpOf,
  helpRequested,
  model,
  requestHelp,
} from '../../domain/scan-reports';
import { returnedItems } from '../../returned-items';
import { LANGUAGE_MODEL, type LanguageModel, ModelFailed } from '../../writing/language-model';

export interface IssueHelp {
  readonly findingId: string;
  readonly text: string;
  /** The author of the text. Text of rules is free. */
  readonly source: 'rules' | 'model';
}

interface IssuesExplained {
  /** In the order in which they were asked for. */
  readonly issues: readonly IssueHelp[];
  /** The purchase of this request: absent if all help existed before, or if only rules wrote. */
  readonly reportId?: string;
  /** The log position that a read model must have reached to show it. */
  readonly position: LogPosition | undefined;
}

interface Issue {
  readonly findingId: string;
  readonly facts: IssueFacts;
  readonly basis: string;
  readonly byRules: string;
}

interface Work {
  readonly input: ExplainIssues['input'];
  readonly projectId: string | null;
  readonly issues: readonly Issue[];
}

/** The number of findings that a model is asked about at once: its answer has to stay short enough to be complete. */
const AT_ONCE = 5;

/**
 * Explains findings of a completed scan, or says how to fix them. Each finding that a language model writes about is
 * charged once, as long as its facts stay the same. Credits for texts that the model does not deliver come back, and
 * rules write those at no cost. Refused: SCAN_NOT_FOUND, SCAN_NOT_COMPLETED, FINDING_NOT_FOUND, TIER_REQUIRED,
 * INSUFFICIENT_CREDITS, CONFLICT while another text about the scan is being written. UNAVAILABLE if the model fails:
 * nothing is charged then.
 */
export class ExplainIssues extends Command<IssuesExplained> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly scanId: string;
      readonly feature: IssueFeature;
      readonly findingIds: readonly string[];
      readonly requestedBy: string;
      /** Given if a repeated request must find the same help. */
      readonly reportId?: string;
    },
  ) {
    super();
  }
}

/**
 * Requests, charges, writes, delivers and settles. The reactor `settle-ai-reports` finishes what a crash interrupted.
 */
@CommandHandler(ExplainIssues)
export class ExplainIssuesHandler implements ICommandHandler<ExplainIssues> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(LANGUAGE_MODEL) private readonly writer: LanguageModel,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly tiers: Tiers,
  ) {}

  async execute({ input }: ExplainIssues): Promise<IssuesExplained> {
    const { organizationId, scanId, feature } = input;
    const what = `${feature} require`;
    await requireFeatures(this.tiers, organizationId, { features: [feature], what });
    const { head } = await this.queries.execute(new GetReport({ organizationId, scanId }));
    const issues = await this.issuesOf(input);
    const work = { input, projectId: head.projectId, issues };
    if (this.writer.kind === 'rules') return { issues: issues.map(byRules), position: undefined };
    return this.explained(input.reportId ?? this.ids.next('air'), work);
  }

  private async issuesOf({ organizationId, scanId, feature, findingIds }: ExplainIssues['input']): Promise<Issue[]> {
    const issues: Issue[] = [];
    for (const findingId of new Set(findingIds)) {
      const detail = await this.queries.execute(new GetFinding({ organizationId, findingId }));
      if (detail.scanId !== scanId) refused('FINDING_NOT_FOUND', `${findingId} is no finding of this scan`);
      const facts = factsOf(detail);
      const basis = basisOf(feature, this.writer.name, facts);
      issues.push({ findingId, facts, basis, byRules: wordsOfRules(feature, detail) });
    }
    return issues;
  }

  private async explained(reportId: string, work: Work): Promise<IssuesExplained> {
    const { input, projectId, issues } = work;
    const { organizationId, scanId, feature, requestedBy } = input;
    const lacking = (state: ScanReports) => issues.filter((issue) => helpOf(state, feature, issue) === undefined);
    const { state } = await decide(this.events, aiReportsStream(scanId), model, (found) => {
      const findingIds = lacking(found).map((issue) => issue.findingId);
      if (found.delivered.has(reportId) || found.abandoned.has(reportId)) return [];
      if (findingIds.length === 0 || helpRequested(found, reportId) !== undefined) return [];
      const at = timestamp(this.clock);
      const of = { at, reportId, scanId, organizationId, projectId, feature, findingIds, requestedBy };
      const decided = requestHelp(of, found);
      if (!decided.ok) throw new RefusedError(decided.refusal);
      return decided.value;
    });
    if (state.helped.has(reportId)) return this.settled(reportId, work, { state, position: undefined });
    // An earlier try of this request was lost and its charge returned: this try uses the next id in the sequence.
    if (state.abandoned.has(reportId)) return this.explained(deterministicId('air', `${reportId}/abandoned`), work);
    const requested = helpRequested(state, reportId);
    if (requested === undefined) return { issues: shown(state, feature, issues), position: undefined };
    const asked = askedFor(requested, work);
    const texts = await this.chargedAndWritten(reportId, { ...work, issues: asked });
    return this.delivered(reportId, work, { texts, asked });
  }

  private async chargedAndWritten(reportId: string, { input, projectId, issues }: Work): Promise<IssueText[]> {
    const { organizationId, scanId, feature } = input;
    try {
      const findingIds = issues.map(({ findingId }) => findingId);
      await this.commands.execute(
        new ChargeAiReport({
          organizationId,
          reportId,
          scanId,
          projectId,
          features: [],
          issues: { feature, findingIds },
        }),
      );
    } catch (error) {
      await this.giveUp(scanId, { reportId, reason: 'unpaid', message: messageOf(error) });
      throw error;
    }
    try {
      return await this.written(feature, issues);
    } catch (error) {
      const reason = error instanceof ModelFailed ? 'model_failed' : 'failed';
      await this.giveUp(scanId, { reportId, reason, message: messageOf(error) });
      await this.settleNowOrLater(organizationId, reportId, { refundRest: 'failed' });
      if (!(error instanceof ModelFailed)) throw error;
      throw new InfrastructureError(`no help with findings: ${error.message}`, {
        cause: error,
        refusal: {
          code: 'UNAVAILABLE',
          message: `The language model wrote nothing (${error.reason}). Nothing was charged. Try again later.`,
        },
      });
    }
  }

  /** The usable texts of the model. A batch that fails is not delivered. If all batches fail, the model has failed. */
  private async written(feature: IssueFeature, issues: readonly Issue[]): Promise<IssueText[]> {
    const told = issues.map((issue, n) => ({ ...issue, ref: `finding${n + 1}` }));
    const parts = Array.from({ length: Math.ceil(told.length / AT_ONCE) }, (_, n) =>
      told.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
    );
    const drafts = await Promise.allSettled(
      parts.map((part) => this.writer.writeIssues({ feature, issues: part.map(({ ref, facts }) => ({ ref, facts })) })),
    );
    const failed = drafts.filter((draft) => draft.status === 'rejected').map(({ reason }) => reason as unknown);
    const fault = failed.find((error) => !(error instanceof ModelFailed)) ?? failed[0];
    if (fault !== undefined && (failed.length === drafts.length || !(fault instanceof ModelFailed))) throw fault;
    return drafts.flatMap((draft, n) =>
      draft.status === 'rejected'
        ? []
        : parts[n]!.flatMap((issue) => {
            const sentences = checkedSentences(draft.value, issue);
            return sentences === undefined ? [] : [{ findingId: issue.findingId, basis: issue.basis, sentences }];
          }),
    );
  }

  private async delivered(
    reportId: string,
    work: Work,
    { texts, asked }: { readonly texts: readonly IssueText[]; readonly asked: readonly Issue[] },
  ): Promise<IssuesExplained> {
    const { organizationId, scanId, feature } = work.input;
    const { projectId } = work;
    const at = timestamp(this.clock);
    const written = new Set(texts.map(({ findingId }) => findingId));
    const missing = asked.map(({ findingId }) => findingId).filter((id) => !written.has(id));
    const decided = await decide(this.events, aiReportsStream(scanId), model, (found) =>
      deliverHelp({ at, organizationId, projectId, scanId, reportId, feature, texts, missing }, found),
    );
    return this.settled(reportId, work, decided);
  }

  /** Settles the delivered help, also if another process delivered it: that one may have died before it settled. */
  private async settled(
    reportId: string,
    { input: { organizationId, feature }, issues }: Work,
    { state, position }: { readonly state: ScanReports; readonly position: LogPosition | undefined },
  ): Promise<IssuesExplained> {
    const help = state.helped.get(reportId);
    const settledAt = await this.settleNowOrLater(
      organizationId,
      reportId,
      help === undefined ? { refundRest: 'failed' } : { undelivered: returnedItems(help) },
    );
    if (state.deleted) refused('SCAN_NOT_FOUND', 'Scan not found');
    if (help === undefined) throw new InfrastructureError(`help ${reportId} was given up before it was written`);
    return { reportId, issues: shown(state, feature, issues), position: newerOf(position, settledAt) };
  }

  private async giveUp(scanId: string, given: Omit<AiReportAbandoned['data'], 'at'>): Promise<void> {
    const at = timestamp(this.clock);
    await decide(this.events, aiReportsStream(scanId), model, (state) => abandon({ ...given, at }, state));
  }

  /**
   * The outcome is recorded. If the ledger cannot be written now, the reactor settles the charge soon.
   *
   * @returns the log position that a reader of the ledger must have reached; undefined if it was not settled
   */
  private async settleNowOrLater(
    organizationId: string,
    reportId: string,
    returned: Pick<SettleCharge['input'], 'undelivered' | 'refundRest'>,
  ): Promise<LogPosition | undefined> {
    try {
      const { position } = await this.commands.execute(
        new SettleCharge({ organizationId, sessionId: reportId, linesScanned: 0, issuesByCategory: {}, ...returned }),
      );
      return position;
    } catch (error) {
      if (!(error instanceof InfrastructureError)) throw error;
      return undefined;
    }
  }
}

/**
 * The findings that the request was recorded for. A repeated request may lack help for more findings by now, because
 * their facts have changed; its charge does not name those.
 *
 * @throws Error if the id belongs to a request for other findings
 */
function askedFor({ feature, findingIds }: HelpRequested, { input, issues }: Work): Issue[] {
  const byId = new Map(issues.map((issue) => [issue.findingId, issue]));
  return findingIds.map((findingId) => {
    const issue = byId.get(findingId);
    if (issue === undefined || feature !== input.feature)
      throw new Error(`help was requested under this id for ${feature} of ${findingId}`);
    return issue;
  });
}

const newerOf = (a: LogPosition | undefined, b: LogPosition | undefined): LogPosition | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

const byRules = ({ findingId, byRules: text }: Issue): IssueHelp => ({ findingId, text, source: 'rules' });

const shown = (state: ScanReports, feature: IssueFeature, issues: readonly Issue[]): IssueHelp[] =>
  issues.map((issue) => {
    const help = helpOf(state, feature, issue);
    return help ? { findingId: issue.findingId, text: help.sentences.join(' '), source: 'model' } : byRules(issue);
  });

const wordsOfRules = (feature: IssueFeature, { explanation, remediation }: FindingDetail): string =>
  feature === 'issue_explanations' ? explanation.text : remediation.join(' ');
