import type { LogPosition } from '@assay/event-store';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProjectRegistry } from '../../project-registry';

/** Deleting again changes nothing. Refused: PROJECT_NOT_FOUND for one that never was, or another organization's. */
export class DeleteProject extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: { readonly organizationId: string; readonly projectId: string }) {
    super();
  }
}

@CommandHandler(DeleteProject)
export class DeleteProjectHandler implements ICommandHandler<DeleteProject> {
  constructor(private readonly registry: ProjectRegistry) {}

  execute({ input: { organizationId, projectId } }: DeleteProject): Promise<{ position: LogPosition | undefined }> {
    return this.registry.delete(organizationId, projectId);
  }
}
