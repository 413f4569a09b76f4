import { type Fact, type Model, passedOver, refused } from '@assay/kernel';

/**
 * How many projects an organization may have is decided on one stream of its own, `projects-<organization>`. A live
 * project always holds a slot: it is taken before the project is created, and given up only after the project can no
 * longer come to be. So a crash between the two streams can leave a slot too many taken, never one too few.
 */
type ProjectSlotEvent =
  | Fact<'ProjectSlotTaken', { readonly organizationId: string; readonly projectId: string; readonly at: string }>
  | Fact<'ProjectSlotReleased', { readonly organizationId: string; readonly projectId: string; readonly at: string }>;

/** The ids of the projects that hold one. */
type ProjectSlots = ReadonlySet<string>;

/** A fact of a type that it does not know is passed over. */
export const projectSlots: Model<ProjectSlots, ProjectSlotEvent> = {
  initial: new Set(),
  evolve(slots, event) {
    switch (event.type) {
      case 'ProjectSlotTaken':
        return new Set(slots).add(event.data.projectId);
      case 'ProjectSlotReleased':
        return new Set([...slots].filter((projectId) => projectId !== event.data.projectId));
      default:
        return passedOver(slots, event);
    }
  },
};

export const projectSlotsStream = (organizationId: string): string => `projects-${organizationId}`;

interface Slot {
  readonly organizationId: string;
  readonly projectId: string;
  readonly at: string;
}

/** @throws RefusedError PROJECT_LIMIT_REACHED */
export function takeSlot(
  { organizationId, projectId, at }: Slot,
  limit: number,
  slots: ProjectSlots,
): ProjectSlotEvent[] {
  if (slots.has(projectId)) return [];
  if (slots.size >= limit)
    refused('PROJECT_LIMIT_REACHED', `Project limit reached: your tier allows ${limit}. Delete a project or upgrade.`, {
      limit,
    });
  return [{ type: 'ProjectSlotTaken', data: { organizationId, projectId, at } }];
}

export function releaseSlot({ organizationId, projectId, at }: Slot, slots: ProjectSlots): ProjectSlotEvent[] {
  return slots.has(projectId) ? [{ type: 'ProjectSlotReleased', data: { organizationId, projectId, at } }] : [];
}
