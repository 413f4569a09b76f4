import {
  type XmlElement,
  type XmlValue,
  type ApkRecord,
  type BuildFile,
  decodeBinaryXml,
  Malformed,
  valueText,
} from '@assay/target-records';
import { readResources } from './resources';
import { isKeyStore } from './key-stores';
import { isMedia } from './media';
import type { BuildObserver } from './unpack-build';

/** Of each kind. Libraries bring a configuration or two, and few apps are signed by more than one. */
const MOST_FILES = 50;
/** A manifest names its label, its icon, its theme, and little more. */
const MOST_RESOURCES = 5_000;
const CONFIGURATION = 'network-security-config';
const SIGNATURE = /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i;

/** What is known of an app from its manifest; null where that cannot be read. */
export interface BuildIdentity {
  readonly identifier: string | null;
  readonly version: string | null;
}

export interface ObservedApk extends BuildObserver {
  record(blocks: ApkRecord['signing']['blocks']): ApkRecord;
  identity(): BuildIdentity;
}

/** Collects what is judged of an APK while it is unpacked. */
export function observeApk(): ObservedApk {
  const networkConfigurations: BuildFile[] = [];
  const signatures: BuildFile[] = [];
  const keyStores: string[] = [];
  let manifest: Buffer | undefined;
  let table: Buffer | undefined;
  return {
    // A shrinker or whoever hides something may call a configuration anything.
    wants: (path) => !isMedia(path),
    see: (path) => {
      if (isKeyStore(path)) keyStores.push(path);
    },
    take(path, content) {
      if (content === undefined) return;
      if (path === 'AndroidManifest.xml') manifest = content;
      else if (path === 'resources.arsc') table = content;
      else if (SIGNATURE.test(path)) keep(signatures, path, content);
      else if (holdsConfiguration(content)) keep(networkConfigurations, path, content);
    },
    record: (blocks) => ({
      manifest: manifest
        ? { observed: fileOf('AndroidManifest.xml', manifest) }
        : { missing: 'the manifest is larger than what is looked at', because: 'failed' },
      networkConfigurations,
      resources: manifest && table ? resourcesOf(manifest, table) : {},
      signing: { files: signatures, blocks },
      keyStores,
    }),
    identity: () => (manifest ? identityOf(manifest) : UNKNOWN),
  };
}

const UNKNOWN: BuildIdentity = { identifier: null, version: null };

const fileOf = (path: string, content: Buffer): BuildFile => ({ path, base64: content.toString('base64') });

function keep(files: BuildFile[], path: string, content: Buffer): void {
  if (files.length < MOST_FILES) files.push(fileOf(path, content));
}

/** A compiled one, whatever its name: shrinkers rename them to `res/a1.xml`. */
const holdsConfiguration = (content: Buffer): boolean =>
  content.includes(CONFIGURATION) || content.includes(Buffer.from(CONFIGURATION, 'utf16le'));

/** What cannot be decoded here fails the tool, which decodes it again. */
function rootOf(manifest: Buffer): XmlElement | undefined {
  try {
    return decodeBinaryXml(manifest);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

function resourcesOf(manifest: Buffer, table: Buffer): ApkRecord['resources'] {
  const root = rootOf(manifest);
  if (!root) return {};
  try {
    const resources = readResources(table);
    const ids = [...new Set(referencesIn(root))].slice(0, MOST_RESOURCES);
    return Object.fromEntries(
      ids.map((id): [string, readonly XmlValue[]] => [`0x${id.toString(16)}`, resources.valuesOf(id)]),
    );
  } catch (error) {
    if (error instanceof Malformed) return {}; // as Android sees a manifest whose resources it cannot read
    throw error;
  }
}

function* referencesIn(element: XmlElement): Generator<number> {
  for (const value of element.attributes.values()) if (value.kind === 'reference') yield value.id;
  for (const child of element.children) yield* referencesIn(child);
}

function identityOf(manifest: Buffer): BuildIdentity {
  const attributes = rootOf(manifest)?.attributes;
  const textOf = (name: string): string | null => {
    const value = attributes?.get(name);
    return value && value.kind !== 'reference' ? valueText(value).slice(0, 200) : null;
  };
  return { identifier: textOf('package'), version: textOf('android:versionName') };
}
