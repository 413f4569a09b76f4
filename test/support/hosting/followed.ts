import type { Trigger } from '@assay/automations';
import type { Fact } from '@assay/kernel';
import { randomUUID } from 'node:crypto';
import type { RunningService, Tenant } from '../running-service';

/** Creates an automation of a tenant that scans with one tool on any event of its trigger. */
export async function automationOf(
  service: RunningService,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  { projectId, trigger, tools }: { projectId: string; trigger: Trigger; tools: readonly string[] },
): Promise<string> {
  const automationId = `aut_${randomUUID()}`;
  const action = { type: 'scan', config: { platform: 'web', tools, failOn: null } };
  const fields = { name: 'On delivery', projectId, trigger, action, enabled: true, webhookToken: null };
  await service.platform.events.append(`automation-${automationId}`, [
    { type: 'AutomationCreated', data: { automationId, organizationId, at: new Date().toISOString(), ...fields } },
  ]);
  return automationId;
}

/** The first past or future event of this type for which the condition is true. */
export async function recorded<Event extends Fact>(
  service: RunningService,
  type: Event['type'],
  isMeant: (data: Event['data']) => boolean,
): Promise<Event['data']> {
  const found = new AbortController();
  const messages = service.platform.events.subscribeToAll<Event>({ filter: { types: [type] }, signal: found.signal });
  for await (const message of messages) {
    if (message.kind !== 'event' || !isMeant(message.event.data)) continue;
    found.abort();
    return message.event.data;
  }
  throw new Error(`the log ended without ${type}`);
}

/** Waits until a delivery was handled. Returns the ids of the automations that fired. */
export const followed = async (service: RunningService, deliveryId: string): Promise<readonly string[]> => {
  const { firings } = await recorded<
    Fact<
      'DeliveryHandled',
      { readonly deliveryId: string; readonly firings: readonly { readonly automationId: string }[] }
    >
  >(service, 'DeliveryHandled', (data) => data.deliveryId === deliveryId);
  return firings.map(({ automationId }) => automationId);
};
