import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { CLOCK, type Clock, ID_SOURCE, type IdSource, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createOrganization, organization, organizationStream } from '../../domain/organization';

/** Refused: VALIDATION_ERROR. */
export class CreateOrganization extends Command<{ organizationId: string; position: LogPosition | undefined }> {
  constructor(readonly input: { readonly name: string; readonly tier: string }) {
    super();
  }
}

@CommandHandler(CreateOrganization)
export class CreateOrganizationHandler implements ICommandHandler<CreateOrganization> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  async execute({ input }: CreateOrganization): Promise<{ organizationId: string; position: LogPosition | undefined }> {
    const organizationId = this.ids.next('org');
    const { position } = await decide(this.events, organizationStream(organizationId), organization, (state) =>
      createOrganization({ ...input, organizationId, at: timestamp(this.clock) }, state),
    );
    return { organizationId, position };
  }
}
