import { type EventStore, type LogPosition, EVENT_STORE, decide, load } from '@assay/event-store';
import { type Clock, CLOCK, RefusedError, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Automation,
  type NewFields,
  abandonAutomation,
  automation,
  automationStream,
  createAutomation,
  deleteAutomation,
} from './domain/automation';
import { automationSlots, automationSlotsStream, releaseSlot, takeSlot } from './domain/automation-slots';

/** Keeps automations consistent with the slots that they hold, across two streams and any crash between them. */
@Injectable()
export class AutomationRegistry {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates the automation in a slot of its own. Returns undefined if another process took this creation for one that a
   * crash had interrupted: nothing was created, so try again with another id.
   *
   * @throws RefusedError AUTOMATION_LIMIT_REACHED
   */
  async create(
    organizationId: string,
    automationId: string,
    fields: NewFields,
    limit: number,
  ): Promise<{ position: LogPosition | undefined } | undefined> {
    const about = this.about(organizationId, automationId);
    await this.take(about, limit);
    const { state, position } = await decide(this.events, automationStream(automationId), automation, (current) =>
      createAutomation(about, fields, current),
    );
    return state.status === 'live' ? { position } : undefined;
  }

  /** @throws RefusedError AUTOMATION_NOT_FOUND */
  async delete(organizationId: string, automationId: string): Promise<{ position: LogPosition | undefined }> {
    const { position } = await decide(this.events, automationStream(automationId), automation, (state) =>
      deleteAutomation(this.about(organizationId, automationId), state),
    );
    await this.release(organizationId, automationId);
    return { position };
  }

  private async take(slot: ReturnType<AutomationRegistry['about']>, limit: number): Promise<void> {
    const take = () =>
      decide(this.events, automationSlotsStream(slot.organizationId), automationSlots, (slots) =>
        takeSlot(slot, limit, slots),
      );
    try {
      await take();
    } catch (error) {
      const full = error instanceof RefusedError && error.refusal.code === 'AUTOMATION_LIMIT_REACHED';
      if (!full || !(await this.reclaim(slot.organizationId))) throw error;
      await take();
    }
  }

  /**
   * Releases the slots of automations that are deleted or were never created. It runs only at the limit, since it reads
   * every automation that holds a slot.
   */
  private async reclaim(organizationId: string): Promise<boolean> {
    const { state: slots } = await load(this.events, automationSlotsStream(organizationId), automationSlots);
    let reclaimed = false;
    for (const automationId of slots) {
      if ((await this.abandonIfAbsent(organizationId, automationId)).status === 'live') continue;
      await this.release(organizationId, automationId);
      reclaimed = true;
    }
    return reclaimed;
  }

  private async abandonIfAbsent(organizationId: string, automationId: string): Promise<Automation> {
    const abandoned = await decide(this.events, automationStream(automationId), automation, (state) =>
      abandonAutomation(this.about(organizationId, automationId), state),
    );
    return abandoned.state;
  }

  private async release(organizationId: string, automationId: string): Promise<void> {
    await decide(this.events, automationSlotsStream(organizationId), automationSlots, (slots) =>
      releaseSlot(this.about(organizationId, automationId), slots),
    );
  }

  private about(organizationId: string, automationId: string) {
    return { organizationId, automationId, at: timestamp(this.clock) };
  }
}
