import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { appendGate } from '../support/append-gate';
import { runningService } from '../support/running-service';
import { DOCUMENT } from '../support/targets';

/** Schemathesis makes requests from the OpenAPI document, good ones and bad ones, and judges the answers by it. */
const VERSION = '4.32.5';
const CACHE = process.env['ASSAY_ENGINES_DIR'] ?? join(homedir(), '.cache/assay/engines');
const HOME = join(CACHE, `schemathesis-${VERSION}`);
const PROGRAM = join(HOME, 'bin/schemathesis');
/** How long the whole run may take. */
const SECONDS = process.env['ASSAY_TEST_API_SECONDS'] ?? '100';

async function main(): Promise<number> {
  const missing = await install();
  if (missing !== undefined) {
    console.log(`Skipped: ${missing}.`);
    return 0;
  }
  const gate = appendGate();
  const service = await runningService({
    settings: { ASSAY_MAX_API_KEYS: '10000', ASSAY_UPLOAD_MB: '1' },
    platform: (platform) => ({ ...platform, events: gate.on(platform.events) }),
  });
  try {
    const tenant = await service.tenant('free');
    // One session never ends, and the tier runs one at a time: whatever the requests start waits, and nothing of it
    // looks for another machine.
    gate.hold('TargetPrepared');
    const directory = await service.directory('target', DOCUMENT);
    await tenant.post('/api/sessions', { target: { directory }, tools: ['markdown-lint'] });
    await gate.reached;
    const run = spawn(
      PROGRAM,
      [
        '--config-file',
        join(__dirname, 'schemathesis.toml'),
        'run',
        `${service.url}/openapi.json`,
        '--header',
        `Authorization: Bearer ${tenant.key}`,
        '--max-time',
        SECONDS,
        '--seed',
        '1',
        ...process.argv.slice(2),
      ],
      { stdio: 'inherit', cwd: service.root },
    );
    const [status] = (await once(run, 'exit')) as [number | null];
    return status ?? 1;
  } finally {
    gate.open();
    await service.close();
  }
}

/** @returns what is missing */
async function install(): Promise<string | undefined> {
  if (existsSync(PROGRAM)) return undefined;
  if (ran('python3', ['-c', 'import venv, ensurepip'])) return 'there is no Python 3 with venv and pip on this machine';
  await mkdir(CACHE, { recursive: true });
  const failed =
    ran('python3', ['-m', 'venv', HOME]) ?? ran(join(HOME, 'bin/pip'), ['install', '-q', `schemathesis==${VERSION}`]);
  if (failed === undefined) return undefined;
  await rm(HOME, { recursive: true, force: true });
  return `schemathesis ${VERSION} cannot be installed: ${failed}`;
}

/** @returns why it failed */
function ran(program: string, args: readonly string[]): string | undefined {
  const { status, error, stderr }: SpawnSyncReturns<string> = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1) ?? `status ${status}`);
}

void main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
