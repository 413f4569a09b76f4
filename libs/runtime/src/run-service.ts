import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { BootstrapOrganization, OrganizationCount } from '@assay/identity';
import type { Settings } from '@assay/kernel';
import { untilReachable } from '@assay/platform';
import { requireSafeRoots } from '@assay/scanning';
import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setFlagsFromString } from 'node:v8';
import pc from 'picocolors';
import { describeMissing } from './confinement-rules';
import { describeListening } from './describe-listening';
import { describeOwners, servesNobody } from './directory-root-owners';
import { type Service, startService } from './service';
import { StartRefused } from './start-refused';
import { stopSignals } from './stop-signals';
import { START_PATIENCE } from './stores';

type Print = (line: string) => void;

/**
 * Runs the roles of the settings until a signal comes, and says on the way what a person who started it wants to know.
 * A signal that comes while it starts ends it as cleanly as a later one.
 *
 * @throws InvalidSetting, StartRefused, Unreachable, and what the stores have to say
 */
export async function runService(settings: Settings, print: Print): Promise<void> {
  // From the first moment: loading and opening take a while, and nobody may have to wait for them to be rid of it.
  const { signal, stopped } = stopSignals();
  let service: Service | undefined;
  optimizeLater();
  try {
    if (settings.roles.has('api') || settings.roles.has('worker')) await requireSafeRoots(settings);
    let url = '';
    service = await startService(settings, {
      signal,
      whileStarting: async (http) => {
        url = await listening(http, settings);
      },
      onBuild: ({ percent, events, eventsPerSecond }) =>
        print(
          `Building the read models from the log: ${percent} % (${events} events, ${eventsPerSecond} a second)` +
            (url === '' ? '' : `; until then ${url} answers 503`),
        ),
    });
    if (service.http) {
      print(describeListening(url, settings));
      await bootstrap(service, url, { tier: settings.bootstrapTier, print, signal });
    }
    await announce(service, settings, print);
    print(`${await stopped}: ${farewell(settings)}`);
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    print(`${await stopped}: stopped before it had started`);
  } finally {
    await service?.close();
  }
}

/** Milliseconds. A start takes one second; one that takes longer builds read models, which is work worth optimizing. */
const OPTIMIZE_AFTER = 2_000;

/**
 * Has V8 optimize no function at first. A start runs often what nobody runs later, and the threads that optimize
 * would keep 10 MB for it. A start does not take longer without them.
 */
function optimizeLater(): void {
  setFlagsFromString('--no-opt');
  setTimeout(() => setFlagsFromString('--opt'), OPTIMIZE_AFTER).unref();
}

/** @throws StartRefused if it cannot */
function listening(http: NestFastifyApplication, settings: Settings): Promise<string> {
  const { listen } = require('./http') as typeof import('./http');
  return listen(http, settings).catch((error: unknown) => cannotListen(error, settings));
}

/** On a store without organizations makes the first one with its key. */
async function bootstrap(
  service: Service,
  url: string,
  { tier, print, signal }: { tier: Settings['bootstrapTier']; print: Print; signal: AbortSignal },
): Promise<void> {
  // Not before it listens: the key is shown this once, and must not be lost with a start that fails. If several
  // processes begin on one empty store, one of them makes it.
  const create = () =>
    service.app.get(CommandBus).execute(new BootstrapOrganization({ name: 'My organization', tier }));
  const first = await untilReachable(create, {
    what: 'the event store',
    patience: START_PATIENCE,
    log: service.platform.log,
    signal,
  });
  if (!first.created) return;
  print('');
  print(
    `This is a new store. Organization ${first.organizationId} (${tier}) was created, with a ` +
      'Full Access key, shown this once:',
  );
  print('');
  print(`  ${pc.green(first.key)}`);
  print('');
  print(`  curl -H "Authorization: Bearer ${first.key}" ${url}/api/billing/status`);
  print('');
}

async function announce({ app, adminUrl, unprotected }: Service, settings: Settings, print: Print): Promise<void> {
  const { roles, orchestrator, listed } = settings;
  const shown = (name: string) => listed.find((setting) => setting.name === name)?.value ?? '';
  print(
    `Roles: ${[...roles].join(', ')}   Events: ${shown('ASSAY_EVENT_STORE_URL')}   Read models: ` +
      `${shown('ASSAY_READ_MODEL_URL')}   Sessions: ${orchestrator}`,
  );
  if (roles.has('worker')) print(`Staged targets: ${settings.dataDir}   Engine slots: ${settings.engineSlots}`);
  if (roles.has('api') || roles.has('worker')) await announceRoots(app.get<EventStore>(EVENT_STORE), settings, print);
  if (unprotected.length > 0)
    print(
      `${pc.yellow('Not confined on this machine')} (ASSAY_UNCONFINED allows it):\n${describeMissing(unprotected)}`,
    );
  if (adminUrl !== undefined) print(`Metrics and health: ${adminUrl}/metrics, ${adminUrl}/health/ready`);
}

async function announceRoots(events: EventStore, { directoryRoots }: Settings, print: Print): Promise<void> {
  const several = await new OrganizationCount(events).areSeveral();
  if (directoryRoots.length === 0) print('Directories that may be analysed: none');
  for (const root of directoryRoots) {
    const line = `Directories below ${root.path} may be analysed by ${describeOwners(root, several)}`;
    print(servesNobody(root, several) ? pc.yellow(line) : line);
  }
}

const farewell = ({ roles, orchestrator }: Settings): string =>
  [
    ...(roles.has('api') ? ['finishing what is being answered'] : []),
    ...(roles.has('worker')
      ? [
          orchestrator === 'embedded'
            ? 'running sessions go on at the next start'
            : 'giving its sessions to other workers',
        ]
      : []),
    ...(roles.has('projector') && !roles.has('api') ? ['stopping after the events at hand'] : []),
  ].join('; ');

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there: stop it, or choose another port with --port',
  EACCES: 'this user may not listen there: choose a port from 1024 with --port',
  EADDRNOTAVAIL: 'this machine has no such address: choose another with --host',
  ENOTFOUND: 'there is no such address: choose another with --host',
};

function cannotListen(error: unknown, { host, port }: Settings): never {
  const why = WHY[(error as NodeJS.ErrnoException).code ?? ''];
  if (why === undefined) throw error;
  throw new StartRefused(`cannot listen on ${host}:${port}: ${why}`);
}
