import 'reflect-metadata';
import { CreateApiKey } from '@assay/identity';
import { readSettings } from '@assay/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../../libs/http-api/src/http-app';
import { type Service, startHttpService } from '../../libs/runtime/src/service';
import { answerQuestions } from '../child-process';
import { watchBlocks } from '../http/loop-blocks';
import { cpuSeconds } from '../http/server-cpu';

export type GrownQuestion =
  | { readonly kind: 'start'; readonly dataDir: string; readonly organizationId: string }
  | { readonly kind: 'usage' }
  /** Answers once each scan that ended up to a position of the log is compared with those before it. */
  | { readonly kind: 'compared'; readonly position: number }
  /** The longest time since the last such question for which the loop answered nobody. */
  | { readonly kind: 'blocks' };

export interface GrownUsage {
  readonly cpuSeconds: number;
  /** The peak of the process since it began. */
  readonly peakMegabytes: number;
}

export interface GrownServer extends GrownUsage {
  readonly url: string;
  readonly key: string;
  /** Until it served. */
  readonly seconds: number;
}

let service: Service | undefined;
const blocks = watchBlocks();

const usage = (): GrownUsage => ({
  cpuSeconds: cpuSeconds(),
  peakMegabytes: process.resourceUsage().maxRSS / 1_024,
});

/**
 * The whole service on a log that is there; read models that are not there yet are built from it. Only the rate limit
 * is raised, it would end the measurement.
 */
async function answer(question: GrownQuestion): Promise<unknown> {
  if (question.kind === 'usage') return usage();
  if (question.kind === 'blocks') return blocks.taken();
  if (question.kind === 'compared') return compared(question.position);
  const { dataDir, organizationId } = question;
  const settings = readSettings(
    {},
    {
      ASSAY_DATA_DIR: dataDir,
      ASSAY_DIRECTORY_ROOTS: `*=${dataDir}-roots`,
      PORT: '0',
      ASSAY_LOG_LEVEL: 'error',
      ASSAY_RATE_LIMIT: '1000000',
    },
    availableParallelism(),
  );
  const began = performance.now();
  const started = await startHttpService(settings, { confinement: { missing: 'accept' } });
  service = started;
  const url = await listen(started.app, settings);
  const measured = { ...usage(), seconds: (performance.now() - began) / 1_000 };
  const { key, position } = await started.app
    .get(CommandBus)
    .execute(new CreateApiKey({ organizationId, name: 'a key', preset: 'full_access', grantedBy: 'operator' }));
  if (position !== undefined) await started.platform.readModels.waitFor(position);
  return { url, key, ...measured } satisfies GrownServer;
}

/** Milliseconds between two looks. */
const BETWEEN_LOOKS = 250;

/** The seconds until the reactor that compares scans has come that far, and the read models with it. */
async function compared(position: number): Promise<number> {
  const { store, events, readModels } = service!.platform;
  const began = performance.now();
  while (((await store.checkpoint('reactor:compare-findings'))?.position ?? -1) < position)
    await setTimeout(BETWEEN_LOOKS);
  await readModels.waitFor(await events.head());
  return (performance.now() - began) / 1_000;
}

answerQuestions(answer, async () => service?.close());
