import { isKeyStore } from './file-kinds';
import { type BuildFile, type IpaRecord, type Observed, Malformed, decodePlist, textAt } from '@assay/target-records';
import type { BuildIdentity } from './observe-apk';
import type { BuildObserver } from './unpack-build';

interface ObservedIpa extends BuildObserver {
  record(at: Date): IpaRecord;
  identity(): BuildIdentity;
}

/** Bundles inside the app: its extensions, its watch app and that app's extensions, and its app clips. */
const INNER_BUNDLE = [
  String.raw`(PlugIns|Extensions)/[^/]+\.appex/`,
  String.raw`Watch/[^/]+\.app/(PlugIns/[^/]+\.appex/)?`,
  String.raw`AppClips/[^/]+\.app/`,
].join('|');
/** The Info.plist of the app and of each bundle inside it. */
const PLIST = new RegExp(String.raw`^Payload/[^/]+\.app/(${INNER_BUNDLE})?Info\.plist$`);
const PROFILE = /^Payload\/[^/]+\.app\/embedded\.mobileprovision$/;
const MAX_PLISTS = 100;

/** Collects the contents of an IPA's record while the IPA is unpacked. */
export function observeIpa(): ObservedIpa {
  const plists: { path: string; content: Observed<BuildFile> }[] = [];
  const keyStores: string[] = [];
  let profile: Observed<BuildFile> | null = null;
  let main: Buffer | undefined;
  return {
    wants: (path) => PLIST.test(path) || PROFILE.test(path),
    onFile: (path) => {
      if (isKeyStore(path)) keyStores.push(path);
    },
    onContent(path, content) {
      const observed: Observed<BuildFile> = content
        ? { observed: { path, base64: content.toString('base64') } }
        : { missing: `${path} is too large to be analysed`, because: 'failed' };
      if (PROFILE.test(path)) profile = observed;
      else if (plists.length < MAX_PLISTS) plists.push({ path, content: observed });
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
    if (error instanceof Malformed) return { identifier: null, version: null }; // the tool fails later, with the reason
    throw error;
  }
}
