import { type EventStore, type LogPosition, EVENT_STORE, decide, load } from '@assay/event-store';
import { Tiers } from '@assay/identity';
import { type Clock, CLOCK, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changeProject, live, project, projectStream } from '../../domain/project';
import { type ProjectInput, projectPatch } from '../../domain/project-fields';
import { refusePlatformsBeyond } from '../../platform-access';

/** Changes the supplied fields; null clears. Refused: VALIDATION_ERROR, PLATFORM_NOT_ALLOWED, PROJECT_NOT_FOUND. */
export class ChangeProject extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: ProjectInput & { readonly organizationId: string; readonly projectId: string }) {
    super();
  }
}

@CommandHandler(ChangeProject)
export class ChangeProjectHandler implements ICommandHandler<ChangeProject> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tiers: Tiers,
  ) {}

  async execute({ input }: ChangeProject): Promise<{ position: LogPosition | undefined }> {
    const { organizationId, projectId } = input;
    const { state } = await load(this.events, projectStream(projectId), project);
    const before = live(state, organizationId);
    const patch = projectPatch(input);
    // Platforms from before a downgrade may stay; only added platforms must be part of the tier.
    const added = (patch.platforms ?? []).filter((platform) => !before.fields.platforms.includes(platform));
    refusePlatformsBeyond(this.tiers, await this.tiers.of(organizationId), added);
    const { position } = await decide(this.events, projectStream(projectId), project, (current) =>
      changeProject({ organizationId, projectId, at: timestamp(this.clock) }, patch, current),
    );
    return { position };
  }
}
