import {
  ImageRefused,
  isBranchName,
  parseImageReference,
  parsePackageReference,
  parseRepository,
} from '@assay/targets';
import { plainText } from '@assay/source-text';
import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { CLOCK, type Clock, RefusedError, refused, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { SessionTarget } from '../domain/session-target';
import {
  type ReceivedUpload,
  isMobileBuild,
  isSavedImage,
  isSourceArchive,
  isThere,
  upload,
  uploadStream,
} from '../domain/upload';
import { TARGET_SOURCES, type TargetSources, unsetAddress } from './target-sources';

/** What a reference without a host is then of. */
const NO_REGISTRY = 'https://none.invalid';

type OfKind<Field extends string> = Extract<SessionTarget, Record<Field, unknown>>;

/**
 * Refuses at once what can be known at once, without contacting anything; what only fetching shows fails the session.
 */
@Injectable()
export class AdmitTarget {
  constructor(
    @Inject(TARGET_SOURCES) private readonly sources: TargetSources,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns the target in its one notation
   * @throws RefusedError VALIDATION_ERROR by the field as the scans interface calls it, TARGET_NOT_ALLOWED,
   *   UPLOAD_NOT_FOUND
   */
  async run(target: SessionTarget, organizationId: string): Promise<SessionTarget> {
    switch (target.kind) {
      case 'hosta':
      case 'hostb':
        return this.repository(target);
      case 'upload':
        return this.upload(target, organizationId);
      case 'mobile':
        return this.mobileBuild(target, organizationId);
      case 'container':
        return 'image' in target ? this.image(target.image) : this.savedImage(target, organizationId);
      case 'pkgreg':
        return this.package(target);
      case 'url':
        return { kind: 'url', url: this.page(target.url, 'targetUrl') };
      case 'urls':
        return { kind: 'urls', urls: [...new Set(target.urls.map((url) => this.page(url, 'target.urls')))] };
      default:
        return target; // a directory has been checked against the roots, which the command line has none of
    }
  }

  private repository(target: OfKind<'repoUrl'>): SessionTarget {
    const { kind, branch } = target;
    const repoUrl = target.repoUrl.trim();
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(repoUrl);
    if (isUrl) this.requireAllowed(repoUrl);
    const baseUrl =
      this.sources.addresses[kind] ?? (isUrl ? new URL(repoUrl).origin : invalid('repoUrl', unsetAddress(kind)));
    const reference = parseRepository({ host: kind, url: repoUrl, baseUrl });
    if (!reference.ok) return invalid('repoUrl', reference.refusal.message);
    if (!isBranchName(branch)) return invalid('branch', 'is not the name of a branch');
    const { atBase, name, cloneUrl } = reference.value;
    this.requireAllowed(cloneUrl);
    return {
      kind,
      repoUrl: atBase && this.sources.addresses[kind] !== undefined ? name : cloneUrl.replace(/\.git$/, ''),
      branch,
    };
  }

  private async upload(
    target: Extract<SessionTarget, { kind: 'upload' | 'mobile' }>,
    organizationId: string,
  ): Promise<SessionTarget> {
    const { kind } = await this.received(target.uploadId, organizationId);
    if (isSavedImage(kind)) return invalid('uploadId', 'is a saved image: scan it with the source type container');
    if (isMobileBuild(kind)) return invalid('uploadId', 'is a mobile build: scan it with the source type mobile');
    if (!isSourceArchive(kind))
      return invalid(
        'uploadId',
        `is a file of the kind ${kind}, which is not analysed as files: pack them as zip, tar or tar.gz`,
      );
    return target;
  }

  private async savedImage(
    target: Extract<SessionTarget, { kind: 'container'; uploadId: string }>,
    organizationId: string,
  ): Promise<SessionTarget> {
    const { kind } = await this.received(target.uploadId, organizationId);
    if (!isSavedImage(kind))
      return invalid(
        'uploadId',
        `is a file of the kind ${kind}, which holds no image: save one with “docker save” or as an OCI layout`,
      );
    return target;
  }

  private async mobileBuild(
    target: Extract<SessionTarget, { kind: 'upload' | 'mobile' }>,
    organizationId: string,
  ): Promise<SessionTarget> {
    const { kind } = await this.received(target.uploadId, organizationId);
    if (!isMobileBuild(kind))
      return invalid('uploadId', `is a file of the kind ${kind}, which is no mobile build: upload an apk or an ipa`);
    return target;
  }

  private async received(uploadId: string, organizationId: string): Promise<ReceivedUpload> {
    const { state } = await load(this.events, uploadStream(uploadId), upload);
    if (!isThere(state, organizationId, timestamp(this.clock)))
      return refused('UPLOAD_NOT_FOUND', 'Upload not found: it expired, or was never there. Upload the file again');
    return state;
  }

  private image(written: string): SessionTarget {
    const { container } = this.sources.addresses;
    try {
      const fallback = parseImageReference('any', container ?? NO_REGISTRY).registry;
      const { registry, repository, version, isDigest } = parseImageReference(written.trim(), container ?? NO_REGISTRY);
      if (registry === NO_REGISTRY) return invalid('containerImage', unsetAddress('container'));
      this.requireAllowed(registry);
      return {
        kind: 'container',
        image: `${registry === fallback ? '' : `${new URL(registry).host}/`}${repository}${isDigest ? '@' : ':'}${version}`,
      };
    } catch (error) {
      if (error instanceof ImageRefused) return invalid('containerImage', error.message);
      throw error;
    }
  }

  private package(target: OfKind<'package'>): SessionTarget {
    const { pkgreg } = this.sources.addresses;
    if (pkgreg === undefined) return invalid('pkgregPackage', unsetAddress('pkgreg'));
    const reference = parsePackageReference(target.package.trim());
    if (!reference.ok) return invalid('pkgregPackage', reference.refusal.message);
    this.requireAllowed(pkgreg);
    const { name, wanted } = reference.value;
    return { kind: 'pkgreg', package: wanted === '*' ? name : `${name}@${wanted}` };
  }

  /** Without its fragment, which is nothing to a server. */
  private page(written: string, field: string): string {
    const text = written.trim();
    if (!/^[a-z][a-z0-9+.-]*:/i.test(text) || !URL.canParse(text))
      return invalid(field, `"${plainText(text, 200)}" is not a URL; write it as https://host/path`);
    this.requireAllowed(text);
    const url = new URL(text);
    url.hash = '';
    return url.href;
  }

  private requireAllowed(url: string): void {
    const checked = this.sources.guard.checkUrl(url);
    if (!checked.ok) throw new RefusedError(checked.refusal);
  }
}

function invalid(field: string, message: string): never {
  return refused('VALIDATION_ERROR', `${field}: ${message}`, [{ field, message }]);
}
