import type { Observed } from '../site/site-records';
import type { XmlValue } from './binary-xml';

/**
 * What is recorded of a mobile build, for engines to judge. Compiled files are recorded as they are, in base64: they
 * are decoded again where they are judged, in a process of its own.
 */
export interface BuildFile {
  readonly path: string;
  readonly base64: string;
}

/** `apk.json`, engine `apk-manifest`. */
export interface ApkRecord {
  readonly manifest: Observed<BuildFile>;
  /** Every file that is a network security configuration, by what it holds. */
  readonly networkConfigurations: readonly BuildFile[];
  /**
   * What the resources that the manifest names hold, by their id: `0x7f040001`. Several where configurations differ.
   */
  readonly resources: Readonly<Record<string, readonly XmlValue[]>>;
  readonly signing: {
    /** Of `META-INF`: signature block files of the first scheme. */
    readonly files: readonly BuildFile[];
    /** Of the signing block: the schemes that it has, and their content. */
    readonly blocks: readonly { readonly scheme: SigningScheme; readonly base64: string }[];
  };
  readonly keyStores: readonly string[];
}

export type SigningScheme = 'v2' | 'v3' | 'v3.1';

/** `ipa.json`, engine `ipa-plist`. */
export interface IpaRecord {
  /** The app's first, then those of what it brings along: extensions, apps for a watch. */
  readonly plists: readonly { readonly path: string; readonly content: Observed<BuildFile> }[];
  /** The app's provisioning profile; null where it has none, as one from the App Store. */
  readonly profile: Observed<BuildFile> | null;
  readonly keyStores: readonly string[];
  /** When it was looked at, ISO 8601: what expires is judged by it. */
  readonly at: string;
}
