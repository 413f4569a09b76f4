import type { Observed } from '../site/site-records';
import type { XmlValue } from './binary-xml';

/**
 * A file of a mobile build that is recorded for engines to judge. Compiled files are recorded unchanged, in base64. The
 * engine decodes them in its own process.
 */
export interface BuildFile {
  readonly path: string;
  readonly base64: string;
}

/** `apk.json`, for the engine `apk-manifest`. */
export interface ApkRecord {
  readonly manifest: Observed<BuildFile>;
  /** Every network security configuration, recognised by its content. */
  readonly networkConfigurations: readonly BuildFile[];
  /**
   * The values of the resources that the manifest refers to, by their id: `0x7f040001`. A resource has several values
   * if its configurations differ.
   */
  readonly resources: Readonly<Record<string, readonly XmlValue[]>>;
  readonly signing: {
    /** The signature block files in `META-INF`, which belong to the first scheme. */
    readonly files: readonly BuildFile[];
    /** The schemes in the signing block, with their content. */
    readonly blocks: readonly { readonly scheme: SigningScheme; readonly base64: string }[];
  };
  readonly keyStores: readonly string[];
}

export type SigningScheme = 'v2' | 'v3' | 'v3.1';

/** `ipa.json`, for the engine `ipa-plist`. */
export interface IpaRecord {
  /** The app's own plist first, then those of its extensions and watch apps. */
  readonly plists: readonly { readonly path: string; readonly content: Observed<BuildFile> }[];
  /** The app's provisioning profile; null if it has none, like an app from the App Store. */
  readonly profile: Observed<BuildFile> | null;
  readonly keyStores: readonly string[];
  /** When the build was read, in ISO 8601. Expiry is judged by this time. */
  readonly at: string;
}
