import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { fromCredits, microcredits, toCredits } from '@assay/kernel';
import { project, projectStream } from '@assay/projects';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { aiReportsStream } from '../../domain/ai-report-events';
import { model } from '../../domain/scan-reports';

interface Settlement {
  readonly reportId: string;
  readonly scanId: string;
  readonly projectId: string | null;
  /** In credits. */
  readonly charged: number;
  readonly refunded: number;
}

/**
 * The settlements of AI reports in a ledger that do not agree with the reports themselves: a sentence for each. A
 * delivered report keeps its charge, an undelivered one gets it back in full. For help with findings, the charge for
 * each finding without a text comes back.
 */
export class SettledAiReports extends Query<readonly string[]> {
  constructor(readonly input: { readonly settlements: readonly Settlement[] }) {
    super();
  }
}

@QueryHandler(SettledAiReports)
export class SettledAiReportsHandler implements IQueryHandler<SettledAiReports> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  async execute({ input: { settlements } }: SettledAiReports): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const settlement of settlements) wrong.push(...(await this.differences(settlement)));
    return wrong;
  }

  private async differences({ reportId, scanId, projectId, charged, refunded }: Settlement): Promise<string[]> {
    const { state } = await load(this.events, aiReportsStream(scanId), model);
    // The reports of a deleted project are deleted, too.
    if (state.deleted || (projectId !== null && (await this.isDeleted(projectId)))) return [];
    const { delivered, abandoned, helped } = state;
    if (!delivered.has(reportId) && !abandoned.has(reportId))
      return [`${reportId} is settled in this ledger, and there is no such AI report`];
    const help = helped.get(reportId);
    const share = help === undefined ? 0 : help.missing.length / help.charged;
    const due = delivered.has(reportId) ? toCredits(microcredits(Math.round(fromCredits(charged) * share))) : charged;
    if (refunded === due) return [];
    return [`AI report ${reportId} is to have ${due} of ${charged} credits back, the ledger says ${refunded}`];
  }

  private async isDeleted(projectId: string): Promise<boolean> {
    return (await load(this.events, projectStream(projectId), project)).state.status === 'gone';
  }
}
