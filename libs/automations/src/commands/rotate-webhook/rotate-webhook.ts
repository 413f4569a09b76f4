import { type EventStore, type LogPosition, EVENT_STORE, decide } from '@assay/event-store';
import { type Clock, CLOCK, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { automation, automationStream, rotateWebhook } from '../../domain/automation';
import { newWebhookAddress } from '../../webhook-addresses';

/**
 * Gives the automation a new webhook address; the old one becomes invalid. Refused: AUTOMATION_NOT_FOUND, CONFLICT if
 * its trigger is not a webhook.
 */
export class RotateWebhook extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: { readonly organizationId: string; readonly automationId: string }) {
    super();
  }
}

@CommandHandler(RotateWebhook)
export class RotateWebhookHandler implements ICommandHandler<RotateWebhook> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    input: { organizationId, automationId },
  }: RotateWebhook): Promise<{ position: LogPosition | undefined }> {
    const newAddress = newWebhookAddress();
    const about = { organizationId, automationId, at: timestamp(this.clock) };
    const { position } = await decide(this.events, automationStream(automationId), automation, (state) =>
      rotateWebhook(about, newAddress, state),
    );
    return { position };
  }
}
