export { ChangeProject } from './commands/change-project/change-project';
export { CreateProject } from './commands/create-project/create-project';
export { DeleteProject } from './commands/delete-project/delete-project';
export {
  EARLIER_FIELDS,
  type ProjectDeleted,
  type ProjectEvent,
  project,
  projectStream,
} from './domain/project';
export { BRANCH_NAME } from './domain/project-fields';
export { refusePlatformsBeyond } from './platform-access';
export { ProjectsModule } from './projects.module';
export { type ProjectDocument, projectDocuments } from './queries/documents';
export { GetProject } from './queries/get-project/get-project';
export { ListProjects } from './queries/list-projects/list-projects';
