import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { TriggerType } from '../../domain/automation-fields';
import { type AutomationDocument, automationDocuments } from '../documents';

/** An organization's automations, newest first. */
export class ListAutomations extends Query<{ automations: AutomationDocument[]; total: number }> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly projectId?: string | undefined;
      readonly enabled?: boolean | undefined;
      readonly triggerType?: TriggerType | undefined;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

@QueryHandler(ListAutomations)
export class ListAutomationsHandler implements IQueryHandler<ListAutomations> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({
    input: { organizationId, projectId, enabled, triggerType, limit, offset },
  }: ListAutomations): Promise<{ automations: AutomationDocument[]; total: number }> {
    const collection = this.readModels.collection(automationDocuments);
    const where = {
      organizationId,
      ...(projectId !== undefined && { projectId }),
      ...(enabled !== undefined && { enabled }),
      ...(triggerType !== undefined && { 'trigger.type': triggerType }),
    };
    const sort = [
      ['createdAt', 'descending'],
      ['id', 'descending'],
    ] as const;
    const [page, total] = await Promise.all([collection.find({ where, sort, limit, offset }), collection.count(where)]);
    return { automations: page.map(({ document }) => document), total };
  }
}
