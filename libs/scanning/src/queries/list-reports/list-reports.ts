import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ReportHead, type ReportStatus, reportHead, toolsOf } from '../../reports/report';
import { scanDocuments } from '../scan-document';
import { sessionDocuments } from '../session-document';

/**
 * The reports of completed scans, or of canceled ones, without their findings, newest first: a scan that began earlier
 * may end later.
 */
export class ListReports extends Query<{ reports: ReportHead[]; total: number }> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly projectId?: string;
      readonly status: ReportStatus;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

/** A report is generated when its scan is completed. */
const NEWEST_FIRST = [
  ['completedAt', 'descending'],
  ['scanId', 'descending'],
] as const;

@QueryHandler(ListReports)
export class ListReportsHandler implements IQueryHandler<ListReports> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({
    input: { organizationId, projectId, status, limit, offset },
  }: ListReports): Promise<{ reports: ReportHead[]; total: number }> {
    const scans = this.readModels.collection(scanDocuments);
    // A scan that is being canceled has no report yet, and no time of its end.
    const where = {
      organizationId,
      status,
      completedAt: { gt: '' },
      ...(projectId !== undefined && { projectId }),
    };
    const [page, total] = await Promise.all([
      scans.find({ where, sort: NEWEST_FIRST, limit, offset }),
      scans.count(where),
    ]);
    const sessions = new Map(
      (await this.readModels.collection(sessionDocuments).getMany(page.map(({ id }) => id))).map(({ id, document }) => [
        id,
        document,
      ]),
    );
    return {
      total,
      reports: page.map(({ id, document }) => {
        const session = sessions.get(id);
        return reportHead(document, session ? toolsOf(session) : []);
      }),
    };
  }
}
