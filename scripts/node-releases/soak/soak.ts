import PQueue from 'p-queue';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Circumstances } from '../run-logged';
import { assertSound, audit } from './audit';
import { type Load, lengthOf, scheduleOf } from './schedule';
import { type SoakedService, startService } from './service';
import { runSession } from './session';
import { Standstill } from './standstill';

/** Milliseconds without the end of a session or audit after which the service counts as stuck. */
const PATIENCE = 10 * 60_000;
const SAY_EVERY = 30_000;
/** Sessions that run at once, so that a slow machine falls behind instead of being buried. */
const AT_ONCE = 3;

/** The counts of one soak. */
export interface SoakFigures {
  readonly sessions: number;
  readonly audits: number;
  /** Forced collections of garbage, and V8's own because the heap was idle. */
  readonly forced: number;
  readonly idle: number;
}

export interface Soak {
  /** A built checkout. */
  readonly project: string;
  /** The compiled `assay` command in it. */
  readonly command: string;
  readonly load: Load;
  readonly say: (line: string) => void;
}

/**
 * Runs a service under a load, stops it with SIGTERM and audits its ledger. Neither the service nor an audit may end by
 * a signal or with a status other than 0, and every session must complete.
 *
 * @param of the store is created in its working folder
 * @throws Error with the first thing that went wrong
 */
export async function runSoak(soak: Soak, of: Omit<Circumstances, 'limit'>): Promise<SoakFigures> {
  const failed = new AbortController();
  const signal = AbortSignal.any([of.signal, failed.signal]);
  const samples = join(soak.project, 'samples');
  try {
    const service = await startService(soak.command, samples, { ...of, signal });
    const fail = (error: unknown) => failed.abort(error);
    service.endedTooEarly.catch(fail);
    const auditStore = () => audit(soak.command, { ...of, env: service.environment, signal });
    const { sessions, audits } = await keepAppointments(soak, service, {
      session: () => runSession(service, join(samples, 'shop'), signal),
      audit: auditStore,
      fail,
      signal,
    });
    await service.stop();
    assertSound(await auditStore(), sessions);
    return { sessions, audits: audits + 1, ...service.collections };
  } catch (error) {
    // The first failure has ended everything else, so later errors only follow from it.
    throw signal.aborted ? signal.reason : error;
  } finally {
    failed.abort();
  }
}

interface Tasks {
  session(): Promise<unknown>;
  audit(): Promise<unknown>;
  /** Aborts `signal`. */
  fail(error: unknown): void;
  readonly signal: AbortSignal;
}

/** Performs all scheduled actions, and counts the successful ones. @throws the signal's reason */
async function keepAppointments({ load, say }: Soak, service: SoakedService, tasks: Tasks) {
  const { signal, fail } = tasks;
  const queues = { session: new PQueue({ concurrency: AT_ONCE }), audit: new PQueue({ concurrency: 1 }) };
  const done = { session: 0, audit: 0 };
  const appointments = scheduleOf(load);
  const due = (action: string) => appointments.filter((appointment) => appointment.action === action).length;
  const progress = () =>
    `${done.session} of ${due('session')} sessions, ${done.audit} of ${due('audit')} audits; collections of ` +
    `garbage: ${service.collections.forced} forced, ${service.collections.idle} idle`;
  let standstill: Standstill | undefined;
  const began = performance.now();
  const teller = setInterval(() => say(progress()), SAY_EVERY);
  try {
    for (const { at, action } of appointments) {
      await until(began + at, signal);
      if (action === 'collect') service.collect();
      else
        void queues[action]
          .add(async () => {
            await tasks[action]();
            done[action] += 1;
            standstill?.done();
          })
          .catch(fail);
    }
    await until(began + lengthOf(load), signal);
    standstill = new Standstill(PATIENCE, () => {
      fail(new Error(`nothing ended for ${PATIENCE / 60_000} minutes: ${progress()}`));
    });
    await Promise.all(Object.values(queues).map((queue) => queue.onIdle()));
    signal.throwIfAborted();
    return { sessions: done.session, audits: done.audit };
  } finally {
    clearInterval(teller);
    standstill?.over();
  }
}

/** @param time by performance.now() */
async function until(time: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, time - performance.now()), undefined, { signal });
}
