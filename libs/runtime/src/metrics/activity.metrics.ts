import { SessionCanceled, type SessionWorker, WorkerStopping } from '@assay/orchestration';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { decorateActivities } from '../decorators/decorate-activities';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800];

export function meteredActivities(register: Registry): (worker: SessionWorker) => SessionWorker {
  const registers = [register];
  const activities = new Histogram({
    name: 'assay_activity_duration_seconds',
    help: 'Activities of sessions by name and outcome.',
    labelNames: ['activity', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const passes = new Histogram({
    name: 'assay_engine_pass_duration_seconds',
    help: 'One run of an engine for its tools, the wait for an engine slot included.',
    labelNames: ['engine', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  return (worker) =>
    decorateActivities(worker, async ({ name, engine }, run) => {
      const started = performance.now();
      const end = (outcome: string) => {
        const seconds = (performance.now() - started) / 1_000;
        activities.observe({ activity: name, outcome }, seconds);
        if (engine !== undefined) passes.observe({ engine, outcome }, seconds);
      };
      try {
        const result = await run();
        end('done');
        return result;
      } catch (error) {
        end(error instanceof SessionCanceled ? 'canceled' : error instanceof WorkerStopping ? 'interrupted' : 'failed');
        throw error;
      }
    });
}

export function meteredSlots(
  register: Registry,
  read: () => { readonly total: number; readonly inUse: number; readonly waiting: number },
): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(value());
      },
    });
  gauge('assay_engine_slots', 'Engine processes that may run at once.', () => read().total);
  gauge('assay_engine_slots_in_use', 'Engine processes that run.', () => read().inUse);
  gauge('assay_engine_slots_waiting', 'Passes that wait for an engine slot.', () => read().waiting);
}
