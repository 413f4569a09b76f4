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
import { isKeyStore, isMedia } from './file-kinds';
import type { BuildObserver } from './unpack-build';

/** Files of each kind. Libraries add one or two configurations, and few apps have more than one signer. */
const MAX_FILES = 50;
/** A manifest refers to its label, its icon, its theme, and little more. */
const MAX_RESOURCES = 5_000;
const CONFIGURATION = 'network-security-config';
const SIGNATURE = /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i;

/** An app's identity according to its manifest; null if the manifest cannot be read. */
export interface BuildIdentity {
  readonly identifier: string | null;
  readonly version: string | null;
}

interface ObservedApk extends BuildObserver {
  record(blocks: ApkRecord['signing']['blocks']): ApkRecord;
  identity(): BuildIdentity;
}

/** Collects the contents of an APK's record while the APK is unpacked. */
export function observeApk(): ObservedApk {
  const networkConfigurations: BuildFile[] = [];
  const signatures: BuildFile[] = [];
  const keyStores: string[] = [];
  let manifest: Buffer | undefined;
  let table: Buffer | undefined;
  return {
    // A shrinker, or somebody who hides something, may give a configuration any name.
    wants: (path) => !isMedia(path),
    onFile: (path) => {
      if (isKeyStore(path)) keyStores.push(path);
    },
    onContent(path, content) {
      if (content === undefined) return;
      if (path === 'AndroidManifest.xml') manifest = content;
      else if (path === 'resources.arsc') table = content;
      else if (SIGNATURE.test(path)) addFile(signatures, path, content);
      else if (isConfiguration(content)) addFile(networkConfigurations, path, content);
    },
    record: (blocks) => ({
      manifest: manifest
        ? { observed: fileOf('AndroidManifest.xml', manifest) }
        : { missing: 'the manifest is too large to be analysed', because: 'failed' },
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

function addFile(files: BuildFile[], path: string, content: Buffer): void {
  if (files.length < MAX_FILES) files.push(fileOf(path, content));
}

/** Recognises a compiled configuration under any name: shrinkers rename it to `res/a1.xml`. */
const isConfiguration = (content: Buffer): boolean =>
  content.includes(CONFIGURATION) || content.includes(Buffer.from(CONFIGURATION, 'utf16le'));

/** A manifest that cannot be decoded is ignored here. The tool decodes it again and then fails with the reason. */
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
    const ids = [...new Set(referencesIn(root))].slice(0, MAX_RESOURCES);
    return Object.fromEntries(
      ids.map((id): [string, readonly XmlValue[]] => [`0x${id.toString(16)}`, resources.valuesOf(id)]),
    );
  } catch (error) {
    if (error instanceof Malformed) return {}; // Android does the same when it cannot read the resources
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
