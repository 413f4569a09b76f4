import { type Fact, type Model, passedOver, refused } from '@assay/kernel';

/**
 * The limit of an organization's automations is decided on one stream, `automations-<organization>`. A live automation
 * always holds a slot: it is taken before the automation is created, and released only after the automation can no
 * longer be created. So a crash between the two streams can leave a slot too many taken, never one too few.
 */
type AutomationSlotEvent = Fact<'AutomationSlotTaken', Slot> | Fact<'AutomationSlotReleased', Slot>;

interface Slot {
  readonly organizationId: string;
  readonly automationId: string;
  readonly at: string;
}

/** The ids of the automations that hold a slot. */
type AutomationSlots = ReadonlySet<string>;

/** A fact of an unknown type is skipped. */
export const automationSlots: Model<AutomationSlots, AutomationSlotEvent> = {
  initial: new Set(),
  evolve(slots, event) {
    switch (event.type) {
      case 'AutomationSlotTaken':
        return new Set(slots).add(event.data.automationId);
      case 'AutomationSlotReleased':
        return new Set([...slots].filter((automationId) => automationId !== event.data.automationId));
      default:
        return passedOver(slots, event);
    }
  },
};

export const automationSlotsStream = (organizationId: string): string => `automations-${organizationId}`;

/** @throws RefusedError AUTOMATION_LIMIT_REACHED */
export function takeSlot(slot: Slot, limit: number, slots: AutomationSlots): AutomationSlotEvent[] {
  if (slots.has(slot.automationId)) return [];
  if (slots.size >= limit) refused('AUTOMATION_LIMIT_REACHED', 'Automation limit reached', { limit });
  return [{ type: 'AutomationSlotTaken', data: slot }];
}

export const releaseSlot = (slot: Slot, slots: AutomationSlots): AutomationSlotEvent[] =>
  slots.has(slot.automationId) ? [{ type: 'AutomationSlotReleased', data: slot }] : [];
