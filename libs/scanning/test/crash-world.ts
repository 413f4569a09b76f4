import { removeFinishedCopies, resumeSessions } from '../../runtime/src/roles/session-resumption';
import { BillingModule } from '@assay/billing';
import { type EventStore, EVENT_STORE, openSqliteEventStore } from '@assay/event-store';
import { FindingsModule } from '@assay/findings';
import { CreateOrganization, IdentityModule } from '@assay/identity';
import {
  CLOCK,
  type Clock,
  defaultPriceList,
  ID_SOURCE,
  InfrastructureError,
  PRICE_LIST,
  SETTINGS,
  type TierId,
  readSettings,
  systemClock,
  timeOrderedIds,
} from '@assay/kernel';
import { EmbeddedOrchestrator, type SessionWorker } from '@assay/orchestration';
import { BusesModule } from '@assay/platform';
import { ProjectsModule } from '@assay/projects';
import { projections } from '@assay/projections';
import { ANCHOR_STORE, Projector, READ_MODELS, ReactorRunner, openSqliteReadModelStore } from '@assay/read-models';
import { SECRET_STORE, TEXT_SIGNER, createFolderSecretStore, createTextSigner } from '@assay/secrets';
import { Global, Module } from '@nestjs/common';
import { type Command, CommandBus, QueryBus } from '@nestjs/cqrs';
import { Test, type TestingModule } from '@nestjs/testing';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ENGINE_RUNNER,
  type EngineRunner,
  ScanningModule,
  SESSION_WORKER,
  SessionQueues,
  StagingArea,
  SweepStaging,
  TOOL_CATALOGUE,
  type ToolCatalogue,
  cancelWorkflows,
  deleteProjectResults,
  isEnding,
  queueSessions,
  refundUnstartedSessions,
  sessionUpcasts,
  settleCanceled,
  startWorkflows,
} from '../src';
import { FailingEventStore, FaultPlan } from './failing-event-store';
import { type Script, scriptedCatalogue, scriptedEngines } from './scripted-tools';
import type { LoggedEvent } from './session-accounts';

const QUICK = { initialDelayMs: 1, maxDelayMs: 2 };
const GRACE = 50;

/** One process: composed as by `startService`, with scripted engines and a store that fails as planned. */
interface Process {
  readonly nest: TestingModule;
  readonly events: FailingEventStore;
  readonly orchestrator: EmbeddedOrchestrator;
  readonly projector: Projector;
  readonly reactors: ReactorRunner;
  end(): Promise<void>;
}

export interface WorldOptions {
  readonly script: Script;
  /** Default: the scripted engines. */
  readonly engines?: EngineRunner;
  readonly catalogue?: ToolCatalogue;
  readonly plan?: FaultPlan;
  readonly tier?: TierId;
  readonly clock?: Clock;
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether each crash deletes the read models, with the reactors' checkpoints. */
  readonly forgetful?: boolean;
  /** Milliseconds that a charge waits for its session's start. Default: 50. */
  readonly grace?: number;
  /** Opens the event store. Default: a file in the folder of the world. */
  readonly openStore?: (folder: string) => Promise<EventStore>;
  /** Whether sessions get no workflow, because the test runs their activities itself. */
  readonly manual?: boolean;
}

export interface AnotherWorker {
  readonly worker: SessionWorker;
  readonly commands: CommandBus;
  readonly queues: SessionQueues;
  sweep(): Promise<void>;
  /** The contents of its staging folder. */
  staged(): Promise<string[]>;
  close(): Promise<void>;
}

/** An organization, its target, and processes that die and are started again on the same event store. */
export class CrashWorld {
  process!: Process;
  private generation = 0;
  private booting: Promise<void> = Promise.resolve();
  private closing = false;

  private constructor(
    readonly folder: string,
    readonly store: EventStore,
    readonly organizationId: string,
    readonly target: string,
    private readonly options: WorldOptions,
  ) {}

