import { type Fact, type Model, passedOver, refused } from '@assay/kernel';
import type { AutomationFields } from './automation-fields';
import { statusNameOf } from './status-name';

interface About {
  readonly automationId: string;
  readonly organizationId: string;
  readonly at: string;
}

/** The stored fields of an automation, and its webhook address. */
export interface StoredFields extends AutomationFields {
  /**
   * The public name of the address; its secret end is derived from it. Null if there is no address, or one of an
   * earlier release.
   */
  readonly webhookAddress: string | null;
  /**
   * The secret end of an address from an earlier release: anybody who knows it can fire the automation. Null if there
   * is none.
   */
  readonly webhookToken: string | null;
}

/** Events of earlier releases have no `webhookAddress`, those of this one no `webhookToken`. */
type RecordedFields = AutomationFields & Partial<Pick<StoredFields, 'webhookAddress' | 'webhookToken'>>;

export type AutomationCreated = Fact<'AutomationCreated', About & RecordedFields>;
/** The changed fields only. */
export type AutomationChanged = Fact<'AutomationChanged', About & Partial<StoredFields>>;
export type AutomationDeleted = Fact<'AutomationDeleted', About>;
/** Its slot was taken, but its creation did not follow. This fact is written first and prevents a late creation. */
type AutomationAbandoned = Fact<'AutomationAbandoned', About>;

export type AutomationEvent = AutomationCreated | AutomationChanged | AutomationDeleted | AutomationAbandoned;

export type Automation =
  | { readonly status: 'absent' }
  | LiveAutomation
  | { readonly status: 'gone'; readonly organizationId: string };

export interface LiveAutomation {
  readonly status: 'live';
  readonly id: string;
  readonly organizationId: string;
  /** The name of its commit status. Renaming the automation does not change it. */
  readonly statusName: string;
  readonly fields: StoredFields;
}

export const NO_ADDRESS = { webhookAddress: null, webhookToken: null } as const;

/** A fact of an unknown type is skipped. */
export const automation: Model<Automation, AutomationEvent> = {
  initial: { status: 'absent' },
  evolve(state, event) {
    const { type, data } = event;
    switch (type) {
      case 'AutomationCreated': {
        const { automationId, organizationId, at: _, ...recorded } = data;
        const fields = { ...NO_ADDRESS, ...recorded };
        const statusName = statusNameOf(automationId, fields.name);
        return { status: 'live', id: automationId, organizationId, statusName, fields };
      }
      case 'AutomationChanged': {
        const { automationId: _, organizationId: __, at: ___, ...changes } = data;
        return state.status === 'live' ? { ...state, fields: { ...state.fields, ...changes } } : state;
      }
      case 'AutomationDeleted':
      case 'AutomationAbandoned':
        return { status: 'gone', organizationId: data.organizationId };
      default:
        return passedOver(state, event);
    }
  },
};

export const automationStream = (automationId: string): string => `automation-${automationId}`;

export type NewFields = Omit<StoredFields, 'webhookToken'>;

/** No event if it exists already or was abandoned meanwhile: the state afterwards says which. */
export const createAutomation = (about: About, fields: NewFields, state: Automation): AutomationEvent[] =>
  state.status === 'absent' ? [{ type: 'AutomationCreated', data: { ...about, ...fields } }] : [];

export const abandonAutomation = (about: About, state: Automation): AutomationEvent[] =>
  state.status === 'absent' ? [{ type: 'AutomationAbandoned', data: about }] : [];

/**
 * Ignores values that equal the current ones. An automation whose trigger becomes a webhook gets the new address; one
 * whose trigger is no longer a webhook loses its address.
 *
 * @throws RefusedError AUTOMATION_NOT_FOUND, also for another organization's
 */
export function changeAutomation(
  about: About,
  { patch, newAddress }: { readonly patch: Partial<AutomationFields>; readonly newAddress: string },
  state: Automation,
): AutomationEvent[] {
  const { fields } = liveAutomation(state, about.organizationId);
  const isWebhook = (patch.trigger ?? fields.trigger).type === 'webhook';
  const hasAddress = fields.webhookAddress !== null || fields.webhookToken !== null;
  const address = isWebhook ? !hasAddress && { webhookAddress: newAddress } : NO_ADDRESS;
  return changed(about, fields, { ...patch, ...address });
}

/**
 * Replaces the webhook address.
 *
 * @throws RefusedError AUTOMATION_NOT_FOUND; CONFLICT if the trigger is not a webhook
 */
export function rotateWebhook(about: About, newAddress: string, state: Automation): AutomationEvent[] {
  const { fields } = liveAutomation(state, about.organizationId);
  if (fields.trigger.type !== 'webhook')
    return refused('CONFLICT', 'The automation has no webhook address: its trigger is no webhook');
  return changed(about, fields, { webhookAddress: newAddress, webhookToken: null });
}

function changed(about: About, fields: StoredFields, patch: Partial<StoredFields>): AutomationEvent[] {
  const differs = (name: keyof StoredFields) => JSON.stringify(fields[name]) !== JSON.stringify(patch[name]);
  const names = (Object.keys(patch) as (keyof StoredFields)[]).filter(differs);
  if (names.length === 0) return [];
  const changes = Object.fromEntries(names.map((name) => [name, patch[name]]));
  return [{ type: 'AutomationChanged', data: { ...about, ...changes } }];
}

/**
 * Deleting again changes nothing. @throws RefusedError AUTOMATION_NOT_FOUND if it never existed or is another
 * organization's
 */
export function deleteAutomation(about: About, state: Automation): AutomationEvent[] {
  if (state.status === 'gone' && state.organizationId === about.organizationId) return [];
  liveAutomation(state, about.organizationId);
  return [{ type: 'AutomationDeleted', data: about }];
}

/** @throws RefusedError AUTOMATION_NOT_FOUND */
export function liveAutomation(state: Automation, organizationId: string): LiveAutomation {
  if (state.status !== 'live' || state.organizationId !== organizationId) return automationNotFound();
  return state;
}

/** @throws RefusedError AUTOMATION_NOT_FOUND */
export const automationNotFound = (): never => refused('AUTOMATION_NOT_FOUND', 'Automation not found');
