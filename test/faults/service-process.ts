import 'reflect-metadata';
import { BootstrapOrganization, CreateApiKey, CreateOrganization } from '@assay/identity';
import { readSettings } from '@assay/kernel';
import { openEventStore, openReadModelStore } from '@assay/platform';
import { CommandBus } from '@nestjs/cqrs';
import { listen } from '../../libs/http-api/src/http-app';
import { startHttpService } from '../../libs/runtime/src/service';
import { type EngineFaults, inflict } from './engine-faults';
import { type KillPoint, killedAtAppend, killedAtWrite } from './kill-point';

/** As on a machine whose clock is ahead: what waits for a time that is over there continues at once. */
function setClockAhead(milliseconds: number): void {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [number?]) =>
      args.length === 0 ? new target(target.now() + milliseconds) : Reflect.construct(target, args),
    get: (target, property) =>
      property === 'now' ? () => RealDate.now() + milliseconds : Reflect.get(target, property),
  });
}

/**
 * The service as `assay serve` runs it, with a moment at which it dies and what its engines lack. Says where it listens
 * on standard output.
 */
async function main(): Promise<void> {
  const point = process.env['KILL_POINT'] ? (JSON.parse(process.env['KILL_POINT']) as KillPoint) : undefined;
  if (process.env['ENGINE_FAULTS']) inflict(JSON.parse(process.env['ENGINE_FAULTS']) as EngineFaults);
  setClockAhead(Number(process.env['CLOCK_AHEAD_MS'] ?? 0));
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
  const commands = service.app.get(CommandBus);
  const first = await commands.execute(new BootstrapOrganization({ name: 'Faults', tier: 'pro' }));
  const others: string[] = [];
  for (let n = 0; first.created && n < Number(process.env['OTHER_ORGANIZATIONS'] ?? 0); n += 1)
    others.push(await newOrganization(commands, `Faults ${n + 2}`));
  process.stdout.write(
    `${JSON.stringify({
      url: await listen(service.app, settings),
      adminUrl: service.adminUrl ?? null,
      key: first.created ? first.key : null,
      otherKeys: others,
    })}\n`,
  );
  process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
}

/** @returns a key that may do everything in it */
async function newOrganization(commands: CommandBus, name: string): Promise<string> {
  const { organizationId } = await commands.execute(new CreateOrganization({ name, tier: 'starter' }));
  const grant = { organizationId, name: 'Full access', preset: 'full_access', grantedBy: 'operator' } as const;
  return (await commands.execute(new CreateApiKey(grant))).key;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
