import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { automationNotFound } from '../../domain/automation';
import { type AutomationDocument, automationDocuments } from '../documents';

/** Refused: AUTOMATION_NOT_FOUND, also for another organization's. */
export class GetAutomation extends Query<AutomationDocument> {
  constructor(readonly input: { readonly organizationId: string; readonly automationId: string }) {
    super();
  }
}

@QueryHandler(GetAutomation)
export class GetAutomationHandler implements IQueryHandler<GetAutomation> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId, automationId } }: GetAutomation): Promise<AutomationDocument> {
    const stored = await this.readModels.collection(automationDocuments).get(automationId);
    if (stored?.document.organizationId !== organizationId) return automationNotFound();
    return stored.document;
  }
}
