import type { Refusal } from '@assay/kernel';
import type { FollowedPlatform } from '@assay/platform';
import { leastBuilt, saidOf, type BuildProgress } from '@assay/read-models';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './error-filter';

/** Seconds. What is being built may be done sooner than its speed so far says, and nobody should wait for an hour. */
const SOONEST = 5;
const LATEST = 120;

/**
 * A process answers nothing of the API before its read models hold what the log holds: who calls is in a read model,
 * too. The answer says how far they are, in percent: positions count what all organizations do.
 */
export function refuseWhileStarting(
  fastify: Pick<FastifyInstance, 'addHook'>,
  { state, readModels }: Pick<FollowedPlatform, 'state' | 'readModels'>,
): void {
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (state.phase !== 'starting' || !request.routeOptions.url?.startsWith('/api/')) return;
    const building = leastBuilt(await readModels.status());
    reply.header('retry-after', String(retryAfter(building)));
    sendRefusal(request, reply, building ? refusalOf(building) : STARTING);
  });
}

const STARTING: Refusal = { code: 'UNAVAILABLE', message: 'The service is starting; try again in a moment' };

const refusalOf = (building: BuildProgress): Refusal => ({
  code: 'UNAVAILABLE',
  message: saidOf(building),
  details: { percent: building.percent },
});

const retryAfter = ({ secondsLeft = SOONEST }: Pick<BuildProgress, 'secondsLeft'> = {}): number =>
  Math.min(Math.max(secondsLeft, SOONEST), LATEST);
