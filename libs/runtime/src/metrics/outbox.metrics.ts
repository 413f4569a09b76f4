import type { OutboxStatus } from '@assay/notifications';
import { Gauge, type Registry } from 'prom-client';
import type { Refresh } from './projection.metrics';

/** The notifications that wait; absent while the read models cannot be asked. */
export function meteredOutbox(register: Registry, status: () => Promise<OutboxStatus>): Refresh {
  const registers = [register];
  const pending = new Gauge({
    name: 'assay_notifications_pending',
    help: 'Notifications that wait to be delivered.',
    registers,
  });
  const oldest = new Gauge({
    name: 'assay_notifications_oldest_seconds',
    help: 'How long the oldest of them has waited; 0 where none waits.',
    registers,
  });
  return async () => {
    const current = await status().catch(() => undefined);
    for (const gauge of [pending, oldest]) gauge.remove();
    if (!current) return;
    pending.set(current.pending);
    oldest.set(current.oldest === null ? 0 : Math.max(0, Date.now() - Date.parse(current.oldest)) / 1_000);
  };
}
