import { EARLIER_FIELDS, type ProjectDocument, type ProjectEvent, projectDocuments } from '@assay/projects';
import type { Projection } from '@assay/read-models';

/** One that was abandoned never had a document. */
type ShownEvent = Exclude<ProjectEvent, { type: 'ProjectAbandoned' }>;

/** GET /api/v1/projects: one document a project. */
export const projects: Projection<ProjectDocument, ShownEvent> = {
  ...projectDocuments,
  version: 3,
  indexes: [['organizationId', 'createdAt', 'id']],
  handles: { ProjectCreated: true, ProjectChanged: true, ProjectDeleted: true },
  documentIds: ({ data }) => [data.projectId],
  apply(document, { type, data }) {
    switch (type) {
      case 'ProjectCreated': {
        const { projectId, at, ...fields } = data;
        return { id: projectId, ...EARLIER_FIELDS, ...fields, createdAt: at, updatedAt: at };
      }
      case 'ProjectChanged': {
        const { projectId: _, at, ...changes } = data;
        return document && { ...document, ...changes, updatedAt: at };
      }
      case 'ProjectDeleted':
        return undefined;
    }
  },
};