  static async begin(options: WorldOptions): Promise<CrashWorld> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-crash-')));
    const target = join(folder, 'target');
    await mkdir(target);
    await writeFile(join(target, 'a.txt'), 'one\ntwo\nthree\n');
    await writeFile(join(target, 'b.js'), 'export const lines = 1;\n');
    const { openStore = onFile } = options;
    const store = await openStore(folder);
    const founding = await compile(store, undefined, folder, options);
    const { organizationId } = await founding
      .get(CommandBus)
      .execute(new CreateOrganization({ name: 'One', tier: options.tier ?? 'pro' }));
    await founding.close();
    const world = new CrashWorld(folder, store, organizationId, target, options);
    world.booting = world.boot();
    await world.booting;
    return world;
  }

  /** Repeats a command as a client does on "try again", until a process answers. */
  async insist<Answer>(command: Command<Answer>): Promise<Answer> {
    for (;;) {
      await this.booting;
      const { nest } = this.process;
      try {
        return (await nest.get(CommandBus).execute(command)) as Answer;
      } catch (error) {
        if (!(error instanceof InfrastructureError)) throw error;
        await new Promise(setImmediate);
      }
    }
  }

  /**
   * A process beside the first with its own data directory, like a worker of a cluster: for overlapping retries and
   * lost workers.
   */
  async anotherWorker({
    events = this.store,
    ...options
  }: {
    events?: EventStore;
    engines?: EngineRunner;
    catalogue?: ToolCatalogue;
  } = {}): Promise<AnotherWorker> {
    const dataDir = await mkdtemp(join(this.folder, 'worker-'));
    const nest = await compile(events, this.process.projector, this.folder, { ...this.options, ...options }, dataDir);
    const worker = nest.get<SessionWorker>(SESSION_WORKER);
    return {
      worker,
      commands: nest.get(CommandBus),
      queues: nest.get(SessionQueues),
      sweep: () => nest.get(SweepStaging).run(),
      staged: () => readdir(join(dataDir, 'staging')),
      async close() {
        await nest.get(StagingArea).close();
        await nest.close();
      },
    };
  }

  /** Waits until every charge is settled, every started session has ended, and the workflows are over. */
  async settled(): Promise<void> {
    const charged = new Set<string>();
    const running = new Set<string>();
    for await (const message of this.store.subscribeToAll<LoggedEvent>()) {
      if (message.kind === 'caught-up') {
        if (charged.size === 0 && running.size === 0) break;
        continue;
      }
      const { event } = message;
      if (event.type === 'CreditsCharged') charged.add(event.data.sessionId);
      else if (event.type === 'ChargeSettled') charged.delete(event.data.sessionId);
      else if (event.type === 'ScanStarted') running.add(event.stream);
      else if (isEnding(event)) running.delete(event.stream);
    }
    await this.booting;
  }

  /** Waits until the log holds an event of this type. */
  async until(type: string): Promise<void> {
    for await (const message of this.store.subscribeToAll({ filter: { types: [type] } }))
      if (message.kind === 'event') return;
  }

  /** Kills the process, and starts the next one. */
  async crash(): Promise<void> {
    const dying = this.process;
    dying.events.die();
    await dying.events.died;
    await this.booting;
  }

  /** Waits until every reactor has seen the whole present log. */
  async reactorsCaughtUp(): Promise<void> {
    await this.booting;
    const head = await this.store.head();
    while ((await this.process.reactors.status()).some(({ position }) => position < head))
      await new Promise(setImmediate);
  }

  async documents(): Promise<Record<string, unknown>> {
    await this.process.projector.waitFor(await this.store.head(), { timeoutMs: 20_000 });
    return documentsOf(this.process.projector);
  }

  /** The documents of a projector that has nothing but the log. */
  async rebuiltDocuments(): Promise<Record<string, unknown>> {
    const store = await openSqliteReadModelStore({ file: join(this.folder, 'rebuilt.db') });
    const projector = new Projector({ events: this.store, store, projections });
    await projector.start();
    await projector.ready();
    await projector.waitFor(await this.store.head(), { timeoutMs: 20_000 });
    const documents = await documentsOf(projector);
    await projector.stop();
    await store.close();
    return documents;
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.booting;
    await this.process.end();
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Starts a process as `startService` does. When a process dies, the next one starts. */
  private async boot(): Promise<void> {
    const { folder, options } = this;
    const { clock = systemClock } = options;
    this.generation += 1;
    const events = new FailingEventStore(this.store, options.plan ?? new FaultPlan(new Map()));
    const file = options.forgetful ? `read-models-${this.generation}.db` : 'read-models.db';
    const store = await openSqliteReadModelStore({ file: join(folder, file) });
    const projector = new Projector({ events, store, projections, backoff: QUICK });
    await projector.start();
    await projector.ready();
    await projector.waitFor(await events.head(), { timeoutMs: 20_000 });
    const nest = await compile(events, projector, folder, options);
    const orchestrator = new EmbeddedOrchestrator({
      worker: nest.get<SessionWorker>(SESSION_WORKER),
      retry: { maxAttempts: 12, initialDelay: 1, maxDelay: 2 },
    });
    const commands = nest.get(CommandBus);
    const queues = nest.get(SessionQueues);
    const reactors = new ReactorRunner({
      events,
      store,
      backoff: QUICK,
      reactors: [
        queueSessions(queues, events),
        ...(options.manual ? [] : [startWorkflows(orchestrator, queues, events)]),
        cancelWorkflows(orchestrator, queues, events, settleCanceled(nest.get<SessionWorker>(SESSION_WORKER))),
        refundUnstartedSessions({
          events,
          commands,
          queries: nest.get(QueryBus),
          clock,
          grace: options.grace ?? GRACE,
        }),
        deleteProjectResults({
          events,
          queues,
          readModels: projector,
          commands,
          clock,
          reached: (position) => projector.waitFor(position),
        }),
      ],
    });
    await removeFinishedCopies(projector, nest.get(StagingArea));
    await resumeSessions(projector, orchestrator, queues);
    await reactors.start();
    const end = async () => {
      await reactors.stop();
      await orchestrator.close();
      await projector.stop();
      await nest.get(StagingArea).close();
      await nest.close();
      await store.close();
    };
    this.process = { nest, events, orchestrator, projector, reactors, end };
    void events.died.then(() => {
      if (!this.closing) this.booting = end().then(() => this.boot());
    });
  }
}

