import { EVENT_STORE, openSqliteEventStore } from '@assay/event-store';
import {
  CLOCK,
  defaultPriceList,
  ID_SOURCE,
  PRICE_LIST,
  readSettings,
  RefusedError,
  SETTINGS,
  timeOrderedIds,
} from '@assay/kernel';
import { BusesModule } from '@assay/platform';
import { ANCHOR_STORE, type Projection, Projector, READ_MODELS, openSqliteReadModelStore } from '@assay/read-models';
import { Global, Module, type Type } from '@nestjs/common';
import { type Command, CommandBus, type Query, QueryBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Bounded contexts as the application runs them: Nest's buses, SQLite stores, a projector; and a clock that stands
 * still until told.
 */
export async function startContext({
  modules,
  projections,
  at = '2026-11-05T10:00:00.000Z',
}: {
  modules: Type[];
  projections: Projection[];
  at?: string;
}) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-context-'));
  let time = Date.parse(at);
  const clock = { now: () => new Date(time) };
  const events = await openSqliteEventStore({ file: join(directory, 'events.db'), brief: true });
  const store = await openSqliteReadModelStore({ file: join(directory, 'read-models.db') });
  const projector = new Projector({ events, store, projections });
  await projector.start();

  const ports = [
    { provide: EVENT_STORE, useValue: events },
    { provide: READ_MODELS, useValue: projector },
    { provide: ANCHOR_STORE, useValue: store },
    { provide: CLOCK, useValue: clock },
    { provide: ID_SOURCE, useValue: timeOrderedIds },
    { provide: PRICE_LIST, useValue: defaultPriceList() },
    { provide: SETTINGS, useValue: readSettings({}) },
  ];
  @Global()
  @Module({ providers: ports, exports: ports.map(({ provide }) => provide) })
  class Ports {}

  const nest = await Test.createTestingModule({ imports: [BusesModule.forRoot(), Ports, ...modules] }).compile();
  await nest.init();

  return {
    events,
    projector,
    moveTo(to: string): void {
      time = Date.parse(to);
    },
    /** Also waits until the read models show it, as the API does. */
    async execute<Answer>(command: Command<Answer>): Promise<Answer> {
      const answer = await nest.get(CommandBus).execute(command);
      await this.caughtUp();
      return answer;
    },
    /** Without waiting for any read model. */
    executeAtOnce: <Answer>(command: Command<Answer>): Promise<Answer> => nest.get(CommandBus).execute(command),
    ask: <Answer>(query: Query<Answer>): Promise<Answer> => nest.get(QueryBus).execute(query),
    get: <Provider>(provider: Type<Provider>): Provider => nest.get(provider),
    caughtUp: async (): Promise<void> => projector.waitFor(await events.head()),
    async stop(): Promise<void> {
      await nest.close();
      await projector.stop();
      await store.close();
      await events.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type RunningContext = Awaited<ReturnType<typeof startContext>>;

/** The refusal that a promise ends with; fails when there is none. */
export async function refusalOf(answer: Promise<unknown>): Promise<RefusedError['refusal']> {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RefusedError) return error.refusal;
  throw error ?? new Error('expected a refusal, got an answer');
}
