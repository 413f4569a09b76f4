import { type Receipt, SessionReceipt } from '@assay/billing';
import { refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../../tool-catalogue';
import { type ToolReportDocument, sessionDocuments } from '../session-document';

/** GET /api/sessions/<id>/receipt. Refused: SESSION_NOT_FOUND, also for another organization's. */
export class GetReceipt extends Query<Receipt & { readonly scanId: string; readonly status: string }> {
  constructor(readonly input: { readonly organizationId: string; readonly sessionId: string }) {
    super();
  }
}

@QueryHandler(GetReceipt)
export class GetReceiptHandler implements IQueryHandler<GetReceipt> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input: { organizationId, sessionId } }: GetReceipt) {
    const session = (await this.readModels.collection(sessionDocuments).get(sessionId))?.document;
    if (session?.organizationId !== organizationId) return refused('SESSION_NOT_FOUND', 'Session not found');
    const tools = new Map(
      Object.entries(session.toolReports).map(([tool, report]) => [tool, this.onReceipt(tool, report)]),
    );
    const receipt = await this.queries.execute(new SessionReceipt({ organizationId, sessionId, tools }));
    return { ...receipt, scanId: session.scanId, status: session.status };
  }

  /** The billing category of a free tool comes from the catalogue; a charged tool has it on its charge. */
  private onReceipt(tool: string, { category, status, findingsCount, result }: ToolReportDocument) {
    return {
      category: this.catalogue.tool(tool)?.billing ?? category,
      status,
      findingsCount,
      ...(result?.reason !== undefined && { reason: result.reason }),
    };
  }
}
