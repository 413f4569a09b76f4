import type { LedgerEntry } from '@assay/billing';
import type { NewEvent } from '@assay/event-store';
import type { NotificationEvent } from '@assay/notifications';
import type { SessionEvent } from '@assay/scanning';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Milliseconds to seconds. */
const seconds = (milliseconds: number): number => milliseconds / 1_000;

/**
 * Counts what events say. They are counted where they are appended, once each over all processes, so that sums over a
 * fleet are right; a process that replays the log counts nothing.
 */
export function factCounter(register: Registry): (event: NewEvent) => void {
  const metrics = metricsOn(register);
  return (event) => count(metrics, event as SessionEvent | LedgerEntry | NotificationEvent);
}

type FactMetrics = ReturnType<typeof metricsOn>;

function count(metrics: FactMetrics, event: SessionEvent | LedgerEntry | NotificationEvent): void {
  const { started, ended, tools, duration, charged, refunded, notifications } = metrics;
  switch (event.type) {
    case 'ScanStarted':
      return started.inc();
    case 'ScanCompleted':
      return ended.inc({ status: event.data.status });
    case 'ScanFailed':
      return ended.inc({ status: 'failed' });
    case 'ScanCanceled':
      return ended.inc({ status: 'canceled' });
    case 'ToolCompleted':
      tools.inc({ tool: event.data.tool, status: 'completed' });
      return duration.observe({ status: 'completed' }, seconds(event.data.duration));
    case 'ToolFailed':
      tools.inc({ tool: event.data.tool, status: event.data.reason });
      return duration.observe({ status: event.data.reason }, seconds(event.data.duration));
    case 'ToolSkipped':
      return tools.inc({ tool: event.data.tool, status: event.data.reason });
    case 'CreditsCharged':
      return charged.inc(event.data.amount);
    case 'CreditsRefunded':
      return refunded.inc({ reason: event.data.reason }, event.data.amount);
    case 'NotificationDelivered':
      return notifications.inc({ outcome: 'delivered' });
    case 'NotificationDelayed':
      return notifications.inc({ outcome: 'delayed' });
    case 'NotificationFailed':
      return notifications.inc({ outcome: 'failed' });
    case 'NotificationSkipped':
      return notifications.inc({ outcome: 'skipped' });
    default:
      return undefined;
  }
}

function metricsOn(register: Registry) {
  const registers = [register];
  return {
    started: new Counter({ name: 'assay_sessions_started_total', help: 'Sessions that started.', registers }),
    ended: new Counter({
      name: 'assay_sessions_ended_total',
      help: 'Sessions by how they ended.',
      labelNames: ['status'],
      registers,
    }),
    tools: new Counter({
      name: 'assay_tools_total',
      help: 'Tools by their outcome.',
      labelNames: ['tool', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'assay_tool_duration_seconds',
      help: 'How long a tool took that ran.',
      labelNames: ['status'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
      registers,
    }),
    charged: new Counter({
      name: 'assay_charged_microcredits_total',
      help: 'Millionths of a credit that were charged.',
      registers,
    }),
    refunded: new Counter({
      name: 'assay_refunded_microcredits_total',
      help: 'Millionths of a credit that were refunded.',
      labelNames: ['reason'],
      registers,
    }),
    notifications: new Counter({
      name: 'assay_notifications_total',
      help: 'Attempts to deliver a notification by how they ended.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
