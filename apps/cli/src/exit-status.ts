/** The exit statuses that scripts can rely on. */
export const EXIT = {
  pass: 0,
  gateFailed: 1,
  /** Tools are missing from the result, so it proves nothing. */
  inconclusive: 2,
  /** The command line, the configuration, the store or the target is at fault; there is no result. */
  usage: 3,
  /** No tool knows the language of a considerable part of the code. */
  uncovered: 4,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

/** Ends the program with a message and a status, without a stack. */
export class CommandFailed extends Error {
  constructor(
    message: string,
    readonly status: number = EXIT.usage,
  ) {
    super(message);
    this.name = 'CommandFailed';
  }
}
