import { join } from 'node:path';
import { enginesFolder, EngineMissing, exists, madeOnce } from './cache';
import { runProgram } from './run-program';

/** Later releases refuse `go install`. It holds server 1.29.1 and UI 2.42.1. */
const RELEASE = 'v1.5.1';
/** The first server with fairness between the keys of a task queue. */
const LEAST_SERVER = [1, 29] as const;
const INSTALL = 'run npm run engines:install, or name an installed one in ASSAY_TEST_TEMPORAL_CLI';

const installed = (): string => join(enginesFolder(), `temporal-cli-${RELEASE}`, 'temporal');

/**
 * The program `temporal`: the one that ASSAY_TEST_TEMPORAL_CLI names, one on the PATH that is new enough, or the one in
 * the cache.
 *
 * @throws EngineMissing
 */
export async function temporalCli(): Promise<string> {
  const { ASSAY_TEST_TEMPORAL_CLI: named } = process.env;
  if (named) {
    const version = await versionOf(named);
    if (!isNewEnough(version))
      throw new EngineMissing(
        `${named} (ASSAY_TEST_TEMPORAL_CLI) has server ${version ?? 'unknown'}; ${LEAST_SERVER.join('.')} or ` +
          'later is needed',
      );
    return named;
  }
  if (isNewEnough(await versionOf('temporal').catch(notInstalled))) return 'temporal';
  if (await exists(installed())) return installed();
  throw new EngineMissing(`there is no Temporal CLI: ${INSTALL}`);
}

/** Builds the CLI into the cache where {@link temporalCli} finds none. Needs Go. */
export async function installTemporalCli(say: (line: string) => void): Promise<string> {
  const found = await temporalCli().catch(notInstalled);
  if (found) return found;
  await requireGo();
  say(`Temporal CLI ${RELEASE}: building it with Go; some 3 minutes the first time, 1 GB of module cache`);
  await madeOnce(join(installed(), '..'), async (into) => {
    await runProgram('go', ['install', `github.com/temporalio/cli/cmd/temporal@${RELEASE}`], 'install Go', {
      GOBIN: into,
    });
  });
  return installed();
}

const notInstalled = (error: unknown): undefined => {
  if (error instanceof EngineMissing && !process.env['ASSAY_TEST_TEMPORAL_CLI']) return undefined;
  throw error;
};

/** The server's version within the CLI: one that was built from source does not know its own. */
async function versionOf(program: string): Promise<string | undefined> {
  return /\(Server (\d+\.\d+\.\d+)/.exec(await runProgram(program, ['--version'], INSTALL))?.[1];
}

function isNewEnough(version: string | undefined): boolean {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  return major > LEAST_SERVER[0] || (major === LEAST_SERVER[0] && minor >= LEAST_SERVER[1]);
}

/** From 1.21 on Go fetches the newer toolchain that a module asks for. */
async function requireGo(): Promise<void> {
  const advice = 'install Go 1.25 or later (https://go.dev/dl), or a Temporal CLI (https://docs.temporal.io/cli)';
  const said = await runProgram('go', ['version'], advice);
  const [, major = '0', minor = '0'] = /go(\d+)\.(\d+)/.exec(said) ?? [];
  if (Number(major) === 1 && Number(minor) < 21) throw new EngineMissing(`${said.trim()} is too old: ${advice}`);
}
