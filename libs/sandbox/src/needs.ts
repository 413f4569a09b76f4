/** The resources of the machine that a sandboxed command needs. It can see nothing else. */
export interface Needs {
  /** Its working directory: the only folder that it can write to. */
  readonly cwd: string;
  /**
   * If given, the working directory is in memory, has this size, and disappears with the process; the folder on disk
   * stays as it is. If not, the command writes to the folder on disk.
   */
  readonly scratchMb?: number;
  /** Absolute paths of files and folders that it reads. */
  readonly readable?: readonly string[];
  /** Absolute paths of programs that it starts, in addition to Node and the programs in `node_modules`. */
  readonly programs?: readonly string[];
  /** Whether it uses the network of this machine. */
  readonly network?: boolean;
  /** Absolute paths of Unix sockets that it connects to. Another user needs the permission to write to each. */
  readonly sockets?: readonly string[];
  /** How many user namespaces it may make in its own. Default: none. */
  readonly userNamespaces?: number;
  /** The most processes and threads that it may have at once. */
  readonly processes?: number;
  /** The size of the largest file that it may write, in megabytes. Default: `scratchMb`, else unlimited. */
  readonly fileMb?: number;
}

/** The default limit: Node has a dozen threads, and an analyser one for each core. */
export const MOST_PROCESSES = 512;
