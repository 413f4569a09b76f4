import { readModel } from '@assay/read-models';
import type { ProjectFields } from '../domain/project-fields';

/** One a project, in `projects`; also what a client sees. */
export interface ProjectDocument extends ProjectFields {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const projectDocuments = readModel<ProjectDocument>('projects');
