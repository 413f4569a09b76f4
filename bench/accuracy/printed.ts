import { execFileSync } from 'node:child_process';

interface Around {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * The output of a program. Status 1 with some output means that the program has found something.
 * @returns undefined if the program is not on the PATH
 * @throws for any other status
 */
export function printed(program: string, args: readonly string[], around: Around): string | undefined {
  try {
    return execFileSync(program, args, {
      ...around,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { code, stdout, status } = error as { code?: string; stdout?: string; status?: number | null };
    if (code === 'ENOENT') return undefined;
    if (status === 1 && stdout) return stdout;
    throw error;
  }
}
