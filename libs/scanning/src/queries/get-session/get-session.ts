import { findingGroupDocuments, thatCount } from '@assay/findings';
import { FINDING_CATEGORIES, SEVERITIES, refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { withAllCounted } from '../../domain/all-counted';
import type { SessionSummary } from '../../domain/session-events';
import { type SessionDocument, sessionDocuments } from '../session-document';
import {
  type SessionProgressView,
  type SessionView,
  type ToolReportView,
  progressOf,
  reportsSince,
  sessionView,
} from '../session-view';

export type SessionAnswer =
  | SessionView
  | {
      readonly sessionId: string;
      readonly status: SessionDocument['status'];
      readonly progress: SessionProgressView;
      readonly lastUpdated: string;
    }
  | {
      readonly sessionId: string;
      readonly status: SessionDocument['status'];
      readonly progress: SessionProgressView;
      readonly newReports: readonly ToolReportView[];
      readonly lastUpdated: string;
    };

/** The three modes of polling: everything, only the progress, or the reports since a time. */
export class GetSession extends Query<SessionAnswer> {
  constructor(
    readonly input: {
      organizationId: string;
      sessionId: string;
      mode: { kind: 'full' } | { kind: 'progress' } | { kind: 'since'; since: string };
    },
  ) {
    super();
  }
}

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId, sessionId, mode } }: GetSession): Promise<SessionAnswer> {
    const stored = await this.readModels.collection(sessionDocuments).get(sessionId);
    const document = stored?.document;
    if (!document || document.organizationId !== organizationId)
      return refused('SESSION_NOT_FOUND', 'Session not found');
    const { status, lastUpdated } = document;
    switch (mode.kind) {
      case 'progress':
        return { sessionId, status, progress: progressOf(document), lastUpdated };
      case 'since':
        return {
          sessionId,
          status,
          progress: progressOf(document),
          newReports: reportsSince(document, mode.since),
          lastUpdated,
        };
      case 'full':
        return sessionView(document, document.summary ?? (await this.liveSummary(document)));
    }
  }

  /** The counts of the findings read model so far; after the session's end, its own summary replaces them. */
  private async liveSummary(document: SessionDocument): Promise<SessionSummary> {
    const findings = this.readModels.collection(findingGroupDocuments);
    // If nothing can be suppressed, indexes alone answer this.
    const { scanId } = document;
    const where = { scanId, ...(document.suppressions && thatCount()) };
    const [severities, categories, suppressed] = await Promise.all([
      findings.countBy('severity', where),
      findings.countBy('category', where),
      document.suppressions ? findings.count({ scanId, ...thatCount({ suppressed: true }) }) : 0,
    ]);
    const tally = <Key extends string>(keys: readonly Key[], counts: ReadonlyMap<unknown, number>) =>
      Object.fromEntries(keys.map((key) => [key, counts.get(key) ?? 0])) as Record<Key, number>;
    const { completed, skipped, failed } = progressOf(document);
    const found = {
      totalFindings: [...severities.values()].reduce((sum, count) => sum + count, 0),
      bySeverity: tally(SEVERITIES, severities),
      byCategory: tally(FINDING_CATEGORIES, categories),
      ...(suppressed > 0 && { suppressed }),
    };
    return {
      ...withAllCounted(
        found,
        Object.values(document.toolReports).map(({ category, result }) => ({ category, notKept: result?.notKept })),
      ),
      toolsRun: completed,
      toolsSkipped: skipped,
      toolsFailed: failed,
    };
  }
}
