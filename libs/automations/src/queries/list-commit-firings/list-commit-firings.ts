import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type FiringDocument, firingDocuments } from '../documents';

/** The thousand newest firings for one commit, newest first. */
export class ListCommitFirings extends Query<FiringDocument[]> {
  constructor(readonly input: { readonly automationId: string; readonly commitSha: string }) {
    super();
  }
}

const MOST = 1_000;

@QueryHandler(ListCommitFirings)
export class ListCommitFiringsHandler implements IQueryHandler<ListCommitFirings> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { automationId, commitSha } }: ListCommitFirings): Promise<FiringDocument[]> {
    const found = await this.readModels.collection(firingDocuments).find({
      where: { automationId, 'triggerData.commitSha': commitSha },
      sort: [
        ['triggeredAt', 'descending'],
        ['order', 'descending'],
      ],
      limit: MOST,
    });
    return found.map(({ document }) => document);
  }
}
