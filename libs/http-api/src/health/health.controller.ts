import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { LOGGER, type ProcessState, PROCESS_STATE, healthOf, isServing } from '@assay/platform';
import {
  type FollowedReadModels,
  FOLLOWED_READ_MODELS,
  type ReadModelStore,
  READ_MODEL_STORE,
} from '@assay/read-models';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Answers } from '../openapi/decorators';
import { Public } from '../http/api-key.guard';
import { Alive, Health } from './health.responses';
import { publicHealth } from './public-health';

/** Seconds after which it is worth asking again. */
const RETRY_AFTER = '5';

@ApiTags('health')
@Controller('health')
@Public()
export class HealthController {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(READ_MODEL_STORE) private readonly store: ReadModelStore,
    @Inject(FOLLOWED_READ_MODELS) private readonly readModels: FollowedReadModels,
    @Inject(PROCESS_STATE) private readonly state: ProcessState,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @ApiOperation({ summary: 'Is the process alive?' })
  @Answers(200, Alive, 'It is.')
  @Get('live')
  live(): Alive {
    return { status: 'ok' };
  }

  @ApiOperation({
    summary: 'Can it answer?',
    description:
      'The state of each dependency of this process; 503 when one of them is down, and while the process starts or ' +
      'stops. How far each projection is, its admin port says.',
  })
  @ApiResponse({
    status: 200,
    type: Health,
    description: 'It can; `degraded` where somebody should look, see the checks.',
  })
  @ApiResponse({
    status: 503,
    type: Health,
    description:
      'Something is down: see the checks. Or the process is draining, or starting: then `building` says how far its ' +
      'read models are, if they have to be built from the log.',
  })
  @Get()
  async ready(@Res() reply: FastifyReply) {
    const { events, store, readModels, state, log } = this;
    const health = await healthOf({ events, store, readModels, state, log });
    if (!isServing(health)) reply.header('retry-after', RETRY_AFTER);
    await reply.status(isServing(health) ? 200 : 503).send(publicHealth(health));
  }
}
