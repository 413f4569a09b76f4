import { consistencyCheck, createHttpApp } from '@assay/http-api';
import type { FollowedPlatform } from '@assay/platform';
import { loadBeforeContacts } from '@assay/targets';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ContextsModule } from './contexts.module';
import type { Observation } from './observation';

export { closeHttp, listen } from '@assay/http-api';

// This module is loaded by a process that answers. While it answers, it loads nothing: everybody would wait.
loadBeforeContacts();

/** Around the commands, in this order: traces, metrics, the consistency check. */
export function createHttp(platform: FollowedPlatform, observation: Observation): Promise<NestFastifyApplication> {
  const check = consistencyCheck(platform);
  const contexts = ContextsModule.forRoot(platform, { commands: [...observation.commands, check], queries: [check] });
  return createHttpApp(platform, contexts, (fastify) => observation.requests(fastify));
}
