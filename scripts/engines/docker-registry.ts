import { join } from 'node:path';
import { readdir } from 'node:fs/promises';
import { EngineMissing, enginesFolder, exists, madeOnce } from './cache';
import { runProgram } from './run-program';

/** Where apt has no package of it. */
const RELEASE = 'v3.0.0';
const INSTALL = 'run npm run engines:install, or name an installed one in ASSAY_TEST_DOCKER_REGISTRY';

const packaged = (): string => join(enginesFolder(), 'docker-registry', 'usr', 'bin', 'docker-registry');
const built = (): string => join(enginesFolder(), `docker-registry-${RELEASE}`, 'registry');

/**
 * The program of a real registry (CNCF Distribution): the one that ASSAY_TEST_DOCKER_REGISTRY names, Debian's on the
 * PATH, or one in the cache.
 *
 * @throws EngineMissing
 */
export async function dockerRegistry(): Promise<string> {
  const { ASSAY_TEST_DOCKER_REGISTRY: named } = process.env;
  if (named) return named;
  if (await runs('docker-registry')) return 'docker-registry';
  for (const program of [packaged(), built()]) if (await exists(program)) return program;
  throw new EngineMissing(`there is no container registry: ${INSTALL}`);
}

/** Unpacks Debian's package into the cache, which takes no root, or builds the program with Go where apt has none. */
export async function installDockerRegistry(say: (line: string) => void): Promise<string> {
  const found = await orUndefined(dockerRegistry());
  if (found !== undefined) return found;
  say('Container registry: unpacking Debian’s docker-registry; some seconds, 5 MB');
  const unpacked = await madeOnce(join(packaged(), '..', '..', '..'), unpackPackage).then(
    () => packaged(),
    (error: unknown) => say(`Container registry: ${(error as Error).message.split('\n').join('; ')}`),
  );
  if (unpacked !== undefined) return unpacked;
  say(`Container registry: building ${RELEASE} with Go; some 4 minutes the first time`);
  await madeOnce(join(built(), '..'), async (into) => {
    await runProgram(
      'go',
      ['install', `github.com/distribution/distribution/v3/cmd/registry@${RELEASE}`],
      'install Go 1.23 or later, or the package docker-registry',
      { GOBIN: into },
    );
  });
  return built();
}

async function unpackPackage(into: string): Promise<void> {
  const advice = 'install the package docker-registry';
  // apt-get downloads to where it is started, and cannot be told otherwise.
  await runProgram('sh', ['-c', 'cd "$1" && apt-get download docker-registry', 'sh', into], advice);
  const file = (await readdir(into)).find((name) => name.endsWith('.deb'));
  if (file === undefined) throw new EngineMissing(`apt has no docker-registry: ${advice}`);
  await runProgram('dpkg', ['-x', join(into, file), into], advice);
}

const runs = async (program: string): Promise<boolean> =>
  (await orUndefined(runProgram(program, ['--version'], INSTALL))) !== undefined;

async function orUndefined<Value>(value: Promise<Value>): Promise<Value | undefined> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof EngineMissing) return undefined;
    throw error;
  }
}
