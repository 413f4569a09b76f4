import { type EventStore, WrongExpectedRevision } from '@assay/event-store';
import { Counter, Histogram, type Registry } from 'prom-client';
import { decorateAppend } from '../decorators/decorate-append';
import { factCounter } from './fact.metrics';

/** One transaction on a local disk takes 0.2 ms, one on a cluster some tens; the rest is trouble. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function meteredAppends(register: Registry): (events: EventStore) => EventStore {
  const registers = [register];
  const appends = new Counter({
    name: 'assay_appends_total',
    help: 'Appends by outcome; a conflict is decided again by its caller.',
    labelNames: ['outcome'],
    registers,
  });
  const appended = new Counter({ name: 'assay_appended_events_total', help: 'Events that were written.', registers });
  const duration = new Histogram({
    name: 'assay_append_duration_seconds',
    help: 'How long an append took, whatever came of it.',
    buckets: SECONDS,
    registers,
  });
  const count = factCounter(register);
  return (store) =>
    decorateAppend(store, async (append, _, events) => {
      const end = duration.startTimer();
      try {
        const result = await append();
        appends.inc({ outcome: result.repeated ? 'repeated' : 'appended' });
        // A repeated append was counted at its first time.
        if (!result.repeated) {
          appended.inc(events.length);
          for (const event of events) count(event);
        }
        return result;
      } catch (error) {
        appends.inc({ outcome: error instanceof WrongExpectedRevision ? 'conflict' : 'failed' });
        throw error;
      } finally {
        end();
      }
    });
}
