/** The arguments of each run of a schedule. */
export interface ScheduleWorkflowArguments {
  readonly automationId: string;
  /** The last due time that the server got, in ISO 8601: soon before it, the server gets more. */
  readonly listedUntil: string;
}

/** The result of a run, as an operator reads it. */
export interface RingReport {
  readonly settled: readonly { readonly dueAt: string; readonly historyId: string; readonly status: string }[];
  /** Whether the server was told of further due times. */
  readonly listedMore: boolean;
}

/** The activity as it crosses the wire. It comes on the queue of the workflows, so that every worker can ring. */
export interface ScheduleActivities {
  ring(given: ScheduleWorkflowArguments): Promise<RingReport>;
}

/** The workflow's type at the server. Schedules that exist across a release are found by it: never rename it. */
export const SCHEDULE_WORKFLOW = 'dueTime';
