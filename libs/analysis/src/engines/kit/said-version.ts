import type { EngineProfile } from '../engine-profile';

/**
 * Asks a program for its version.
 * @param paths where the programs are, by the names that the command may have
 * @param output runs a command and gives what it printed
 * @returns undefined if nothing that was printed is a version, such as one that was built from a working copy
 */
export async function saidVersion(
  { command, pattern }: NonNullable<EngineProfile['asksVersion']>,
  paths: Readonly<Record<string, string>>,
  output: (program: string, args: readonly string[]) => Promise<string>,
): Promise<string | undefined> {
  const [program, ...args] = command.map((word) => paths[word] ?? word);
  return pattern.exec(await output(program!, args))?.[1];
}
