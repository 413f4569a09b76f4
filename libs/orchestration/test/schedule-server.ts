import type { ScheduleWorkflowArguments } from '@assay/workflows';
import { type CalendarSpec, type Client, ScheduleNotFoundError } from '@temporalio/client';

interface Told {
  readonly spec: { readonly calendars: readonly CalendarSpec[] };
  readonly action: { readonly args: readonly [ScheduleWorkflowArguments] };
  readonly state: { readonly paused?: boolean; readonly note?: string };
}

/** Milliseconds: a server closes a schedule that has nothing more to do after a week. */
const KEPT_IDLE = 7 * 86_400_000;

/** The one schedule of a server whose time passes as the test says: it starts what it was told, and knows no cron. */
export class ScheduleServer {
  updates = 0;
  private told: (Told & { readonly since: number }) | undefined;
  private triggered: ScheduleWorkflowArguments[] = [];

  constructor(private readonly now: () => number) {}

  pause(paused: boolean): void {
    if (this.told) this.told = { ...this.told, state: { ...this.told.state, paused } };
  }

  /** The next run after an instant: undefined if the server was told of none. */
  next(after: number): { readonly at: number; readonly given: ScheduleWorkflowArguments } | undefined {
    const triggered = this.triggered.shift();
    if (triggered) return { at: after, given: triggered };
    if (!this.told || this.told.state.paused) return undefined;
    const at = this.times().find((time) => time > after);
    return at === undefined ? undefined : { at, given: this.told.action.args[0] };
  }

  /** As the client of the server has it. */
  client(): Client {
    const handle = {
      update: async (change: (described: Told) => Told) => this.tell(change(this.found())),
      describe: async () => this.found(),
      trigger: async () => void this.triggered.push(this.found().action.args[0]),
      delete: async () => {
        this.found();
        this.told = undefined;
      },
    };
    const schedule = { getHandle: () => handle, create: async (told: Told) => this.tell(told) };
    return { schedule } as unknown as Client;
  }

  private tell(told: Told): void {
    this.updates += 1;
    this.told = { ...told, since: this.now() };
  }

  private found(): Told {
    const idleSince = Math.max(this.times().at(-1) ?? 0, this.told?.since ?? 0);
    if (this.told && idleSince + KEPT_IDLE < this.now()) this.told = undefined;
    if (!this.told) throw new ScheduleNotFoundError('no such schedule', 'automation-aut_1');
    return this.told;
  }

  private times(): number[] {
    return (this.told?.spec.calendars ?? []).map(({ year, month, dayOfMonth, hour, minute, second }) =>
      Date.parse(`${dayOfMonth} ${month} ${year} ${hour}:${minute}:${second} UTC`),
    );
  }
}
