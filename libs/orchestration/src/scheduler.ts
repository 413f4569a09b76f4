import type { CronSchedule } from '@assay/schedules';

/** When an automation fires by itself. */
export interface AutomationSchedule extends CronSchedule {
  readonly automationId: string;
  /** Details that operators see. */
  readonly summary: { readonly organizationId: string; readonly projectId: string; readonly name: string };
}

/** The outcome of a due time, for operators who watch the schedule. */
export interface SettledDueTime {
  /** ISO 8601 */
  readonly dueAt: string;
  readonly historyId: string;
  readonly status: string;
}

export interface Rung {
  /** The present schedule. Null if the automation has no schedule any more, so that rings must end. */
  readonly schedule: AutomationSchedule | null;
  readonly settled: readonly SettledDueTime[];
}

/** The other side of the port: handles due times. */
export interface Alarm {
  /** Settles all due times up to now that are not settled yet. A ring may come twice, late, or while nothing is due. */
  ring(automationId: string): Promise<Rung>;
}

/**
 * Rings the alarm at each due time of each schedule that is set, even if the process dies. It decides nothing: the due
 * times and their outcomes are facts of the automation. Every adapter passes the contract suite
 * in `libs/orchestration/test/scheduler-contract.ts`.
 */
export interface Scheduler {
  /** Starts to ring at these due times. The same schedule again changes nothing, and an operator's pause stays. */
  set(schedule: AutomationSchedule): Promise<void>;
  /** An unknown automation changes nothing. */
  remove(automationId: string): Promise<void>;
  /** The automations whose schedules are set. */
  list(): Promise<readonly string[]>;
  /** Stops ringing, and waits for the rings in progress. */
  close(): Promise<void>;
}
