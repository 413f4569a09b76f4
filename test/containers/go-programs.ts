import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { enginesFolder, exists, madeOnce } from '../../scripts/engines/cache';
import { runProgram } from '../../scripts/engines/run-program';

const GO = 'install Go 1.21 or later (https://go.dev/dl)';

/** A program that is a package of a Go module. */
export interface GoProgram {
  readonly module: string;
  readonly version: string;
  /** The folder of the package, within the module. */
  readonly path: string;
  readonly name: string;
}

/** Builds it into the cache where it is not there, as its own module says. @returns its path */
export async function goProgram(program: GoProgram, say: (line: string) => void): Promise<string> {
  const folder = join(enginesFolder(), `${program.name}-${program.version}`);
  if (!(await exists(folder))) say(`building ${program.name} ${program.version} with Go; minutes the first time`);
  await madeOnce(folder, async (into) => {
    await mkdir(into, { recursive: true });
    await runProgram(
      'go',
      ['build', '-C', await goModule(program), '-buildvcs=false', '-trimpath', '-ldflags=-s -w'].concat([
        '-o',
        join(into, program.name),
        program.path,
      ]),
      GO,
    );
  });
  return join(folder, program.name);
}

/** The folder with the sources of a module. */
export async function goModule({ module, version }: Pick<GoProgram, 'module' | 'version'>): Promise<string> {
  const said = await runProgram('go', ['mod', 'download', '-json', `${module}@${version}`], GO);
  return (JSON.parse(said.slice(said.indexOf('{'))) as { Dir: string }).Dir;
}
