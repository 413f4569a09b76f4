/** What an entry of an archive is. Only files and folders are ever written. */
export type EntryKind = 'file' | 'folder' | 'symlink' | 'hardlink' | 'device' | 'fifo' | 'other';

/** An image, unpacked: its facts, and a folder with the content of its files. Plain JSON. */
export interface UnpackedImage {
  /** Of its manifest; of its configuration for `docker save`, which has no manifest of that kind. */
  readonly digest: string;
  /** What it is called, as far as its source says. */
  readonly names: readonly string[];
  readonly config: ImageConfig;
  readonly history: readonly HistoryEntry[];
  /** From the lowest; sizes as stored, in bytes. */
  readonly layers: readonly { readonly digest: string; readonly size: number }[];
  /** The folder that was made for it: absolute. */
  readonly directory: string;
  /** In it, the file system that a container would see, without links: absolute. */
  readonly root: string;
  readonly entries: readonly ImageEntry[];
  /** Of all layers, unpacked. */
  readonly bytes: number;
}

/** One entry of a layer: those that a container would see, and every file that a later layer removed or replaced. */
export interface ImageEntry {
  /** Within the image, without a leading slash, with anything unprintable escaped. */
  readonly path: string;
  readonly kind: EntryKind;
  /** Permissions with setuid (0o4000), setgid and sticky. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Bytes; of a hard link those of its target. */
  readonly size: number;
  /** Index of the layer that it is in. */
  readonly layer: number;
  /** Where a link leads, as it says. Nothing follows it. */
  readonly link?: string;
  /** Index of the layer that removed or replaced it: a container does not see it, whoever has the image reads it. */
  readonly removedBy?: number;
  /** Where its content is, relative to `directory`; null where it has none or too much. */
  readonly file: string | null;
}

/** What a container of the image runs as; fields that the image does not set are left out. */
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

export interface HistoryEntry {
  readonly createdBy: string;
  readonly created?: string;
  readonly comment?: string;
  /** It changed the configuration alone and has no layer. */
  readonly emptyLayer: boolean;
}
