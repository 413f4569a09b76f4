import { EVENT_STORE, decide, type EventStore, type LogPosition } from '@assay/event-store';
import { CLOCK, type Clock, refused, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { model, requestCancel } from '../../domain/session';
import { sessionStream } from '../../domain/session-events';

/** Records the request; the reactor `cancel-workflows` carries it out. */
export class CancelSession extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: { organizationId: string; sessionId: string; by: string }) {
    super();
  }
}

@CommandHandler(CancelSession)
export class CancelSessionHandler implements ICommandHandler<CancelSession> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    input: { organizationId, sessionId, by },
  }: CancelSession): Promise<{ position: LogPosition | undefined }> {
    const { position } = await decide(
      this.events,
      sessionStream(sessionId),
      model,
      (session) => {
        if (session.started?.organizationId !== organizationId)
          return refused('SESSION_NOT_FOUND', 'Session not found');
        if (session.ended) return refused('SESSION_ALREADY_ENDED', `The session has ended already (${session.ended})`);
        if (session.settling)
          return refused(
            'SESSION_ALREADY_ENDED',
            'The session is ending already: what was not delivered is being refunded',
          );
        return requestCancel(by, session, timestamp(this.clock));
      },
      { metadata: { actor: by } },
    );
    return { position };
  }
}
