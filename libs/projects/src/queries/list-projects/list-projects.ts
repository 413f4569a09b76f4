import { refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ProjectDocument, projectDocuments } from '../documents';

interface ProjectPage {
  readonly projects: readonly ProjectDocument[];
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

/**
 * An organization's projects, newest first. `page` from 1, `perPage` 1–100; an `offset` wins over the page. Refused:
 * VALIDATION_ERROR.
 */
export class ListProjects extends Query<ProjectPage> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly page?: number;
      readonly perPage?: number;
      readonly offset?: number | undefined;
    },
  ) {
    super();
  }
}

@QueryHandler(ListProjects)
export class ListProjectsHandler implements IQueryHandler<ListProjects> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({
    input: { organizationId, page = 1, perPage = 20, offset = (page - 1) * perPage },
  }: ListProjects): Promise<ProjectPage> {
    if (!Number.isSafeInteger(page) || page < 1)
      refused('VALIDATION_ERROR', 'page must be from 1', [{ field: 'page', message: 'must be a whole number from 1' }]);
    if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100)
      refused('VALIDATION_ERROR', 'per_page must be 1 to 100', [{ field: 'per_page', message: 'must be 1 to 100' }]);
    const collection = this.readModels.collection(projectDocuments);
    const [stored, total] = await Promise.all([
      collection.find({
        where: { organizationId },
        sort: [
          ['createdAt', 'descending'],
          ['id', 'descending'],
        ],
        limit: perPage,
        offset,
      }),
      collection.count({ organizationId }),
    ]);
    return { projects: stored.map(({ document }) => document), page: Math.floor(offset / perPage) + 1, perPage, total };
  }
}
