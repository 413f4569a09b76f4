import 'reflect-metadata';
import { BootstrapOrganization } from '@assay/identity';
import { readSettings } from '@assay/kernel';
import { openEventStore, openReadModelStore } from '@assay/platform';
import { CommandBus } from '@nestjs/cqrs';
import { listen } from '../../libs/http-api/src/http-app';
import { startHttpService } from '../../libs/runtime/src/service';
import { type EngineFaults, inflict } from './engine-faults';
import { type KillPoint, killedAtAppend, killedAtWrite } from './kill-point';

/**
 * The service as `assay serve` runs it, with a moment at which it dies and what its engines lack. Says where it listens
 * on standard output.
 */
async function main(): Promise<void> {
  const point = process.env['KILL_POINT'] ? (JSON.parse(process.env['KILL_POINT']) as KillPoint) : undefined;
  if (process.env['ENGINE_FAULTS']) inflict(JSON.parse(process.env['ENGINE_FAULTS']) as EngineFaults);
  const settings = readSettings(process.env);
  const service = await startHttpService(settings, {
    openers: {
      async openEventStore(of, options) {
        const store = await openEventStore(of, options);
        return point ? killedAtAppend(store, point) : store;
      },
      async openReadModelStore(of, options) {
        const store = await openReadModelStore(of, options);
        return point ? killedAtWrite(store, point) : store;
      },
    },
  });
  const first = await service.app.get(CommandBus).execute(new BootstrapOrganization({ name: 'Faults', tier: 'pro' }));
  process.stdout.write(
    `${JSON.stringify({
      url: await listen(service.app, settings),
      adminUrl: service.adminUrl ?? null,
      key: first.created ? first.key : null,
    })}\n`,
  );
  process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
