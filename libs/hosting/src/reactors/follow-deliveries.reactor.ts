import { FireAutomation, automationDocuments } from '@assay/automations';
import { type EventStore, decide, load } from '@assay/event-store';
import { type Clock, RefusedError, timestamp } from '@assay/kernel';
import { type ReadModels, type Reactor, pagesOf } from '@assay/read-models';
import type { CommandBus } from '@nestjs/cqrs';
import { type DeliveryReceived, delivery, recordHandled } from '../domain/delivery';
import { firingOf, triggerTypeOf } from '../firing-of';
import { toldBy } from '../told-by';

const AUTOMATIONS_A_PAGE = 100;

/**
 * Fires each automation of the organization that a delivery concerns, once: the key of a firing is the delivery's id,
 * or begins with it, so that after a crash the rest follows and nothing happens twice. That all have fired is recorded,
 * so that an automation of tomorrow follows no delivery of today when a reactor begins from the start.
 */
export function followDeliveries({
  events,
  readModels,
  commands,
  clock,
  reached,
}: {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  readonly commands: CommandBus;
  readonly clock: Clock;
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: number) => Promise<void>;
}): Reactor<DeliveryReceived> {
  const fire = async (firing: FireAutomation['input']) => {
    try {
      const { historyId } = await commands.execute(new FireAutomation(firing));
      return [{ automationId: firing.automationId, historyId }];
    } catch (error) {
      // It was deleted a moment ago.
      if (error instanceof RefusedError && error.refusal.code === 'AUTOMATION_NOT_FOUND') return [];
      throw error;
    }
  };

  const followed = async (received: DeliveryReceived['data']) => {
    const { organizationId, host, happening, at } = received;
    const told = await toldBy(received, events);
    const type = triggerTypeOf(host, happening);
    if (type === undefined || told.length === 0) return [];
    const firings = [];
    const where = { organizationId, 'trigger.type': type };
    const automations = readModels.collection(automationDocuments);
    for await (const page of pagesOf(automations, { where, by: 'createdAt', size: AUTOMATIONS_A_PAGE }))
      for (const { id: automationId, document } of page)
        for (const { key, happening: each } of told) {
          const firing = firingOf(document.trigger, each);
          if (firing) firings.push(...(await fire({ automationId, key, at, ...firing })));
        }
    return firings;
  };

  return {
    name: 'follow-deliveries',
    handles: { DeliveryReceived: true },
    async react({ stream, position, data }) {
      const { received, handled: isHandled } = (await load(events, stream, delivery)).state;
      // A log may still tell of one that is forgotten: it was followed long ago.
      if (received === undefined || isHandled) return;
      await reached(position);
      const firings = await followed(data);
      const { deliveryId, organizationId } = data;
      const handled = { deliveryId, organizationId, firings, at: timestamp(clock) };
      await decide(events, stream, delivery, (state) => recordHandled(handled, state));
    },
  };
}
