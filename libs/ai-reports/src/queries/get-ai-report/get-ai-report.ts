import { Tiers } from '@assay/identity';
import { refused } from '@assay/kernel';
import { READ_MODELS, type ReadModels } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { requireTier } from '../../ai-report-tier';
import { type AiReport, type AiReportFormat, hasAllOf } from '../../domain/ai-report';
import { shownAs } from '../../domain/shown-as';
import { aiReportsDocuments } from './documents';

/** The newest report of a scan that includes all of the format. Refused: AI_REPORT_NOT_FOUND, TIER_REQUIRED. */
export class GetAiReport extends Query<AiReport> {
  constructor(
    readonly input: { readonly organizationId: string; readonly scanId: string; readonly format: AiReportFormat },
  ) {
    super();
  }
}

@QueryHandler(GetAiReport)
export class GetAiReportHandler implements IQueryHandler<GetAiReport> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly tiers: Tiers,
  ) {}

  async execute({ input: { organizationId, scanId, format } }: GetAiReport): Promise<AiReport> {
    await requireTier(this.tiers, organizationId, format);
    const stored = await this.readModels.collection(aiReportsDocuments).get(scanId);
    const reports = stored?.document.organizationId === organizationId ? Object.values(stored.document.reports) : [];
    const [newest] = reports
      .filter((report) => report !== undefined && hasAllOf(report.format, format))
      .sort((a, b) => b.generatedAt.localeCompare(a.generatedAt));
    if (newest === undefined)
      return refused(
        'AI_REPORT_NOT_FOUND',
        `No AI report of this scan has the format ${format} yet: POST /api/v1/reports/ai generates one`,
      );
    return shownAs(newest, format);
  }
}
