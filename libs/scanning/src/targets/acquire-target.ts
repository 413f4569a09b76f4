import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import { Inject, Injectable } from '@nestjs/common';
import type { SessionTarget } from '../domain/session-target';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import { definitionOf } from './kinds';
import { OrganizationRoots } from './organization-roots';
import { TARGET_SOURCES, type TargetSources } from './target-sources';

/** Brings a target of any kind to this machine. */
@Injectable()
export class AcquireTarget {
  constructor(
    @Inject(TARGET_SOURCES) private readonly sources: TargetSources,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SECRET_STORE) private readonly secrets: SecretStore,
    private readonly roots: OrganizationRoots,
  ) {}

  /** @throws what `acquisitionFailure` knows, InfrastructureError, the signal's reason */
  run(
    { target, organizationId }: { readonly target: SessionTarget; readonly organizationId: string },
    acquisition: Acquisition,
  ): Promise<AcquiredTarget> {
    const { sources, events, secrets, roots } = this;
    return definitionOf(target).acquire(target, acquisition, {
      organizationId,
      sources,
      directoryRoots: () => roots.of(organizationId),
      credentials: { events, secrets },
    });
  }
}
