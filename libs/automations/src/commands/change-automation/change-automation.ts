import { type EventStore, type LogPosition, EVENT_STORE, decide, load } from '@assay/event-store';
import { type Clock, CLOCK, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AutomationRules } from '../../automation-rules';
import { automation, automationStream, changeAutomation, liveAutomation } from '../../domain/automation';
import { type AutomationInput, automationPatch } from '../../domain/checked-fields';
import { newWebhookAddress } from '../../webhook-addresses';

/**
 * Changes the fields that are supplied. Refused: AUTOMATION_NOT_FOUND, INVALID_TRIGGER_TYPE, INVALID_CRON_EXPRESSION,
 * VALIDATION_ERROR with every wrong field, PROJECT_ACCESS_DENIED, PLATFORM_NOT_ALLOWED.
 */
export class ChangeAutomation extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: AutomationInput & { readonly organizationId: string; readonly automationId: string }) {
    super();
  }
}

@CommandHandler(ChangeAutomation)
export class ChangeAutomationHandler implements ICommandHandler<ChangeAutomation> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly rules: AutomationRules,
  ) {}

  async execute({ input }: ChangeAutomation): Promise<{ position: LogPosition | undefined }> {
    const { organizationId, automationId } = input;
    const stream = automationStream(automationId);
    liveAutomation((await load(this.events, stream, automation)).state, organizationId);
    const patch = automationPatch(input);
    await this.rules.check(organizationId, patch);
    const newAddress = newWebhookAddress();
    const { position } = await decide(this.events, stream, automation, (state) =>
      changeAutomation({ organizationId, automationId, at: timestamp(this.clock) }, { patch, newAddress }, state),
    );
    return { position };
  }
}
