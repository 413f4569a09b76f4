/** The files, processes and servers around a sandbox, for attempts from inside. The test makes all of them. */
export interface Surroundings {
  /** Other users' files on this machine, by their description. Each contains {@link SECRET}. */
  readonly files: Readonly<Record<string, string>>;
  /** The staged copy, with a file `file.js`. The sandbox may read it. */
  readonly copy: string;
  /** A folder beside the scratch folder. */
  readonly beside: string;
  /** The folder of this installation. */
  readonly installation: string;
  readonly hostname: string;
  /** The process that started the sandbox, and one that belongs to the same user. */
  readonly parent: number;
  readonly stranger: number;
  /** Servers of this machine. */
  readonly socket: string;
  readonly abstractSocket: string;
  readonly tcp: number;
  readonly tcp6: number;
  readonly udp: number;
  readonly blockDevices: readonly string[];
}

export const SECRET = 'what only its owner may read';
