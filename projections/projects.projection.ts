import { type ProjectDocument, type ProjectEvent, projectDocuments } from '@assay/projects';
import type { Projection } from '@assay/read-models';

/** GET /api/v1/projects: one document a project. */
export const projects: Projection<ProjectDocument, ProjectEvent> = {
  ...projectDocuments,
  version: 1,
  indexes: [['organizationId', 'createdAt', 'id']],
  handles: ['ProjectCreated', 'ProjectChanged', 'ProjectDeleted'],
  documentIds: ({ data }) => [data.projectId],
  apply(document, { type, data }) {
    switch (type) {
      case 'ProjectCreated': {
        const { projectId, at, ...fields } = data;
        return { id: projectId, ...fields, createdAt: at, updatedAt: at };
      }
      case 'ProjectChanged': {
        const { projectId: _, at, ...changes } = data;
        return document && { ...document, ...changes, updatedAt: at };
      }
      default:
        return undefined;
    }
  },
};
