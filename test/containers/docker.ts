import { spawn } from 'node:child_process';
import { EngineMissing } from '../../scripts/engines/cache';
import { runProgram } from '../../scripts/engines/run-program';
import { goProgram } from './go-programs';

const ENGINE = 'start a Docker Engine (as root or in the group docker: dockerd, or the service docker)';
const COMPOSE = { module: 'github.com/docker/compose/v2', version: 'v2.40.3' } as const;

/** How Docker is called here. */
export interface Docker {
  /** Runs it to its end. @returns what it printed on standard output @throws Error with its output if it fails */
  docker(...args: readonly string[]): Promise<string>;
  compose(...args: readonly string[]): Promise<string>;
  /** The same, which the abort signal does not end: for cleaning up. */
  readonly uninterrupted: Pick<Docker, 'docker' | 'compose'>;
}

export interface DockerOptions {
  /** Before the command of compose: project and files. */
  readonly composeArgs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Told what a long command prints. */
  readonly log: (text: string) => void;
}

/**
 * Finds a client with BuildKit, an engine that answers, and compose v2, which is built with Go where the client has
 * none.
 *
 * @throws EngineMissing
 */
export async function findDocker(options: DockerOptions, say: (line: string) => void): Promise<Docker> {
  const program = process.env['ASSAY_DOCKER'] || 'docker';
  const client = await runProgram(program, ['version', '--format', '{{.Client.Version}}'], 'install Docker').catch(
    noEngine,
  );
  await requireBuildKit(program, client.trim());
  const plugin = await succeeds(program, ['compose', 'version']);
  const compose = plugin
    ? { program, args: ['compose'] }
    : { program: await goProgram({ ...COMPOSE, path: './cmd', name: 'docker-compose' }, say), args: [] };
  const caller = (signal?: AbortSignal) => {
    const environment = { ...options.environment, DOCKER_BUILDKIT: '1' };
    const circumstances = { environment, log: options.log, ...(signal && { signal }) };
    return {
      docker: (...args: readonly string[]) => output(program, args, circumstances),
      compose: (...args: readonly string[]) =>
        output(compose.program, [...compose.args, ...options.composeArgs, ...args], circumstances),
    };
  };
  return { ...caller(options.signal), uninterrupted: caller() };
}

function noEngine(error: unknown): never {
  if (error instanceof EngineMissing) throw error;
  throw new EngineMissing(`no Docker Engine answers: ${ENGINE}\n${(error as Error).message}`, { cause: error });
}

/** Clients before 23 have it in them, later ones as the plugin buildx. */
async function requireBuildKit(program: string, version: string): Promise<void> {
  if (Number(/^\d+/.exec(version)?.[0]) < 23 || (await succeeds(program, ['buildx', 'version']))) return;
  throw new EngineMissing(
    `${program} ${version} has no buildx, which the Dockerfile needs: install docker-buildx, or name another client ` +
      'in ASSAY_DOCKER (Debian 12: the package docker.io has /usr/bin/docker, with BuildKit in it)',
  );
}

const succeeds = (program: string, args: readonly string[]): Promise<boolean> =>
  runProgram(program, args, 'install Docker').then(
    () => true,
    (error: unknown) => {
      if (error instanceof EngineMissing) throw error;
      return false;
    },
  );

function output(
  program: string,
  args: readonly string[],
  { environment, signal, log }: { environment: NodeJS.ProcessEnv; signal?: AbortSignal; log: (text: string) => void },
): Promise<string> {
  log(`$ ${[program, ...args].join(' ')}\n`);
  return new Promise((resolve, reject) => {
    // A group of its own: Ctrl-C in a terminal reaches this process alone, which ends it and then cleans up in order.
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    const said: string[] = [];
    const all: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.push(text), all.push(text), log(text)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (all.push(text), log(text)));
    child.on('error', (error) => {
      // One that was told to end is waited for: what it was about to start must not come after the cleaning up.
      if (child.pid === undefined) reject(error);
    });
    child.on('close', (code) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (code === 0) return resolve(said.join(''));
      const last = all.join('').trim().split('\n').slice(-20).join('\n');
      reject(new Error(`${[program, ...args].join(' ')} ended with ${code}:\n${last}`));
    });
  });
}
