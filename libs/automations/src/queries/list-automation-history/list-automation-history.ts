import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { automationNotFound } from '../../domain/automation';
import { type FiringDocument, automationDocuments, firingDocuments } from '../documents';

/** The firings of an automation, newest first. Refused: AUTOMATION_NOT_FOUND, also for another organization's. */
export class ListAutomationHistory extends Query<{ firings: FiringDocument[]; total: number }> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly automationId: string;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

@QueryHandler(ListAutomationHistory)
export class ListAutomationHistoryHandler implements IQueryHandler<ListAutomationHistory> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({
    input: { organizationId, automationId, limit, offset },
  }: ListAutomationHistory): Promise<{ firings: FiringDocument[]; total: number }> {
    const automation = await this.readModels.collection(automationDocuments).get(automationId);
    if (automation?.document.organizationId !== organizationId) return automationNotFound();
    const collection = this.readModels.collection(firingDocuments);
    const where = { automationId };
    const sort = [
      ['triggeredAt', 'descending'],
      ['order', 'descending'],
    ] as const;
    const [page, total] = await Promise.all([collection.find({ where, sort, limit, offset }), collection.count(where)]);
    return { firings: page.map(({ document }) => document), total };
  }
}
