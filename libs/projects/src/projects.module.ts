import { Tiers } from '@assay/identity';
import { Module } from '@nestjs/common';
import { ChangeProjectHandler } from './commands/change-project/change-project';
import { CreateProjectHandler } from './commands/create-project/create-project';
import { DeleteProjectHandler } from './commands/delete-project/delete-project';
import { ProjectRegistry } from './project-registry';
import { GetProjectHandler } from './queries/get-project/get-project';
import { ListProjectsHandler } from './queries/list-projects/list-projects';

/** Needs EVENT_STORE, READ_MODELS, CLOCK and ID_SOURCE from a global module. */
@Module({
  providers: [
    ProjectRegistry,
    Tiers,
    CreateProjectHandler,
    ChangeProjectHandler,
    DeleteProjectHandler,
    GetProjectHandler,
    ListProjectsHandler,
  ],
})
export class ProjectsModule {}
