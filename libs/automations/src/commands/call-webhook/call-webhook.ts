import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { CLOCK, type Clock, ID_SOURCE, type IdSource, timestamp } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { automation, automationNotFound, automationStream } from '../../domain/automation';
import { checkedCall } from '../../domain/checked-call';
import { automationDocuments } from '../../queries/documents';
import { WebhookAddresses } from '../../webhook-addresses';
import { type Fired, FireAutomation } from '../fire-automation/fire-automation';

/**
 * Calls an automation's webhook address. Refused: AUTOMATION_NOT_FOUND for an address that does not exist or no longer
 * does; VALIDATION_ERROR for a field that is not a string.
 */
export class CallWebhook extends Command<Fired> {
  constructor(
    readonly input: {
      readonly token: string;
      /** As received. */
      readonly body: unknown;
      /** Given if a repeated call is the same firing. */
      readonly idempotencyKey?: string | undefined;
    },
  ) {
    super();
  }
}

@CommandHandler(CallWebhook)
export class CallWebhookHandler implements ICommandHandler<CallWebhook> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly commands: CommandBus,
    private readonly addresses: WebhookAddresses,
  ) {}

  async execute({ input: { token, body, idempotencyKey } }: CallWebhook): Promise<Fired> {
    const automationId = await this.find(token);
    const called = checkedCall(body);
    return this.commands.execute(
      new FireAutomation({
        automationId,
        key: idempotencyKey === undefined ? this.ids.next('run') : `call/${idempotencyKey}`,
        at: timestamp(this.clock),
        trigger: { type: 'webhook', ...called },
      }),
    );
  }

  /** The read model finds the automation; its stream says whether the address is still valid. */
  private async find(token: string): Promise<string> {
    const called = await this.addresses.addressed(token);
    if (!called) return automationNotFound();
    const [found] = await this.readModels.collection(automationDocuments).find({ where: called, limit: 1 });
    if (!found) return automationNotFound();
    const { state } = await load(this.events, automationStream(found.id), automation);
    if (state.status !== 'live') return automationNotFound();
    const { webhookAddress, webhookToken } = state.fields;
    const isInForce = webhookAddress === called.webhookAddress && webhookToken === called.webhookToken;
    return isInForce ? found.id : automationNotFound();
  }
}
