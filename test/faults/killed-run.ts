import pTimeout from 'p-timeout';
import { eventually } from './eventually';
import type { Moment } from './money-moments';
import { type ServiceAddress, type ServiceOptions, launch } from './service-under-test';

export type End = 'died starting' | 'died running' | 'killed after its work' | 'killed after all was done';

/** Milliseconds in which a moment comes, or no longer comes: what waits for its time may take a minute. */
const REACHED_WITHIN = 5_000;

/** Waits until all is done or the service has died; where a moment was to come, no longer than one takes to come. */
export async function untilOver(
  service: Doomed,
  moment: Moment | undefined,
  { isDone, patience }: { readonly isDone: () => Promise<boolean>; readonly patience: number },
): Promise<Exclude<End, 'died starting'>> {
  const late = performance.now() + (moment === undefined ? Infinity : REACHED_WITHIN);
  return eventually(
    'all is done',
    async () => {
      if (service.isDead()) return 'died running';
      if (await isDone()) return 'killed after all was done';
      return performance.now() > late ? 'killed after its work' : undefined;
    },
    patience,
  );
}

/** A service that will be killed, as who works with it sees it. */
export interface Doomed extends ServiceAddress {
  isDead(): boolean;
  kill(): void;
}

/**
 * Starts the service, which dies at the moment, or is killed once the work is done.
 *
 * @param work says how it ended where nothing killed it meanwhile
 *
 * @throws Error if it ended otherwise, with what it said
 */
export async function runUntilKilled(
  options: ServiceOptions,
  moment: Moment | undefined,
  work: (service: Doomed) => Promise<Exclude<End, 'died starting'>>,
): Promise<End> {
  const point = moment && 'point' in moment ? moment.point : undefined;
  const { listening, ended, signal } = launch({ ...options, ...(point && { killPoint: point }) });
  let isDead = false;
  void ended.then(() => (isDead = true));
  const kill = () => {
    isDead = true;
    signal('SIGKILL');
  };
  const address = await listening.catch(() => undefined);
  let end: End = 'died starting';
  if (address) {
    const timer = moment && 'afterMs' in moment ? setTimeout(kill, moment.afterMs) : undefined;
    const worked = await work({ ...address, isDead: () => isDead, kill });
    end = isDead ? 'died running' : worked;
    clearTimeout(timer);
  }
  signal('SIGKILL');
  const { code, signal: by, errorOutput } = await pTimeout(ended, { milliseconds: 60_000 });
  if (by !== 'SIGKILL') throw new Error(`the service ended with ${by ?? code}: ${errorOutput}`);
  return end;
}

/** An answer; undefined if the service was killed meanwhile, or before. */
export async function unlessDead<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isCutOff(error)) return undefined;
    throw error;
  }
}

const CUT_OFF = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET'];
/** `fetch` says so in the cause of its error. */
const isCutOff = (error: unknown): boolean =>
  CUT_OFF.includes((error as { cause?: { code?: string } }).cause?.code ?? '');
