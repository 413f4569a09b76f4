import { type ProcessEnd, runProgram } from '../kit/run-program';

/**
 * The program in the platform's package. The launcher of `@biomejs/biome` is not used, because it runs `ldd` in a shell
 * to detect the C library.
 * @throws Error if the optional package for this platform is not installed
 */
function program(): string {
  const musl =
    process.platform === 'linux' &&
    !(process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return require.resolve(`@biomejs/cli-${process.platform}-${process.arch}${musl ? '-musl' : ''}/biome${suffix}`);
}

/** Half of what the pass has. It is reached on one file whose error recovery never ends, such as a hack for IE 7. */
export const MEMORY_MB = 1_024;

/** Runs Biome in a folder and writes its standard output to a file. */
export const runBiome = (
  args: readonly string[],
  cwd: string,
  outputPath: string,
  timeLimit: number,
): Promise<ProcessEnd> => runProgram({ program: program(), args, cwd, outputPath, timeLimit, memoryMb: MEMORY_MB });
