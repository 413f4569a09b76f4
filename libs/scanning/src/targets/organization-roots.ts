import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { OrganizationCount } from '@assay/identity';
import { rootsOfOrganization } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { TARGET_SOURCES, type TargetSources } from './target-sources';

/** The directory roots of each organization. An organization can read nothing outside its roots. */
@Injectable()
export class OrganizationRoots {
  private readonly count: OrganizationCount;

  constructor(
    @Inject(TARGET_SOURCES) private readonly sources: TargetSources,
    @Inject(EVENT_STORE) events: EventStore,
  ) {
    this.count = new OrganizationCount(events);
  }

  /**
   * @returns absolute paths
   * @throws EventStoreUnavailable
   */
  async of(organizationId: string): Promise<readonly string[]> {
    const isOnly = !(await this.count.areSeveral());
    return rootsOfOrganization(this.sources.directoryRoots, { organizationId, isOnly });
  }
}
