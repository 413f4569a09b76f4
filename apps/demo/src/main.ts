import 'reflect-metadata';
import { BootstrapOrganization } from '@assay/identity';
import { readSettings } from '@assay/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { listen } from '@assay/http-api';
import { describeMissing, startHttpService } from '@assay/runtime';
import { apiClient } from './api-client';
import { tellStory } from './story';
import { unusedSettings } from './unused-settings';

const SAMPLES = resolve(__dirname, '../../../../samples');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm run demo`: the service in one process on a store of its own, driven only through its public HTTP API. With
 * ASSAY_DEMO_URL and ASSAY_DEMO_KEY it drives a service that runs already, whose directory roots hold the samples
 * (ASSAY_DEMO_SAMPLES says where, as that service sees them).
 */
async function main(): Promise<void> {
  const started = performance.now();
  const { ASSAY_DEMO_URL: url, ASSAY_DEMO_KEY: key, ASSAY_DEMO_SAMPLES: samples = SAMPLES } = process.env;
  if (url && key)
    await tellStory({
      api: apiClient(url, key),
      shop: join(samples, 'shop'),
      slow: join(samples, 'slow-regex'),
      print,
    });
  else
    await withOwnService(samples, async (ownUrl, ownKey) => {
      const names = readSettings({}).listed.map(({ name }) => name);
      const unused = unusedSettings(names, process.env);
      if (unused) print(pc.yellow(unused));
      print(`${pc.bold('Assay')} listens on ${ownUrl}; everything below goes through its HTTP API.`);
      await tellStory({
        api: apiClient(ownUrl, ownKey),
        shop: join(samples, 'shop'),
        slow: join(samples, 'slow-regex'),
        print,
      });
    });
  print('');
  print(
    pc.green(
      `The demo took ${((performance.now() - started) / 1000).toFixed(1)} s. Next: npm start, or npx assay ` +
        'scan <directory>',
    ),
  );
}

async function withOwnService(samples: string, use: (url: string, key: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-demo-'));
  const settings = readSettings(
    { PATH: process.env['PATH'] },
    { ASSAY_DATA_DIR: dataDir, ASSAY_DIRECTORY_ROOTS: samples, ASSAY_FREE_DISK_MB: '0', PORT: '0' },
    availableParallelism(),
  );
  try {
    // The samples come with Assay.
    const service = await startHttpService(settings, { confinement: { missing: 'accept' } });
    if (service.unprotected.length > 0)
      print(
        `${pc.yellow('Engines are not confined on this machine')}; a service would refuse to start ` +
          `(docs/confinement.md):\n${describeMissing(service.unprotected)}`,
      );
    const close = once(() => service.close());
    const interrupted = () =>
      void close()
        .then(() => rm(dataDir, { recursive: true, force: true }))
        .finally(() => process.exit(130));
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    try {
      const first = await service.app.get(CommandBus).execute(new BootstrapOrganization({ name: 'Demo', tier: 'pro' }));
      if (!first.created) throw new Error('a new store gives a key');
      await use(await listen(service.app, settings), first.key);
    } finally {
      await close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${pc.red('The demo failed:')} ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
