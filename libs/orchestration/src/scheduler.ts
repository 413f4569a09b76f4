import type { CronSchedule } from '@assay/schedules';

/** When an automation fires by itself. */
export interface AutomationSchedule extends CronSchedule {
  readonly automationId: string;
  /** What an operator sees of it. */
  readonly summary: { readonly organizationId: string; readonly projectId: string; readonly name: string };
}

/** What came of a due time, for anybody who watches the schedule. */
export interface SettledDueTime {
  /** ISO 8601 */
  readonly dueAt: string;
  readonly historyId: string;
  readonly status: string;
}

export interface Rung {
  /** As it stands now. Null: the automation has none any more, and is not to be rung again. */
  readonly schedule: AutomationSchedule | null;
  readonly settled: readonly SettledDueTime[];
}

/** The other side of the port: what is done as a due time comes. */
export interface Alarm {
  /**
   * Something may be due: all that was due up to now, and is not settled, is settled. A ring may come twice, late, or
   * while nothing is due.
   */
  ring(automationId: string): Promise<Rung>;
}

/**
 * Rings the alarm at each due time of each schedule that it was given, even if the process dies. It decides nothing:
 * which due times came, and what became of each, are facts of the automation. Every adapter passes the contract suite
 * in `libs/orchestration/test/scheduler-contract.ts`.
 */
export interface Scheduler {
  /** From now on it rings at these due times. The same again changes nothing. The pause of an operator stays. */
  set(schedule: AutomationSchedule): Promise<void>;
  /** One that it does not have changes nothing. */
  remove(automationId: string): Promise<void>;
  /** The automations of whose schedules it knows. */
  list(): Promise<readonly string[]>;
  /** Stops ringing, and waits for the rings that are under way. */
  close(): Promise<void>;
}