const onFile = (folder: string): Promise<EventStore> =>
  openSqliteEventStore({ file: join(folder, 'events.db'), upcasts: sessionUpcasts });

async function documentsOf(projector: Projector): Promise<Record<string, unknown>> {
  const documents: Record<string, unknown> = {};
  for (const projection of projections)
    for (const { id, document } of await projector.collection(projection).find({}))
      documents[`${projection.name}/${id}`] = document;
  return documents;
}

async function compile(
  events: EventStore,
  readModels: Projector | undefined,
  folder: string,
  {
    script,
    engines = scriptedEngines(script),
    catalogue = scriptedCatalogue,
    clock = systemClock,
    settings: more,
  }: WorldOptions,
  dataDir = join(folder, 'data'),
): Promise<TestingModule> {
  const settings = readSettings({
    ASSAY_DATA_DIR: dataDir,
    ASSAY_DIRECTORY_ROOTS: `*=${folder}`,
    ASSAY_ENGINE_SLOTS: '2',
    ...more,
  });
  const ports = [
    { provide: SETTINGS, useValue: settings },
    { provide: PRICE_LIST, useValue: defaultPriceList() },
    { provide: EVENT_STORE, useValue: events },
    { provide: READ_MODELS, useValue: readModels },
    { provide: ANCHOR_STORE, useValue: null },
    { provide: CLOCK, useValue: clock },
    { provide: ID_SOURCE, useValue: timeOrderedIds },
    { provide: TEXT_SIGNER, useValue: createTextSigner(settings.secrets) },
    { provide: SECRET_STORE, useValue: createFolderSecretStore(settings.secrets) },
  ];
  @Global()
  @Module({ providers: ports, exports: ports.map(({ provide }) => provide) })
  class Ports {}

  const nest = await Test.createTestingModule({
    imports: [
      BusesModule.forRoot(),
      Ports,
      IdentityModule,
      ProjectsModule,
      BillingModule,
      ScanningModule,
      FindingsModule,
    ],
  })
    .overrideProvider(TOOL_CATALOGUE)
    .useValue(catalogue)
    .overrideProvider(ENGINE_RUNNER)
    .useValue(engines)
    .compile();
  await nest.init();
  return nest;
}
