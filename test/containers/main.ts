import { Command, CommanderError } from 'commander';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { parse } from 'yaml';
import { EngineMissing } from '../../scripts/engines/cache';
import {
  hasImage,
  hasOthersImage,
  type Making,
  makeNodeImage,
  makeStandIn,
  makeTools,
  removeImages,
  SITE,
  STAND_INS,
} from './base-images';
import { Deployment } from './deployment';
import { type Docker, findDocker } from './docker';
import { Progress } from './progress';
import { runTrials } from './trials';

const ROOT = resolve(__dirname, '../..');
const EXIT = { passed: 0, failed: 1, usage: 3, interrupted: 130 } as const;
const COMPOSE_FILES = [join(ROOT, 'docker-compose.yml'), join(__dirname, 'stand-ins.yml')];
/** The ports that docker-compose.yml publishes on this machine. */
const PORTS = [3000, 8080];

interface Options {
  readonly keep?: boolean;
  readonly remove?: boolean;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const commandLine = (): Command =>
  new Command('test:containers')
    .description(
      'builds the image and runs docker-compose.yml, kills each container during sessions, and looks at what is left',
    )
    .option('--keep', 'leave containers and volumes as they are in the end')
    .option('--remove', 'only remove the images that earlier runs made in place of others')
    .addHelpText(
      'after',
      `
Images that docker-compose.yml names and this machine has are used as they are. In place of the others stand-ins of the
same names are made, which takes root, debootstrap, Go, a JDK and Maven, and some 15 minutes the first time.
ASSAY_DOCKER names the client of Docker to use.`,
    )
    .exitOverride();

/** Runs `npm run test:containers`. @returns the exit status */
async function main(): Promise<number> {
  const { keep = false, remove = false } = commandLine().parse(process.argv.slice(2), { from: 'user' }).opts<Options>();
  const signal = untilInterrupted();
  const folder = await mkdtemp(join(tmpdir(), 'assay-containers-'));
  const log = createWriteStream(join(folder, 'docker.log'));
  const project = `assay-test-${process.pid}`;
  const progress = new Progress(say);
  let docker: Docker | undefined;
  let standIns: readonly string[] = [];
  let passed = false;
  try {
    docker = await findDocker(
      {
        composeArgs: ['-p', project, ...COMPOSE_FILES.flatMap((file) => ['-f', file])],
        environment: {},
        signal,
        log: (text) => void log.write(text),
      },
      say,
    );
    if (remove) {
      for (const image of await removeImages(docker, await baseOfDockerfile())) say(`removed ${image}`);
      return EXIT.passed;
    }
    say(`What Docker prints is in ${join(folder, 'docker.log')}`);
    for (const port of PORTS) await requireFree(port);
    standIns = await prepareImages({ ...docker, folder, say }, progress);
    const deployment = new Deployment(project, docker, signal);
    await progress.step('docker compose up, until all are healthy', () => deployment.up());
    await deployment.readKey();
    await runTrials(deployment, progress);
    passed = true;
    return EXIT.passed;
  } catch (error) {
    if (!signal.aborted) throw error;
    say('interrupted');
    return EXIT.interrupted;
  } finally {
    if (progress.steps.length > 0) say(`\n${progress.table()}\n`);
    for (const line of notShown(standIns)) say(line);
    // If no step ended, nothing was started.
    const began = progress.steps.length > 0;
    if (docker && began) await cleanUp(docker, { keep, log: (text) => log.write(text), failed: !passed });
    if (keep && began) say(`Left as it is: the project ${project} of Docker Compose`);
    await new Promise((flushed) => log.end(flushed));
    if (!began || (passed && !keep)) await rm(folder, { recursive: true, force: true });
  }
}

/** The most megabytes of the image with a browser. */
const LARGEST = 1_200;

/** The limits of this run, and their reasons. */
function notShown(standIns: readonly string[]): readonly string[] {
  if (standIns.length === 0) return [];
  return [
    `Stand-ins took the place of ${standIns.join(', ')}, which this machine does not have.`,
    'Not shown: what these servers do by themselves, and the replica set of docker-compose.yml.',
  ];
}

/** @returns the images that are stand-ins */
async function prepareImages(making: Making, progress: Progress): Promise<readonly string[]> {
  const node = await baseOfDockerfile();
  if (!(await hasImage(making, node))) await progress.step(`base image ${node}`, () => makeNodeImage(node, making));
  const { services } = parse(await readFile(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, { image: string; build?: string }>;
  };
  const assay = Object.values(services).find(({ build }) => build !== undefined)!.image;
  const megabytes = async (image: string): Promise<number> =>
    Math.round(Number(await making.docker('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6);
  const size = async (image: string): Promise<string> => `${await megabytes(image)} MB`;
  await progress.step(`the image ${assay}`, async () => {
    await making.docker('build', '--network', 'host', '--tag', assay, ROOT);
    const built = await megabytes(assay);
    if (built > LARGEST) throw new Error(`it has ${built} MB, and may have ${LARGEST}`);
    return `${built} MB`;
  });
  await progress.step('what the stand-ins share', () => makeTools(node, making));
  const made: string[] = [];
  // Stand-ins of an earlier run are built again, from Docker's cache, because their content may have changed.
  for (const { image } of Object.values(services)) {
    const folder = STAND_INS.find(([name]) => name.test(image))?.[1];
    if (folder === undefined || made.includes(image) || (await hasOthersImage(making, image))) continue;
    await progress.step(`a stand-in for ${image}`, async () => {
      await makeStandIn(image, folder, assay, making);
      return size(image);
    });
    made.push(image);
  }
  await progress.step('a site', () => makeStandIn(SITE, 'site', assay, making));
  return made;
}

async function baseOfDockerfile(): Promise<string> {
  const [, node] = /^FROM (\S+) AS packages$/m.exec(await readFile(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
  if (node === undefined) throw new Error('the Dockerfile names no base of its packages');
  return node;
}

/** Removes only what this run started: containers, networks and volumes of its project. */
async function cleanUp(
  { uninterrupted }: Docker,
  { keep, log, failed }: { keep: boolean; log: (text: string) => void; failed: boolean },
): Promise<void> {
  try {
    if (failed) log(await uninterrupted.compose('logs', '--no-color', '--timestamps'));
    if (!keep) await uninterrupted.compose('down', '--volumes', '--timeout', '10');
  } catch (error) {
    say(pc.yellow(`What was started could not be removed: ${(error as Error).message}`));
  }
}

async function requireFree(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(new EngineMissing(`port ${port} of 127.0.0.1 is taken, and docker-compose.yml publishes it: free it`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  await new Promise((closed) => server.close(closed));
}

/**
 * Aborted at the first Ctrl-C or SIGTERM, which stops the run and cleans up; the second one ends this process at once.
 */
function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted);
      say(`${signal}: removing what was started`);
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
    else if (error instanceof EngineMissing) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = EXIT.usage;
    } else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  },
);
