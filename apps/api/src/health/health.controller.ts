import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { LOGGER } from '@assay/platform';
import { type FollowedReadModels, FOLLOWED_READ_MODELS, type ReadModelStore, READ_MODEL_STORE } from '@assay/read-models';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Answers } from '../openapi/decorators';
import { Public } from '../http/api-key.guard';

interface Check { readonly status: 'up' | 'down'; readonly reason?: string }

@ApiTags('health')
@Controller('health')
@Public()
export class HealthController {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(READ_MODEL_STORE) private readonly store: ReadModelStore,
    @Inject(FOLLOWED_READ_MODELS) private readonly followed: FollowedReadModels,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @ApiOperation({ summary: 'Is the process alive?' })
  @Answers(200, 'Alive', 'It is.')
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  @ApiOperation({ summary: 'Can it answer?', description: 'The state of each dependency and projection; 503 when one of them is down.' })
  @Answers(200, 'Health', 'It can.') @Answers(503, 'Health', 'Something is down: see the checks.')
  @Get()
  async ready(@Res() reply: FastifyReply) {
    const projections = await this.followed.status();
    const checks = {
      eventStore: await this.check('the event store', () => this.events.head()),
      readModels: await this.check('the read models', () => this.store.ping()),
      projections: failing(projections.filter(({ state }) => state === 'failed' || state === 'not-built').map(({ name, state, error }) => `${name}: ${error ?? (state === 'failed' ? 'stopped' : 'not built yet')}`)),
    };
    const down = Object.values(checks).some(({ status }) => status === 'down');
    if (down) reply.header('retry-after', '5');
    await reply.status(down ? 503 : 200).send({ status: down ? 'unavailable' : 'ok', checks, projections });
  }

  /** Anybody may ask: paths and addresses of what is down are for the log. */
  private async check(name: string, ask: () => Promise<unknown>): Promise<Check> {
    try {
      await ask();
      return { status: 'up' };
    } catch (error) {
      this.log.error({ err: error }, `${name} cannot answer`);
      return { status: 'down', reason: `${name} cannot answer; the log says why` };
    }
  }
}

const failing = (reasons: readonly string[]): Check => (reasons.length === 0 ? { status: 'up' } : { status: 'down', reason: reasons.join('; ') });
