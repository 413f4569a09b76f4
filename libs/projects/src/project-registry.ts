import { type EventStore, type LogPosition, EVENT_STORE, decide, load } from '@assay/event-store';
import { type Clock, CLOCK, RefusedError, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { type Project, abandonProject, createProject, deleteProject, project, projectStream } from './domain/project';
import type { ProjectFields } from './domain/project-fields';
import { projectSlots, projectSlotsStream, releaseSlot, takeSlot } from './domain/project-slots';

/** Keeps projects and the slots that they hold in step, across two streams and any crash between them. */
@Injectable()
export class ProjectRegistry {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates the project in a slot of its own. Gives undefined if another process assumed that a crash had stopped this
   * creation: nothing was created, try again with another id.
   *
   * @throws RefusedError PROJECT_LIMIT_REACHED
   */
  async create(
    organizationId: string,
    projectId: string,
    fields: ProjectFields,
    limit: number,
  ): Promise<{ position: LogPosition | undefined } | undefined> {
    const address = { organizationId, projectId, at: this.now() };
    await this.take(address, limit);
    const { state, position } = await decide(this.events, projectStream(projectId), project, (current) =>
      createProject(address, fields, current),
    );
    return state.status === 'live' ? { position } : undefined;
  }

  /** @throws RefusedError PROJECT_NOT_FOUND */
  async delete(organizationId: string, projectId: string): Promise<{ position: LogPosition | undefined }> {
    const address = { organizationId, projectId, at: this.now() };
    const { position } = await decide(this.events, projectStream(projectId), project, (state) =>
      deleteProject(address, state),
    );
    await this.release(organizationId, projectId);
    return { position };
  }

  private async take(slot: { organizationId: string; projectId: string; at: string }, limit: number): Promise<void> {
    const take = () =>
      decide(this.events, projectSlotsStream(slot.organizationId), projectSlots, (slots) =>
        takeSlot(slot, limit, slots),
      );
    try {
      await take();
    } catch (error) {
      const full = error instanceof RefusedError && error.refusal.code === 'PROJECT_LIMIT_REACHED';
      if (!full || !(await this.reclaim(slot.organizationId))) throw error;
      await take();
    }
  }

  /**
   * Releases the slots of projects that are gone or never came. Only at the limit: it reads every project that holds
   * one.
   */
  private async reclaim(organizationId: string): Promise<boolean> {
    const { state: slots } = await load(this.events, projectSlotsStream(organizationId), projectSlots);
    let reclaimed = false;
    for (const projectId of slots) {
      if ((await this.abandonIfAbsent(organizationId, projectId)).status === 'live') continue;
      await this.release(organizationId, projectId);
      reclaimed = true;
    }
    return reclaimed;
  }

  private async abandonIfAbsent(organizationId: string, projectId: string): Promise<Project> {
    const address = { organizationId, projectId, at: this.now() };
    return (await decide(this.events, projectStream(projectId), project, (state) => abandonProject(address, state)))
      .state;
  }

  private async release(organizationId: string, projectId: string): Promise<void> {
    await decide(this.events, projectSlotsStream(organizationId), projectSlots, (slots) =>
      releaseSlot({ organizationId, projectId, at: this.now() }, slots),
    );
  }

  private now(): string {
    return timestamp(this.clock);
  }
}
