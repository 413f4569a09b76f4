import { LedgerTime } from '@assay/billing';
import { EVENT_STORE, type EventStore, WrongExpectedRevision, load } from '@assay/event-store';
import { CLOCK, type Clock, RefusedError } from '@assay/kernel';
import type { Alarm, AutomationSchedule, Rung, SettledDueTime } from '@assay/orchestration';
import { readSchedule } from '@assay/schedules';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { FireAutomation } from '../commands/fire-automation/fire-automation';
import { automationStream } from '../domain/automation';
import {
  type DueTimes,
  type DueTimesDecided,
  type ScheduleOfAutomation,
  decideDueTimes,
  dueTimes,
  dueTimesStream,
  keyOf,
  scheduling,
} from '../domain/due-times';
import { historyIdOf } from '../domain/firing';
import { Firings } from '../firing/firings';

interface Decided {
  readonly state: DueTimes;
  readonly revision: number;
}

/**
 * Settles the due times of an automation. The decision about each due time is a fact before anything fires, and the due
 * time is the key of the firing. So an alarm that rings twice, in two processes or after a crash, gives each due time
 * one row.
 */
@Injectable()
export class DueTimeAlarm implements Alarm {
  /** For each automation, the last decision whose firings this process has completed. */
  private readonly done = new Map<string, number>();

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly firings: Firings,
    private readonly time: LedgerTime,
    private readonly commands: CommandBus,
  ) {}

  async ring(automationId: string): Promise<Rung> {
    const settled: SettledDueTime[] = [];
    for (;;) {
      const schedule = await this.scheduleOf(automationId);
      if (!schedule) {
        this.done.delete(automationId);
        return { schedule: null, settled };
      }
      const decided = await this.newest(automationId);
      // The firings of the previous decision: a crash can have come between the two.
      if (!(await this.fire(automationId, decided, settled))) continue;
      if (!(await this.decide(automationId, schedule, decided)))
        return { schedule: { automationId, ...schedule.config, summary: schedule.summary }, settled };
    }
  }

  /** The schedule in the form that the scheduler takes. Undefined if there is none. */
  async find(automationId: string): Promise<AutomationSchedule | undefined> {
    const schedule = await this.scheduleOf(automationId);
    return schedule && { automationId, ...schedule.config, summary: schedule.summary };
  }

  /** Whether something was due, or may be by now. */
  private async decide(automationId: string, schedule: ScheduleOfAutomation, known: Decided): Promise<boolean> {
    const { state, revision } = known;
    const read = readSchedule(schedule.config);
    if (!read.ok) throw new Error(`the schedule of ${automationId}: ${read.refusal.field}: ${read.refusal.message}`);
    const after = Math.max(Date.parse(schedule.since), state === undefined ? 0 : Date.parse(state.through));
    const now = this.clock.now().getTime();
    const due = read.value.nextDue(after);
    if (due === undefined || due > now) return false;
    // A clock that is years ahead would call times due that are not. Nothing is decided before an operator has
    // confirmed it.
    await this.time.confirmed();
    const isRunning = await this.isRunning(automationId, state);
    const facts = decideDueTimes({ automationId, due: read.value.dueBetween(after, now), now, isRunning }, state);
    try {
      await this.events.append(dueTimesStream(automationId), facts, {
        expectedRevision: revision === -1 ? 'no-stream' : revision,
      });
    } catch (error) {
      // Another process was faster: its decision is read and fired.
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
    return true;
  }

  /** @returns false if the automation is gone by now */
  private async fire(automationId: string, { state, revision }: Decided, settled: SettledDueTime[]): Promise<boolean> {
    if (state === undefined || this.done.get(automationId) === revision) return true;
    for (const firing of state.firings) {
      const { skip, ...due } = firing;
      const trigger = { type: 'schedule' as const, ...due };
      try {
        const { historyId, status } = await this.commands.execute(
          new FireAutomation({ automationId, key: keyOf(firing), at: state.at, trigger, ...(skip && { skip }) }),
        );
        settled.push({ dueAt: firing.dueAt, historyId, status });
      } catch (error) {
        if (!(error instanceof RefusedError) || error.refusal.code !== 'AUTOMATION_NOT_FOUND') throw error;
        return false;
      }
    }
    this.done.set(automationId, revision);
    return true;
  }

  private async isRunning(automationId: string, state: DueTimes): Promise<boolean> {
    if (state?.newestRun == null) return false;
    return this.firings.isUnderWay(historyIdOf(automationId, state.newestRun));
  }

  private async scheduleOf(automationId: string): Promise<ScheduleOfAutomation | undefined> {
    const { state } = await load(this.events, automationStream(automationId), scheduling);
    return state?.config && { config: state.config, since: state.since, summary: state.summary };
  }

  private async newest(automationId: string): Promise<Decided> {
    const stream = dueTimesStream(automationId);
    for await (const event of this.events.readStream<DueTimesDecided>(stream, { direction: 'backwards' }))
      return { state: dueTimes.evolve(dueTimes.initial, event), revision: event.revision };
    return { state: dueTimes.initial, revision: -1 };
  }
}
