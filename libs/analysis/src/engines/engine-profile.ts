/** Workspaces that many installations can do without. Each is large and serves one kind of target. */
export type OptionalWorkspace = 'languages' | 'lighthouse' | 'sql';

/** The command that adds a workspace to an installation without changing the rest of the installation. */
export const commandThatAdds = (workspace: OptionalWorkspace): string =>
  `npm install --no-save -w @assay/engine-${workspace}`;

/** A program of this machine that an engine starts. */
export interface NeededProgram {
  /** Its name on the PATH. */
  readonly name: string;
  /** The command or the page by which an operator installs it. */
  readonly installedBy: string;
  /** Folders that it reads, relative to the one that holds the program, links resolved. Missing ones are ignored. */
  readonly reads?: readonly string[];
}

/**
 * The facts about an engine that the parent process needs without loading it. It is plain data, one row per engine in
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
  /** The maximum memory of a pass in megabytes. */
  readonly memoryMb: number;
  /** Megabytes that it may write, which also count as memory. Default: enough for the report of a linter. */
  readonly scratchMb?: number;
  /**
   * Seconds of processor time that a pass over a large repository (150,000 lines) takes. The longest passes are started
   * first. Default: 1.
   */
  readonly weight?: number;
  /** Whether the engine knows safe fixes of some of its findings. */
  readonly offersFixes?: true;
  /**
   * Whether the engine treats any text alike, or knows a language only by name. It finds no mistakes in a file's
   * language.
   */
  readonly knowsNoLanguage?: true;
  /** The packages that the engine needs. If one is absent, the engine's tools are skipped with that reason. */
  readonly requires: readonly string[];
  /**
   * The workspace that installs these packages, if a small installation leaves them out: a folder of
   * `libs/analysis/optional`.
   */
  readonly optional?: OptionalWorkspace;
  /** Whether it looks packages up in the databases of known vulnerabilities. */
  readonly readsAdvisories?: true;
  /**
   * The programs on the PATH that the engine needs. If one is absent, its tools are skipped with that reason, which a
   * gate excuses: they are an extra for operators who have the program.
   */
  readonly programs?: readonly NeededProgram[];
  /**
   * The command that prints a program's version, in which names of `programs` stand for their paths, and the pattern of
   * the version in its output.
   */
  readonly asksVersion?: { readonly command: readonly [string, ...string[]]; readonly pattern: RegExp };
  /**
   * Directives in comments by which an analysed file could hide results from this engine, if the engine has no option
   * that turns them off.
   */
  readonly neutralise?: readonly RegExp[];
}
