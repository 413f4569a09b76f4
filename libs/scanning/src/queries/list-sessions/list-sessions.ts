import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type SessionDocument, sessionDocuments } from '../session-document';
import { progressOf } from '../session-view';

interface SessionListItem {
  readonly sessionId: string;
  readonly scanId: string;
  readonly status: SessionDocument['status'];
  readonly progress: { readonly total: number; readonly completed: number; readonly percentage: number };
  readonly createdAt: string;
  readonly completedAt: string | null;
}

export class ListSessions extends Query<{ sessions: SessionListItem[]; total: number }> {
  constructor(readonly input: { organizationId: string; limit: number; offset: number }) {
    super();
  }
}

/** Newest first. */
@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({
    input: { organizationId, limit, offset },
  }: ListSessions): Promise<{ sessions: SessionListItem[]; total: number }> {
    const collection = this.readModels.collection(sessionDocuments);
    const where = { organizationId };
    const [page, total] = await Promise.all([
      collection.find({ where, sort: [['createdAt', 'descending']], limit, offset }),
      collection.count(where),
    ]);
    return {
      total,
      sessions: page.map(({ document }) => {
        const { total: tools, completed, percentage } = progressOf(document);
        const { sessionId, scanId, status, createdAt, completedAt } = document;
        return { sessionId, scanId, status, progress: { total: tools, completed, percentage }, createdAt, completedAt };
      }),
    };
  }
}
