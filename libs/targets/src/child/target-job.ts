import type { FileRole } from '@assay/source-text';
import type { BuildKind } from '../mobile/read-build';
import type { TargetContent, TargetFolder } from '../staging/stage-target';
import type { StagingLimits } from '../staging/staging-limits';

/** A target that is brought in by the process that stages it, and how. All of it is plain JSON. */
export type AcquireJob =
  | { readonly kind: 'archive'; readonly file: string }
  | {
      readonly kind: 'build';
      readonly file: string;
      readonly build: BuildKind;
      /** Whether tools read its text, and whether they read its record. */
      readonly readable: boolean;
      readonly recorded: boolean;
      /** ISO 8601. */
      readonly at: string;
    }
  | ({
      readonly kind: 'saved-image';
      readonly file: string;
      /** The name of the image in the archive, if it has several. */
      readonly name?: string;
      /** The name of the image if the archive has none. */
      readonly filename: string;
    } & ImageParts)
  | ({
      readonly kind: 'image';
      /** The name as it was asked for, and the reference that is pulled. */
      readonly name: string;
      readonly reference: string;
      readonly registry: string;
    } & ImageParts)
  | { readonly kind: 'package'; readonly reference: string; readonly registry: string }
  | {
      readonly kind: 'repository';
      /** The bare repository that was fetched. */
      readonly gitDirectory: string;
      readonly name: string;
      readonly branch: string;
      /** Resident megabytes of git. */
      readonly memoryMb: number;
      /** Undefined if no tool reads it. */
      readonly history?: HistoryParts;
    }
  | {
      /** A directory that may be the working tree of a repository, with the history of that. */
      readonly kind: 'working-tree';
      readonly source: PlainFolder;
      readonly memoryMb: number;
      /** Commits that are read. */
      readonly commits: number;
      readonly history: HistoryParts;
    };

/** The parts of a history that the planned tools read. */
export interface HistoryParts {
  readonly versions: boolean;
  readonly records: boolean;
  /** The most bytes of earlier versions that are written. */
  readonly bytes: number;
  /** Why there is no history to read, as text. */
  readonly unavailable?: string;
}

/** The parts of an image that the planned tools read. */
export interface ImageParts {
  readonly source: boolean;
  readonly configuration: boolean;
  readonly filesystem: boolean;
  readonly packages: boolean;
  /** ISO 8601. */
  readonly at: string;
}

export interface LeftOutOfTarget {
  readonly path: string;
  readonly reason: string;
  readonly count: number;
}

/** The identity of a target, found while it was acquired. A text is missing if this kind of target does not have it. */
export interface AcquiredFacts {
  readonly leftOut: readonly LeftOutOfTarget[];
  readonly name?: string;
  readonly digest?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly identifier?: string;
  /** The full id. */
  readonly commit?: string;
  /** ISO 8601 in UTC. */
  readonly committedAt?: string;
}

/** Content that was brought in before, as it crosses to the other process. */
type PlainFolder = Pick<TargetFolder, 'folder' | 'naming' | 'everyFolder' | 'identity' | 'workingTree'>;
export interface PlainContent extends Omit<TargetContent, 'source' | 'history'> {
  readonly source?: PlainFolder;
  readonly history?: PlainFolder;
}

/** The job of one process, as it is sent to its standard input. */
export interface TargetJob {
  readonly acquire: AcquireJob | { readonly kind: 'content'; readonly content: PlainContent };
  /** Folders that it makes: what is brought in, and the staged copy. */
  readonly target: string;
  readonly destination: string;
  /** The file that it writes the staged copy's description to. */
  readonly description: string;
  readonly limits: { readonly bytes: number; readonly files: number; readonly depth: number; readonly time: number };
  readonly staging: Partial<StagingLimits>;
  /** Files of these roles are left out of the scan. */
  readonly leftOut: readonly FileRole[];
  /** Whether to stage installed dependencies. */
  readonly installed: boolean;
  /** Whether to collect what the target says of findings in its own code. */
  readonly suppressions: boolean;
  readonly neutralise: readonly (readonly [source: string, flags: string])[];
  /** Bytes that the session may still write. */
  readonly writes: number;
  /** The value of ASSAY_ALLOWED_TARGETS. */
  readonly allowedTargets: string;
}

/** The messages that the process writes to file descriptor 3, one JSON object a line. */
export type TargetMessage =
  | { readonly kind: 'progress'; readonly progress: Readonly<Record<string, number>> }
  /** The description is written. No further message follows. */
  | { readonly kind: 'done'; readonly facts: AcquiredFacts }
  /** The job failed. No further message follows. */
  | { readonly kind: 'failed'; readonly error: SentError };

/** An error as it crosses from the process: its class, its message, and its own fields. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** No message is longer: a thousand entries that were left out, with paths of a thousand characters. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** Bytes of a description. Half a million files with paths of 200 bytes take as much. */
export const MAX_DESCRIPTION_BYTES = 256 * 1024 * 1024;
