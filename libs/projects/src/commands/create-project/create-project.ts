import type { LogPosition } from '@assay/event-store';
import { Tiers } from '@assay/identity';
import { type IdSource, ID_SOURCE } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ProjectInput, newProjectFields } from '../../domain/project-fields';
import { refusePlatformsBeyond } from '../../platform-access';
import { ProjectRegistry } from '../../project-registry';

/**
 * Refused: VALIDATION_ERROR with every wrong field; PLATFORM_NOT_ALLOWED naming the tier that has it;
 * PROJECT_LIMIT_REACHED; ORGANIZATION_NOT_FOUND.
 */
export class CreateProject extends Command<{ projectId: string; position: LogPosition | undefined }> {
  constructor(
    readonly input: ProjectInput & {
      readonly organizationId: string;
      /** Given where a repeated request must create the same project: creating it again gives the one that is there. */
      readonly projectId?: string;
    },
  ) {
    super();
  }
}

@CommandHandler(CreateProject)
export class CreateProjectHandler implements ICommandHandler<CreateProject> {
  constructor(
    private readonly tiers: Tiers,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly registry: ProjectRegistry,
  ) {}

  async execute({ input }: CreateProject): Promise<{ projectId: string; position: LogPosition | undefined }> {
    const fields = newProjectFields(input);
    const tier = await this.tiers.of(input.organizationId);
    refusePlatformsBeyond(this.tiers, tier, fields.platforms);
    for (let projectId = input.projectId ?? this.ids.next('prj'); ; projectId = this.ids.next('prj')) {
      const created = await this.registry.create(input.organizationId, projectId, fields, tier.maxProjects);
      if (created) return { projectId, ...created };
    }
  }
}
