import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { temporalCli } from '../../scripts/engines/temporal-cli';
import { freePort } from '../support/engines/free-port';
import { type Engines, startEngines } from './engines';

interface Service {
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: { readonly test: readonly string[] };
}

const ROOT = resolve(__dirname, '../..');
const run = promisify(execFile);
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { services } = parse(text('docker-compose.yml').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
};
const own = Object.entries(services).filter(([, { build }]) => build !== undefined);
const dockerfile = text('Dockerfile');

let folder: string;
let engines: Engines;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  if (!existsSync(join(ROOT, 'dist'))) throw new Error('there is no dist: run npm run build first');
  folder = await mkdtemp(join(tmpdir(), 'assay-built-'));
  engines = await startEngines(folder);
}, 240_000);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await engines?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** The environment of a container, with the engines and folders of this test. */
async function environmentHere(name: string, given: Readonly<Record<string, string>>) {
  const here = join(folder, name);
  await mkdir(here, { recursive: true });
  const environment = Object.fromEntries(
    Object.entries(given).map(([setting, value]) => [
      setting,
      value
        .replace('esdb://eventstore:2113?tls=false', engines.eventStoreUrl)
        .replace('mongodb://mongo:27017/assay?replicaSet=rs0', engines.readModelUrl)
        .replace('temporal:7233', engines.temporalAddress)
        .replace('/targets:*=/app/samples', `${ROOT}/samples`)
        .replace(/^\/data$/, join(here, 'data'))
        .replace(/^\/(uploads|secrets|secret-key)(?=\/|$)/, join(folder, '$1')),
    ]),
  );
  return {
    PATH: process.env['PATH'],
    HOME: here,
    ...environment,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    ASSAY_ADMIN_HOST: '127.0.0.1',
    ASSAY_ADMIN_PORT: String(await freePort()),
    // `doctor` checks whether this machine can confine engines.
    ASSAY_UNCONFINED: 'allow',
  };
}

interface Command {
  /** As the image's entry point, node, gets it. */
  readonly command: readonly string[];
  /** The script that its health check runs with node. */
  readonly check: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Starts commands, waits until each health check succeeds, and stops them: they must end well, and their checks must
 * fail then.
 */
async function expectHealthy(commands: Readonly<Record<string, Command>>): Promise<void> {
  const started = await Promise.all(
    Object.entries(commands).map(async ([name, { command, check, environment }]) => {
      const env = await environmentHere(name, environment);
      const child = spawn(process.execPath, command, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
      running.add(child);
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (some) => (said += some));
      const isHealthy = () =>
        run(process.execPath, check, { cwd: ROOT, env }).then(
          () => true,
          () => false,
        );
      return { name, child, closed: once(child, 'close'), isHealthy, said: () => said };
    }),
  );
  for (const { name, child, isHealthy, said } of started)
    while (!(await isHealthy()))
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} ended:\n${said()}`);
  for (const { child } of started) child.kill('SIGTERM');
  for (const { name, child, closed, isHealthy, said } of started) {
    await closed;
    running.delete(child);
    expect([name, child.exitCode, child.signalCode, said()]).toEqual([name, 0, null, said()]);
    expect([name, await isHealthy()]).toEqual([name, false]);
  }
}

describe('in the built tree', () => {
  it('the commands of docker-compose.yml run, and their health checks say so', async () => {
    const commands = own.map(
      ([
        name,
        {
          command,
          environment,
          healthcheck: { test },
        },
      ]) => {
        expect([name, ...test.slice(0, 2)]).toEqual([name, 'CMD', 'node']);
        return [name, { command: command!, check: test.slice(2), environment }];
      },
    );
    await expectHealthy(Object.fromEntries(commands) as Record<string, Command>);
  });

  it('the command of the image runs on embedded stores, and its health check says so', async () => {
    const [, settings] = /^ENV (.*)$/m.exec(dockerfile)!;
    const environment = Object.fromEntries(
      settings!.split(' ').map((setting) => /^(\w+)=(.*)$/.exec(setting)!.slice(1)),
    );
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[];
    const [node, ...check] = JSON.parse(/^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[];
    expect(node).toBe('node');
    await expectHealthy({ image: { command, check, environment } });
  });

  it("Temporal's health check in docker-compose.yml says whether it is there", async () => {
    const [, ...check] = services['temporal']!.healthcheck.test;
    expect(check[0]).toBe('temporal');
    const at = (address: string) => check.slice(1).map((word) => word.replace('127.0.0.1:7233', address));
    const program = await temporalCli();
    await run(program, at(engines.temporalAddress), { env: { HOME: folder } });
    await expect(run(program, at(`127.0.0.1:${await freePort()}`), { env: { HOME: folder } })).rejects.toThrow();
  });
});
