import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type VerdictDocument, verdictDocuments } from './verdict-document';

/** The verdict on a scan of an organization; undefined if none was given, or none yet. */
export class GetVerdict extends Query<VerdictDocument | undefined> {
  constructor(readonly input: { readonly organizationId: string; readonly scanId: string }) {
    super();
  }
}

@QueryHandler(GetVerdict)
export class GetVerdictHandler implements IQueryHandler<GetVerdict> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId, scanId } }: GetVerdict): Promise<VerdictDocument | undefined> {
    const stored = await this.readModels.collection(verdictDocuments).get(scanId);
    return stored?.document.organizationId === organizationId ? stored.document : undefined;
  }
}
