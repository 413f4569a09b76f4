import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { SECRET_STORE, type SecretStore } from '@assay/secrets';
import { Inject, Injectable } from '@nestjs/common';
import type { SessionTarget } from '../domain/session-target';
import { acquireImage } from './acquire-image';
import { acquireMobile } from './acquire-mobile';
import { acquirePackage } from './acquire-package';
import { acquireRepository } from './acquire-repository';
import { acquireSite } from './acquire-site';
import { acquireUpload } from './acquire-upload';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import { TARGET_SOURCES, type TargetSources } from './target-sources';
import { withAccessToken } from './with-access-token';

/** A target that must be brought here before it can be staged. */
export type RemoteTarget = Exclude<SessionTarget, { kind: 'directory' }>;

/** Brings a target here, whatever its kind. */
@Injectable()
export class AcquireTarget {
  constructor(
    @Inject(TARGET_SOURCES) private readonly sources: TargetSources,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SECRET_STORE) private readonly secrets: SecretStore,
  ) {}

  /** @throws what `acquisitionFailure` knows, InfrastructureError, the signal's reason */
  async run(
    { target, organizationId }: { readonly target: RemoteTarget; readonly organizationId: string },
    acquisition: Acquisition,
  ): Promise<AcquiredTarget> {
    switch (target.kind) {
      case 'hosta':
      case 'hostb':
        return withAccessToken(
          { target, organizationId },
          { ...this.sources, events: this.events, secrets: this.secrets },
          (token) => acquireRepository(target, this.sources, acquisition, token),
        );
      case 'upload':
        return acquireUpload(target.uploadId, organizationId, this.sources, acquisition);
      case 'mobile':
        return acquireMobile(target.uploadId, organizationId, this.sources, acquisition);
      case 'container':
        return acquireImage(target, organizationId, this.sources, acquisition);
      case 'url':
        return acquireSite([target.url], this.sources, acquisition);
      case 'urls':
        return acquireSite(target.urls, this.sources, acquisition);
      case 'pkgreg':
        return acquirePackage(target.package, this.sources, acquisition);
    }
  }
}
