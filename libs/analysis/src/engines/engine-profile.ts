/** Workspaces that many installations can do without. Each is large and serves one kind of target. */
export type OptionalWorkspace = 'languages' | 'lighthouse' | 'sql';

/** The command that adds a workspace to an installation without changing the rest of the installation. */
export const commandThatAdds = (workspace: OptionalWorkspace): string =>
  `npm install --no-save -w @assay/engine-${workspace}`;

/** A program of this machine that an engine starts. */
export interface NeededProgram {
  /** By which it is found on the PATH. */
  readonly name: string;
  /** The command, or the page, that tells an operator how it gets there. */
  readonly installedBy: string;
  /**
   * Folders that it reads, relative to the one that holds the program, links resolved. Those that are not there are
   * passed over.
   */
  readonly reads?: readonly string[];
}

/**
 * What the parent process must know about an engine without loading it. It is plain data, one row an engine in
 * `engine-table.ts`.
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
  /** Megabytes that it may write, which are in memory, too. Default: enough for the report of a linter. */
  readonly scratchMb?: number;
  /**
   * Seconds of processor time that a pass over a large repository (150,000 lines) takes. The longest passes are started
   * first. Default: 1.
   */
  readonly weight?: number;
  /** Whether the engine knows safe fixes of some of its findings. */
  readonly offersFixes?: true;
  /** Whether the engine reads any text alike, or for names alone. It knows nothing of mistakes in a file's language. */
  readonly knowsNoLanguage?: true;
  /** The packages that the engine needs. If one is absent, the engine's tools are skipped with that reason. */
  readonly requires: readonly string[];
  /**
   * The workspace that installs these packages, if a small installation leaves them out: a folder of
   * `libs/analysis/optional`.
   */
  readonly optional?: OptionalWorkspace;
  /** Whether it looks packages up in the databases of known holes. */
  readonly readsAdvisories?: true;
  /**
   * The programs on the PATH that the engine needs. Where one is absent, its tools are skipped with that reason, and
   * excused: they are an addition for those who have the program.
   */
  readonly programs?: readonly NeededProgram[];
  /**
   * How a program says its version: a command, in which names of `programs` stand for their paths, and what in its
   * output the version is.
   */
  readonly asksVersion?: { readonly command: readonly [string, ...string[]]; readonly pattern: RegExp };
  /**
   * Directives in comments by which an analysed file could hide results from this engine, if the engine has no option
   * that turns them off.
   */
  readonly neutralise?: readonly RegExp[];
}
