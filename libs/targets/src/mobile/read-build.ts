import type { TargetRecord } from '../staging/stage-target';
import { type BuildIdentity, observeApk } from './observe-apk';
import { observeIpa } from './observe-ipa';
import { readSigningBlocks } from './signing-block';
import { type ReadableBuild, type UnpackBuildOptions, unpackBuild } from './unpack-build';

export type BuildKind = 'apk' | 'ipa';

interface ReadBuildOptions extends Omit<UnpackBuildOptions, 'observer'> {
  readonly kind: BuildKind;
  /** The time against which the expiry of a profile is judged. */
  readonly now: Date;
}

export interface MobileBuild extends ReadableBuild {
  readonly record: TargetRecord;
  readonly identity: BuildIdentity;
}

/**
 * Reads a mobile build. Its text becomes files, and what its tool judges becomes a record. Nothing in it is run.
 * @throws ArchiveRefused, TargetUnreadable, InfrastructureError (a full disk), the signal's reason. No files remain in
 *   that case.
 */
export async function readBuild({ kind, now, ...options }: ReadBuildOptions): Promise<MobileBuild> {
  if (kind === 'apk') {
    const observer = observeApk();
    const readable = await unpackBuild({ ...options, observer });
    return {
      ...readable,
      record: {
        name: 'apk.json',
        path: 'AndroidManifest.xml',
        content: observer.record(await readSigningBlocks(options.file)),
      },
      identity: observer.identity(),
    };
  }
  const observer = observeIpa();
  const readable = await unpackBuild({ ...options, observer });
  const content = observer.record(now);
  return {
    ...readable,
    record: { name: 'ipa.json', path: content.plists[0]?.path ?? 'Info.plist', content },
    identity: observer.identity(),
  };
}
