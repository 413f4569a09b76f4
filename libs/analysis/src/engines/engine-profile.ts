/** What many installations can do without: each is large, and serves one kind of target. */
export type OptionalWorkspace = 'languages' | 'lighthouse' | 'sql';

/** The command that adds a workspace to an installation, and leaves the rest of it as it is. */
export const commandThatAdds = (workspace: OptionalWorkspace): string =>
  `npm install --no-save -w @assay/engine-${workspace}`;

/**
 * What the parent process must know of an engine without loading it: light data, one row an engine in `profiles.ts`.
 */
export interface EngineProfile {
  readonly id: string;
  /** The product's name, as a user knows it. */
  readonly name: string;
  readonly licence: string;
  /**
   * `file`: each file is judged alone, so results can be cached by content and files can be split over processes.
   * `project`: files are judged together.
   */
  readonly scope: 'file' | 'project';
  /** Megabytes of memory that a pass may take before it is ended. */
  readonly memoryMb: number;
  /**
   * Seconds of processor time that a pass over a large repository (150,000 lines) takes: what takes longest is started
   * first. Default: 1.
   */
  readonly weight?: number;
  /** It reads any text in the same way: that it has looked at a file says nothing of what the language makes wrong. */
  readonly knowsNoLanguage?: true;
  /** The packages whose absence means the engine is not installed: its tools are then skipped, and say so. */
  readonly requires: readonly string[];
  /**
   * The workspace that brings these packages, where a small installation leaves them out: a folder of
   * `libs/analysis/optional`.
   */
  readonly optional?: OptionalWorkspace;
  /** Programs that must be on the PATH, likewise. */
  readonly programs?: readonly string[];
  /**
   * Directives in comments by which an analysed file could hide results from this engine and that no option of it turns
   * off.
   */
  readonly neutralise?: readonly RegExp[];
}
