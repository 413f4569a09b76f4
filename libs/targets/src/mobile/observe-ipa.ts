import { isKeyStore } from './key-stores';
import { type BuildFile, type IpaRecord, type Observed, Malformed, decodePlist, textAt } from '@assay/target-records';
import type { BuildIdentity } from './observe-apk';
import type { BuildObserver } from './unpack-build';

export interface ObservedIpa extends BuildObserver {
  record(at: Date): IpaRecord;
  identity(): BuildIdentity;
}

/** The app's own, and those of what it brings along. */
const PLIST =
  /^Payload\/[^/]+\.app\/((PlugIns|Extensions)\/[^/]+\.appex\/|Watch\/[^/]+\.app\/(PlugIns\/[^/]+\.appex\/)?|AppClips\/[^/]+\.app\/)?Info\.plist$/;
const PROFILE = /^Payload\/[^/]+\.app\/embedded\.mobileprovision$/;
const MOST_PLISTS = 100;

/** Collects what is judged of an IPA while it is unpacked. */
export function observeIpa(): ObservedIpa {
  const plists: { path: string; content: Observed<BuildFile> }[] = [];
  const keyStores: string[] = [];
  let profile: Observed<BuildFile> | null = null;
  let main: Buffer | undefined;
  return {
    wants: (path) => PLIST.test(path) || PROFILE.test(path),
    see: (path) => {
      if (isKeyStore(path)) keyStores.push(path);
    },
    take(path, content) {
      const observed: Observed<BuildFile> = content
        ? { observed: { path, base64: content.toString('base64') } }
        : { missing: `${path} is larger than what is looked at`, because: 'failed' };
      if (PROFILE.test(path)) profile = observed;
      else if (plists.length < MOST_PLISTS) plists.push({ path, content: observed });
      if (PLIST.test(path) && isMain(path)) main = content;
    },
    record: (at) => ({
      plists: [...plists].sort((a, b) => Number(isMain(b.path)) - Number(isMain(a.path)) || (a.path < b.path ? -1 : 1)),
      profile,
      keyStores,
      at: at.toISOString(),
    }),
    identity: () => identityOf(main),
  };
}

const isMain = (path: string): boolean => path.split('/').length === 3;

function identityOf(content: Buffer | undefined): BuildIdentity {
  try {
    const plist = content && decodePlist(content);
    return {
      identifier: textAt(plist, 'CFBundleIdentifier')?.slice(0, 200) ?? null,
      version: textAt(plist, 'CFBundleShortVersionString')?.slice(0, 200) ?? null,
    };
  } catch (error) {
    if (error instanceof Malformed) return { identifier: null, version: null }; // its tool fails and says so
    throw error;
  }
}
