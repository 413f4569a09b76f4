import type { Alarm, AutomationSchedule, Rung } from '../src/scheduler';

/** An alarm for what has no schedules. */
export const noAlarm: Alarm = { ring: async () => ({ schedule: null, settled: [] }) };

export const schedule = (automationId: string, cron: string, timezone = 'UTC'): AutomationSchedule => ({
  automationId,
  cron,
  timezone,
  summary: { organizationId: 'org_1', projectId: 'prj_1', name: 'nightly' },
});

/** Knows the schedules of automations, as the facts would, and counts how often it is rung for each. */
export class ScriptedAlarm implements Alarm {
  readonly rings = new Map<string, number>();
  /** The automations that it was told of, also those that were forgotten since. */
  readonly automations = new Set<string>();
  private readonly known = new Map<string, AutomationSchedule>();
  private failures = 0;
  private waiting: (() => void)[] = [];

  know(given: AutomationSchedule): AutomationSchedule {
    this.automations.add(given.automationId);
    this.known.set(given.automationId, given);
    return given;
  }

  forget(automationId: string): void {
    this.known.delete(automationId);
  }

  fail(times: number): void {
    this.failures = times;
  }

  count(automationId: string): number {
    return this.rings.get(automationId) ?? 0;
  }

  async ring(automationId: string): Promise<Rung> {
    this.rings.set(automationId, this.count(automationId) + 1);
    for (const wake of this.waiting.splice(0)) wake();
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('not now');
    }
    return { schedule: this.known.get(automationId) ?? null, settled: [] };
  }

  /** Resolves when it was rung so many times for an automation. */
  async rung(automationId: string, times: number): Promise<void> {
    while (this.count(automationId) < times) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
