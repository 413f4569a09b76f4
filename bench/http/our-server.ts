import 'reflect-metadata';
import { BootstrapOrganization } from '@assay/identity';
import { readSettings } from '@assay/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { availableParallelism } from 'node:os';
import { listen } from '../../libs/http-api/src/http-app';
import { type Service, startHttpService } from '../../libs/runtime/src/service';
import { answerQuestions } from '../child-process';
import { cpuSeconds } from './server-cpu';

export type OurQuestion =
  | { readonly kind: 'start'; readonly dataDir: string; readonly roots: string }
  | { readonly kind: 'cpu' };
export interface OurServer {
  readonly url: string;
  readonly key: string;
}

let service: Service | undefined;

/** The whole service as `assay serve` runs it; only the rate limit is raised, it would end the measurement. */
async function answer(question: OurQuestion): Promise<unknown> {
  if (question.kind === 'cpu') return cpuSeconds();
  const settings = readSettings(
    {},
    {
      ASSAY_DATA_DIR: question.dataDir,
      ASSAY_DIRECTORY_ROOTS: `*=${question.roots}`,
      PORT: '0',
      ASSAY_RATE_LIMIT: '1000000',
    },
    availableParallelism(),
  );
  const started = await startHttpService(settings, { confinement: { missing: 'accept' } });
  service = started;
  const first = await started.app
    .get(CommandBus)
    .execute(new BootstrapOrganization({ name: 'Benchmark', tier: 'business' }));
  if (!first.created) throw new Error('the store was not empty');
  return { url: await listen(started.app, settings), key: first.key } satisfies OurServer;
}

answerQuestions(answer, async () => service?.close());
