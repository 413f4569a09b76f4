import { refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sessionDocuments } from '../session-document';

/** The session behind a scan id. Refuses SCAN_NOT_FOUND, also for another organization's. */
export class GetScanOwner extends Query<{ sessionId: string; projectId: string | null }> {
  constructor(readonly input: { organizationId: string; scanId: string }) {
    super();
  }
}

@QueryHandler(GetScanOwner)
export class GetScanOwnerHandler implements IQueryHandler<GetScanOwner> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({
    input: { organizationId, scanId },
  }: GetScanOwner): Promise<{ sessionId: string; projectId: string | null }> {
    const [stored] = await this.readModels.collection(sessionDocuments).find({ where: { scanId }, limit: 1 });
    if (stored?.document.organizationId !== organizationId) return refused('SCAN_NOT_FOUND', 'Scan not found');
    return { sessionId: stored.document.sessionId, projectId: stored.document.projectId };
  }
}
