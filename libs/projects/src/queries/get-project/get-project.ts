import { refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ProjectDocument, projectDocuments } from '../documents';

/** Refused: PROJECT_NOT_FOUND, also for another organization's. */
export class GetProject extends Query<ProjectDocument> {
  constructor(readonly input: { readonly organizationId: string; readonly projectId: string }) {
    super();
  }
}

@QueryHandler(GetProject)
export class GetProjectHandler implements IQueryHandler<GetProject> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId, projectId } }: GetProject): Promise<ProjectDocument> {
    const stored = await this.readModels.collection(projectDocuments).get(projectId);
    if (stored?.document.organizationId !== organizationId) return refused('PROJECT_NOT_FOUND', 'Project not found');
    return stored.document;
  }
}
