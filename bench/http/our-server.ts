import 'reflect-metadata';
import { BootstrapOrganization, CreateApiKey, CreateOrganization } from '@assay/identity';
import { readSettings } from '@assay/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { availableParallelism } from 'node:os';
import { listen } from '../../libs/http-api/src/http-app';
import { type Service, startHttpService } from '../../libs/runtime/src/service';
import { answerQuestions } from '../child-process';
import { type Blocks, watchBlocks } from './loop-blocks';
import { cpuSeconds } from './server-cpu';

export type OurQuestion =
  | {
      readonly kind: 'start';
      readonly dataDir: string;
      readonly roots: string;
      readonly allowedTargets?: string;
      /** The address of a git server. */
      readonly hosta?: string;
    }
  /** The key of an organization beside the first one. */
  | { readonly kind: 'tenant' }
  /** The longest blocks of its loop since the last of these questions. */
  | { readonly kind: 'blocks' }
  | { readonly kind: 'cpu' };
export interface OurServer {
  readonly url: string;
  readonly key: string;
}

let service: Service | undefined;
let blocks: Blocks | undefined;

/** The whole service as `assay serve` runs it; only the rate limit is raised, it would end the measurement. */
async function answer(question: OurQuestion): Promise<unknown> {
  if (question.kind === 'cpu') return cpuSeconds();
  if (question.kind === 'blocks') {
    blocks ??= watchBlocks();
    return blocks.taken();
  }
  if (question.kind === 'tenant') return anotherTenant();
  const settings = readSettings(
    {},
    {
      ASSAY_DATA_DIR: question.dataDir,
      ASSAY_DIRECTORY_ROOTS: `*=${question.roots}`,
      PORT: '0',
      ASSAY_RATE_LIMIT: '1000000',
      ASSAY_START_RATE_LIMIT: '1000000',
      ASSAY_UPLOAD_RATE_LIMIT: '1000000',
      ASSAY_ALLOWED_TARGETS: question.allowedTargets ?? 'off',
      ASSAY_HOSTA_URL: question.hosta ?? 'off',
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

async function anotherTenant(): Promise<string> {
  const { app, platform } = service!;
  const commands = app.get(CommandBus);
  const { organizationId } = await commands.execute(new CreateOrganization({ name: 'Another', tier: 'business' }));
  const { key, position } = await commands.execute(
    new CreateApiKey({ organizationId, name: 'a key', preset: 'full_access', grantedBy: 'operator' }),
  );
  if (position !== undefined) await platform.readModels.waitFor(position);
  return key;
}

answerQuestions(answer, async () => service?.close());
