import type { LogPosition } from '@assay/event-store';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AutomationRegistry } from '../../automation-registry';

/** Deleting again changes nothing. Refused: AUTOMATION_NOT_FOUND if it never existed or is another organization's. */
export class DeleteAutomation extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: { readonly organizationId: string; readonly automationId: string }) {
    super();
  }
}

@CommandHandler(DeleteAutomation)
export class DeleteAutomationHandler implements ICommandHandler<DeleteAutomation> {
  constructor(private readonly registry: AutomationRegistry) {}

  execute({
    input: { organizationId, automationId },
  }: DeleteAutomation): Promise<{ position: LogPosition | undefined }> {
    return this.registry.delete(organizationId, automationId);
  }
}
