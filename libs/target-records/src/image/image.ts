/** The kind of an archive's entry. Only files and folders are ever written. */
export type EntryKind = 'file' | 'folder' | 'symlink' | 'hardlink' | 'device' | 'fifo' | 'other';

/** An unpacked image: its facts, and a folder with the content of its files. Plain JSON. */
export interface UnpackedImage {
  /** The digest of the manifest. For `docker save`, which has no such manifest, that of the configuration. */
  readonly digest: string;
  /** The image's names, if its source has them. */
  readonly names: readonly string[];
  readonly config: ImageConfig;
  readonly history: readonly ImageHistoryEntry[];
  /** The layers, the lowest first, with their stored sizes in bytes. */
  readonly layers: readonly { readonly digest: string; readonly size: number }[];
  /** The absolute path of the folder that was made for the image. */
  readonly directory: string;
  /** The absolute path of a folder in it with the file system that a container would see, without links. */
  readonly root: string;
  readonly entries: readonly ImageEntry[];
  /** Unpacked bytes of all layers. */
  readonly bytes: number;
}

/** One entry of a layer. A container sees it, or a later layer has removed or replaced it. */
export interface ImageEntry {
  /** The path in the image, without a leading slash and with unprintable characters escaped. */
  readonly path: string;
  readonly kind: EntryKind;
  /** Permissions with setuid (0o4000), setgid and sticky. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Bytes. For a hard link, those of its target. */
  readonly size: number;
  /** The index of its layer. */
  readonly layer: number;
  /** The destination of a link, as written. Nothing follows it. */
  readonly link?: string;
  /**
   * The index of the layer that removed or replaced it. A container does not see the entry, but everybody who has the
   * image can read it.
   */
  readonly removedBy?: number;
  /** The path of its content, relative to `directory`; null if it has none or too much. */
  readonly file: string | null;
}

/** The configuration of containers of the image. Fields that the image does not set are left out. */
export interface ImageConfig {
  readonly os?: string;
  readonly architecture?: string;
  readonly created?: string;
  readonly user?: string;
  readonly env: readonly string[];
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  readonly workingDir?: string;
  readonly exposedPorts: readonly string[];
  readonly volumes: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly hasHealthcheck: boolean;
}

export interface ImageHistoryEntry {
  readonly createdBy: string;
  readonly created?: string;
  readonly comment?: string;
  /** Whether the step changed only the configuration and has no layer. */
  readonly emptyLayer: boolean;
}
