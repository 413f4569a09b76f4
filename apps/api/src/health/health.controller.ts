import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { messageOf } from '@assay/kernel';
import { Projector, type ReadModelStore, READ_MODEL_STORE } from '@assay/read-models';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
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
    private readonly projector: Projector,
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
    const projections = await this.projector.status();
    const checks = {
      eventStore: await check(() => this.events.head()),
      readModels: await check(() => this.store.ping()),
      projections: failing(projections.filter(({ state }) => state === 'failed').map(({ name, error }) => `${name}: ${error ?? 'stopped'}`)),
    };
    const down = Object.values(checks).some(({ status }) => status === 'down');
    if (down) reply.header('retry-after', '5');
    await reply.status(down ? 503 : 200).send({ status: down ? 'unavailable' : 'ok', checks, projections });
  }
}

async function check(ask: () => Promise<unknown>): Promise<Check> {
  try {
    await ask();
    return { status: 'up' };
  } catch (error) {
    return { status: 'down', reason: messageOf(error) };
  }
}

const failing = (reasons: readonly string[]): Check => (reasons.length === 0 ? { status: 'up' } : { status: 'down', reason: reasons.join('; ') });
