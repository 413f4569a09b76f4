import { LedgerTime } from '@assay/billing';
import { EmbeddedScheduler } from '@assay/orchestration';
import { type CronSchedule, readSchedule } from '@assay/schedules';
import type { CommandBus } from '@nestjs/cqrs';
import { FailingAppends } from '../../billing/test/failing-appends';
import { FakeTime } from '../../orchestration/test/fake-time';
import { DueTimeAlarm, type FireAutomation } from '../src';
import { FireAutomationHandler } from '../src/commands/fire-automation/fire-automation';
import type { StoredFields } from '../src/domain/automation';
import type { AutomationTriggered, FiringEvent } from '../src/domain/firing';
import { BranchTurnKeeper } from '../src/firing/branch-turn-keeper';
import { Firings } from '../src/firing/firings';
import type { ScanStarter } from '../src/firing/scan-starter';
import { commandBusOf } from '../../platform/test/buses';

export const START = '2025-01-01T00:00:30.000Z';
const about = { organizationId: 'org_1' };

interface Row extends Pick<AutomationTriggered['data'], 'automationId' | 'key' | 'trigger'> {
  readonly skip?: { readonly code: string; readonly reason: string };
  readonly scanned: boolean;
}

/** A process that rings. Two of them share only the store. */
interface Process {
  readonly alarm: DueTimeAlarm;
  readonly scheduler: EmbeddedScheduler;
  readonly faults: unknown[];
}

/** Automations with schedules, on a store whose appends can fail and a time that only the test moves. */
export class ScheduleWorld {
  readonly events = new FailingAppends();
  readonly time = new FakeTime(START);
  readonly schedules = new Map<string, CronSchedule>();
  private seen = 0;
  private counted = 0;
  private readonly running: { historyId: string; sessionId: string; scanId: string }[] = [];

  async automation(automationId: string, config: CronSchedule, fields: Partial<StoredFields> = {}): Promise<string> {
    this.schedules.set(automationId, config);
    const stored: StoredFields = {
      name: 'Nightly',
      projectId: 'prj_1',
      trigger: { type: 'schedule', config },
      action: { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } },
      enabled: true,
      webhookAddress: null,
      webhookToken: null,
      ...fields,
    };
    await this.fact(automationId, 'AutomationCreated', stored);
    return automationId;
  }

  fact(automationId: string, type: string, data: object = {}) {
    const at = this.time.now().toISOString();
    return this.events.append(`automation-${automationId}`, [{ type, data: { ...about, automationId, at, ...data } }]);
  }

  /** Starts a separate process, which gets each schedule and rings at once. */
  async start(): Promise<Process> {
    const starter = { start: (fired: AutomationTriggered['data']) => this.startScan(fired) };
    const turns = new BranchTurnKeeper(this.events);
    const commands = commandBusOf((command: FireAutomation) =>
      new FireAutomationHandler(this.events, firings).execute(command),
    );
    const firings = new Firings(this.events, this.time, turns, starter as unknown as ScanStarter, commands);
    const time = new LedgerTime(this.events, this.time);
    const alarm = new DueTimeAlarm(this.events, this.time, firings, time, commands);
    const faults: unknown[] = [];
    const scheduler = new EmbeddedScheduler({
      alarm,
      clock: this.time,
      startTimer: this.time.startTimer,
      onFault: (_, error) => faults.push(error),
    });
    for (const id of this.schedules.keys()) {
      const schedule = await alarm.find(id);
      if (schedule) await scheduler.set(schedule);
    }
    await this.pass();
    return { alarm, scheduler, faults };
  }

  /** Runs everything that is due now. */
  pass(): Promise<void> {
    return this.time.moveTo(this.time.now().toISOString());
  }

  /** Moves the time forward at once, so that each timer fires only once. */
  async leapTo(time: number): Promise<void> {
    this.time.sleepUntil(new Date(time).toISOString());
    await this.pass();
  }

  /** Deletes the sessions with their project, so that their outcomes are not recorded. */
  async deleteScans(): Promise<void> {
    for (const { sessionId } of this.running.splice(0)) await this.events.deleteStream(`session-${sessionId}`);
  }

  async endScans(): Promise<void> {
    const starter = { start: () => undefined } as unknown as ScanStarter;
    const firings = new Firings(this.events, this.time, new BranchTurnKeeper(this.events), starter, {} as CommandBus);
    const at = this.time.now().toISOString();
    for (const { historyId, ...scan } of this.running.splice(0))
      await firings.end(historyId, { ...scan, status: 'completed', duration: 0, at });
  }

  rows(automationId?: string): Row[] {
    const streams = new Map<string, FiringEvent[]>();
    for (const event of this.events.log)
      if (event.stream.startsWith('firing-'))
        streams.set(event.stream, [...(streams.get(event.stream) ?? []), event as unknown as FiringEvent]);
    return [...streams.values()].flatMap((facts) => {
      const [triggered, ...more] = facts;
      if (triggered?.type !== 'AutomationTriggered') throw new Error('a firing does not begin with its trigger');
      if (automationId !== undefined && triggered.data.automationId !== automationId) return [];
      const { key, trigger } = triggered.data;
      const skipped = more.flatMap(({ type, data }) => (type === 'AutomationScanSkipped' ? [data] : []));
      if (more.some(({ type }) => type === 'AutomationTriggered')) throw new Error('one firing was triggered twice');
      return [
        {
          automationId: triggered.data.automationId,
          key,
          trigger,
          ...(skipped[0] && { skip: { code: skipped[0].code, reason: skipped[0].reason } }),
          scanned: more.some(({ type }) => type === 'AutomationScanStarted'),
        },
      ];
    });
  }

  /** The number of rows in the history. */
  rowCount(): number {
    for (; this.seen < this.events.log.length; this.seen += 1)
      if (this.events.log[this.seen]!.type === 'AutomationTriggered') this.counted += 1;
    return this.counted;
  }

  /** The due times from the start up to now. */
  due(automationId: string): string[] {
    const read = readSchedule(this.schedules.get(automationId)!);
    if (!read.ok) throw new Error(read.refusal.message);
    const times = read.value.dueBetween(Date.parse(START), this.time.now().getTime());
    return [...times].map((time) => new Date(time).toISOString());
  }

  private async startScan({ historyId }: AutomationTriggered['data']) {
    const sessionId = historyId.replace('run_', 'ses_');
    const scan = { sessionId, scanId: historyId.replace('run_', 'scn_') };
    if (!this.running.some((known) => known.historyId === historyId)) {
      this.running.push({ historyId, ...scan });
      await this.events.append(`session-${sessionId}`, [{ type: 'ScanStarted', data: scan }]);
    }
    return scan;
  }
}
