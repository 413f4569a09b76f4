import { type Fact, type Model, counted, isOneOf, passedOver, refuseUnknown } from '@assay/kernel';
import type { AutomationEvent } from './automation';
import type { TriggerOf } from './automation-fields';
import type { FiringTrigger, SkipReason } from './firing';

/** What is decided of one due time; of a range of them, where a long time was missed. */
export interface DueFiring {
  /** ISO 8601; of a range the last one. */
  readonly dueAt: string;
  /** Milliseconds, of one that starts late. */
  readonly lateMs?: number;
  /** The missed times of a range. */
  readonly missed?: FiringTrigger['missed'];
  readonly skip?: SkipReason;
}

/**
 * What becomes of all that came due up to an instant. Written before anything fires, with the revision that it was
 * decided on: two processes never decide on the same due time, and after a crash the firings follow from here. Each
 * fact has the whole state, so that a stream of any length costs one read.
 */
export type DueTimesDecided = Fact<
  'DueTimesDecided',
  {
    readonly automationId: string;
    readonly at: string;
    /** The last due time that is decided. */
    readonly through: string;
    readonly firings: readonly DueFiring[];
    /** The key of the newest firing that may have a scan. */
    readonly newestRun: string | null;
  }
>;

export type DueTimes = DueTimesDecided['data'] | undefined;

/** A fact of a type that it does not know is refused: what it decided of due times would be decided again. */
export const dueTimes: Model<DueTimes, DueTimesDecided> = {
  initial: undefined,
  evolve: (_, event) =>
    isOneOf<DueTimesDecided>({ DueTimesDecided: true }, event)
      ? event.data
      : refuseUnknown(event, 'The due times of an automation'),
};

export const dueTimesStream = (automationId: string): string => `due-${automationId}`;

/** A later start than this is called late. */
const PUNCTUAL = 60_000;
/** Missed due times that have a row each. Those before them have one row together. */
export const MISSED_ROWS = 50;

const iso = (time: number): string => new Date(time).toISOString();

/** By it a repeated firing is the same. */
export const keyOf = ({ dueAt, missed }: DueFiring): string =>
  missed === undefined ? `due ${dueAt}` : `missed ${missed.from} ${missed.until}`;

interface Coming {
  readonly automationId: string;
  /** What came due since the last decision, rising. */
  readonly due: Iterable<number>;
  readonly now: number;
  /** Whether the scan of the newest run is still running. */
  readonly isRunning: boolean;
}

/**
 * The newest due time is run, late or not; those before it were missed. So there is one catch-up at most, however long
 * nothing ran.
 */
export function decideDueTimes({ automationId, due, now, isRunning }: Coming, state: DueTimes): DueTimesDecided[] {
  let first: number | undefined;
  let count = 0;
  const newest: number[] = [];
  for (const time of due) {
    first ??= time;
    count += 1;
    newest.push(time);
    if (newest.length > MISSED_ROWS + 2) newest.shift();
  }
  const last = newest.pop();
  if (first === undefined || last === undefined) return [];
  // One more than have rows: the end of the range before them, where there is one.
  const until = newest.length > MISSED_ROWS ? newest.shift()! : undefined;
  const firings = [
    ...(until === undefined ? [] : [missedRange(first, until, count - 1 - MISSED_ROWS)]),
    ...newest.map(missedOne),
    runOf(last, now, isRunning),
  ];
  const run = firings.at(-1)!;
  const newestRun = run.skip === undefined ? keyOf(run) : (state?.newestRun ?? null);
  return [{ type: 'DueTimesDecided', data: { automationId, at: iso(now), through: iso(last), firings, newestRun } }];
}

function runOf(due: number, now: number, isRunning: boolean): DueFiring {
  const late = now - due;
  return {
    dueAt: iso(due),
    ...(late > PUNCTUAL && { lateMs: late }),
    ...(isRunning && { skip: { code: 'overlap', reason: 'The scan of the due time before is still running' } }),
  };
}

const missedOne = (due: number): DueFiring => ({
  dueAt: iso(due),
  skip: { code: 'missed', reason: `Nothing ran at ${iso(due)}, and only the newest due time is caught up` },
});

/** A range of one has the words of one, and the key of one. */
function missedRange(first: number, last: number, count: number): DueFiring {
  if (first === last) return missedOne(first);
  const [from, until] = [iso(first), iso(last)];
  const reason = `Nothing ran at ${counted(count, 'due time')} from ${from} to ${until}, which have this row together`;
  return { dueAt: until, missed: { count, from, until }, skip: { code: 'missed', reason } };
}

/** The schedule of an automation, as its own stream says. */
export interface ScheduleOfAutomation {
  readonly config: TriggerOf<'schedule'>['config'];
  /** ISO 8601: what was due before, this schedule does not know. */
  readonly since: string;
  readonly summary: { readonly organizationId: string; readonly projectId: string; readonly name: string };
}

interface Scheduling {
  readonly config: TriggerOf<'schedule'>['config'] | undefined;
  readonly since: string;
  readonly summary: ScheduleOfAutomation['summary'];
}

/** Undefined for one that is not there, or not any more. */
export const scheduling: Model<Scheduling | undefined, AutomationEvent> = {
  initial: undefined,
  evolve(state, event) {
    const { type, data } = event;
    switch (type) {
      case 'AutomationCreated': {
        const { trigger, at, organizationId, projectId, name } = data;
        const config = trigger.type === 'schedule' ? trigger.config : undefined;
        return { config, since: at, summary: { organizationId, projectId, name } };
      }
      case 'AutomationChanged': {
        if (!state) return state;
        const { trigger, at } = data;
        const { projectId = state.summary.projectId, name = state.summary.name } = data;
        const summary = { ...state.summary, projectId, name };
        if (!trigger) return { ...state, summary };
        return { config: trigger.type === 'schedule' ? trigger.config : undefined, since: at, summary };
      }
      case 'AutomationDeleted':
      case 'AutomationAbandoned':
        return undefined;
      default:
        return passedOver(state, event);
    }
  },
};
