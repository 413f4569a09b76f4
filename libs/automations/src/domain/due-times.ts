import { type Fact, type Model, counted, isOneOf, passedOver, refuseUnknown } from '@assay/kernel';
import type { AutomationEvent } from './automation';
import type { TriggerOf } from './automation-fields';
import type { FiringTrigger, SkipReason } from './firing';

/** The decision about one due time, or about a range of them after a long pause. */
export interface DueFiring {
  /** ISO 8601; for a range, the last due time. */
  readonly dueAt: string;
  /** Milliseconds of delay, for a firing that starts late. */
  readonly lateMs?: number;
  /** The missed times of a range. */
  readonly missed?: FiringTrigger['missed'];
  readonly skip?: SkipReason;
}

/**
 * The decision about everything that came due up to an instant. It is written before anything fires, at the revision
 * that it was decided on: two processes never decide about the same due time, and after a crash the firings follow from
 * here. Each fact holds the whole state, so a stream of any length costs one read.
 */
export type DueTimesDecided = Fact<
  'DueTimesDecided',
  {
    readonly automationId: string;
    readonly at: string;
    /** The last decided due time. */
    readonly through: string;
    readonly firings: readonly DueFiring[];
    /** The key of the newest firing that may have a scan. */
    readonly newestRun: string | null;
  }
>;

export type DueTimes = DueTimesDecided['data'] | undefined;

/** A fact of an unknown type is refused: its due times would be decided again. */
export const dueTimes: Model<DueTimes, DueTimesDecided> = {
  initial: undefined,
  evolve: (_, event) =>
    isOneOf<DueTimesDecided>({ DueTimesDecided: true }, event)
      ? event.data
      : refuseUnknown(event, 'The due times of an automation'),
};

export const dueTimesStream = (automationId: string): string => `due-${automationId}`;

/** A firing is late if it starts more than so many milliseconds after its due time. */
const PUNCTUAL = 60_000;
/** The most missed due times with a row each. All earlier ones share one row. */
export const MISSED_ROWS = 50;

const iso = (time: number): string => new Date(time).toISOString();

/** The key that identifies a repeated firing. */
export const keyOf = ({ dueAt, missed }: DueFiring): string =>
  missed === undefined ? `due ${dueAt}` : `missed ${missed.from} ${missed.until}`;

interface Coming {
  readonly automationId: string;
  /** The due times since the last decision, ascending. */
  readonly due: Iterable<number>;
  readonly now: number;
  /** Whether the scan of the newest run is still running. */
  readonly isRunning: boolean;
}

/**
 * The newest due time is run, late or not; earlier ones were missed. So there is at most one catch-up run, however long
 * the service was down.
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
  // One more than there are rows: it ends the range of the earlier ones, if there are any.
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

/** A range of one due time has the words and the key of a single one. */
function missedRange(first: number, last: number, count: number): DueFiring {
  if (first === last) return missedOne(first);
  const [from, until] = [iso(first), iso(last)];
  const reason = `Nothing ran at ${counted(count, 'due time')} from ${from} to ${until}, which have this row together`;
  return { dueAt: until, missed: { count, from, until }, skip: { code: 'missed', reason } };
}

/** The schedule of an automation, from its own stream. */
export interface ScheduleOfAutomation {
  readonly config: TriggerOf<'schedule'>['config'];
  /** ISO 8601: due times before this are not of this schedule. */
  readonly since: string;
  readonly summary: { readonly organizationId: string; readonly projectId: string; readonly name: string };
}

interface Scheduling {
  readonly config: TriggerOf<'schedule'>['config'] | undefined;
  readonly since: string;
  readonly summary: ScheduleOfAutomation['summary'];
}

/** Undefined for an automation that does not exist or no longer does. */
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
