import { buildSync } from 'esbuild';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EngineMissing } from '../../scripts/engines/cache';
import { installMongoWireServer } from '../../scripts/engines/mongo-wire-server';
import { runProgram } from '../../scripts/engines/run-program';
import { installTemporalCli } from '../../scripts/engines/temporal-cli';
import { nodeRelease } from '../../scripts/node-releases/node-release';
import type { Docker } from './docker';
import { type GoProgram, goModule, goProgram } from './go-programs';

const ROOT = resolve(__dirname, '../..');
const IMAGES = join(__dirname, 'images');
/** The npm package with Node.js does not contain npm. */
const NPM = '11.19.1';
const DEBIAN = 'bookworm';
/** Folders that the official base leaves out, too. */
const LEFT_OUT = ['doc', 'info', 'lintian', 'locale', 'man'].map((name) => `./usr/share/${name}/*`);
const TEMPORAL = { module: 'go.temporal.io/server', version: 'v1.29.1' } as const;
const UI: GoProgram = {
  module: 'github.com/temporalio/ui-server/v2',
  version: 'v2.42.1',
  path: './cmd/server',
  name: 'temporal-ui-server',
};
/** The label of the stand-ins, by which they differ from real images. */
const LABEL = 'assay.test=stand-in';

/** The name of the site in stand-ins.yml. */
export const SITE = 'assay-test-site';

export interface Making extends Docker {
  /** A folder of this run. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Image names in docker-compose.yml, each with the folder of the stand-in that replaces a missing image. */
export const STAND_INS: readonly (readonly [image: RegExp, folder: string])[] = [
  [/^eventstore\/eventstore:/, 'eventstore'],
  [/^mongo:/, 'mongo'],
  [/^postgres:/, 'postgres'],
  [/^temporalio\/auto-setup:/, 'temporal'],
  [/^temporalio\/ui:/, 'temporal-ui'],
];

export const hasImage = async ({ docker }: Docker, name: string): Promise<boolean> =>
  (await docker('image', 'ls', '--quiet', name)).trim() !== '';

/** Images of real servers, which are used as they are. */
export const hasOthersImage = async (docker: Docker, name: string): Promise<boolean> =>
  (await hasImage(docker, name)) && !(await standIns(docker)).includes(name);

async function standIns({ docker }: Docker): Promise<readonly string[]> {
  const said = await docker('image', 'ls', '--filter', `label=${LABEL}`, '--format', '{{.Repository}}:{{.Tag}}');
  return said.split('\n').filter((name) => name !== '' && !name.includes('<none>'));
}

/** Removes the images that were made here, with the base of the Dockerfile. @returns the removed images */
export async function removeImages(docker: Docker, node: string): Promise<readonly string[]> {
  const base = (await hasImage(docker, rawImage(node))) ? [node, rawImage(node)] : [];
  const images = [...(await standIns(docker)), ...base];
  if (images.length > 0) await docker.docker('image', 'rm', ...images);
  return images;
}

/** The base of `makeNodeImage`: if it exists, the image was made here. */
const rawImage = (name: string): string => `${name}-raw`;

/** The image that the Dockerfile begins with: Debian by debootstrap, with the Node.js and the npm of npm packages. */
export async function makeNodeImage(name: string, making: Making): Promise<void> {
  const version = /:(\d+\.\d+\.\d+)-/.exec(name)?.[1];
  if (version === undefined) throw new Error(`the base ${name} names no version of Node.js`);
  if (process.getuid?.() !== 0) throw new EngineMissing(`making ${name} takes root, for debootstrap`);
  const root = join(making.folder, 'node');
  const advice = 'install it (Debian: apt-get install debootstrap)';
  await runProgram('debootstrap', ['--variant=minbase', '--include=ca-certificates', DEBIAN, root], advice);
  const { bin } = await nodeRelease(version, making.say);
  await cp(join(bin, 'node'), join(root, 'usr/local/bin/node'));
  const npm = join(root, 'usr/local/lib/node_modules/npm');
  await mkdir(npm, { recursive: true });
  await runProgram('npm', ['pack', '--silent', '--pack-destination', making.folder, `npm@${NPM}`], 'install npm');
  const archive = join(making.folder, `npm-${NPM}.tgz`);
  await runProgram('tar', ['-xzf', archive, '-C', npm, '--strip-components=1'], 'install tar');
  const suites = [`debian ${DEBIAN}`, `debian ${DEBIAN}-updates`, `debian-security ${DEBIAN}-security`];
  await writeFile(
    join(root, 'etc/apt/sources.list'),
    suites.map((suite) => `deb http://deb.debian.org/${suite} main\n`).join(''),
  );
  await writeFile(
    join(root, 'etc/dpkg/dpkg.cfg.d/docker'),
    LEFT_OUT.map((path) => `path-exclude ${path.slice(1)}\n`).join(''),
  );
  const tar = join(making.folder, 'node.tar');
  const without = ['./dev', './proc/*', './var/cache/apt/*', './var/lib/apt/lists/*', ...LEFT_OUT];
  await runProgram(
    'tar',
    ['-C', root, '--numeric-owner', ...without.map((path) => `--exclude=${path}`), '-cf', tar, '.'],
    'install tar',
  );
  await making.docker('import', tar, rawImage(name));
  await rm(tar);
  await rm(root, { recursive: true });
  const context = join(making.folder, 'node-image');
  await mkdir(context);
  // If this machine trusts certificates of its own, the build must, too, to reach the registries.
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates) await cp(certificates, join(context, 'machine.crt'));
  await writeFile(
    join(context, 'Dockerfile'),
    [
      `FROM ${rawImage(name)}`,
      'RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node \\',
      ' && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\',
      ' && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx',
      ...(certificates
        ? ['COPY machine.crt /usr/local/share/', 'ENV NODE_EXTRA_CA_CERTS=/usr/local/share/machine.crt']
        : []),
      'CMD ["node"]',
      '',
    ].join('\n'),
  );
  // Without the label, because images built on this one, such as the service's, would inherit it.
  await making.docker('build', '--network', 'host', '--tag', name, context);
}

async function build(name: string, context: string, { docker }: Docker, ...args: readonly string[]): Promise<void> {
  await docker('build', '--network', 'host', '--label', LABEL, '--tag', name, ...args, context);
}

/** The common base of the stand-ins: Java, PostgreSQL, curl, wget. */
export const makeTools = (node: string, making: Making): Promise<void> =>
  build('assay-test-tools', join(IMAGES, 'tools'), making, '--build-arg', `NODE=${node}`);

/** Makes a stand-in from its folder in `images/` and the files that `PARTS` adds. */
export async function makeStandIn(name: string, folder: string, assay: string, making: Making): Promise<void> {
  const context = join(making.folder, folder);
  await cp(join(IMAGES, folder), context, { recursive: true });
  await PARTS[folder]?.(context, making);
  const uses = (await readFile(join(context, 'Dockerfile'), 'utf8')).includes('ARG ASSAY');
  await build(name, context, making, ...(uses ? ['--build-arg', `ASSAY=${assay}`] : []));
  await rm(context, { recursive: true });
}

const PARTS: Readonly<Record<string, (context: string, making: Making) => Promise<void>>> = {
  async eventstore(context) {
    buildSync({
      entryPoints: [join(ROOT, 'test/support/eventstoredb/main.ts')],
      bundle: true,
      platform: 'node',
      outfile: join(context, 'stand-in.cjs'),
      external: ['better-sqlite3', 'better-sqlite3-node20'],
      tsconfig: join(ROOT, 'tsconfig.json'),
      logLevel: 'error',
    });
  },

  async mongo(context, { say }) {
    const { args } = await installMongoWireServer(say);
    const [classes, jars] = args[args.indexOf('-cp') + 1]!.split(':');
    await cp(classes!, join(context, 'classes'), { recursive: true });
    const from = jars!.slice(0, -'/*'.length);
    for (const jar of await readdir(from))
      if (jar.endsWith('.jar')) await cp(join(from, jar), join(context, 'jars', jar));
  },

  async temporal(context, { say }) {
    const programs = {
      'temporal-server': await goProgram({ ...TEMPORAL, path: './cmd/server', name: 'temporal-server' }, say),
      'temporal-sql-tool': await goProgram({ ...TEMPORAL, path: './cmd/tools/sql', name: 'temporal-sql-tool' }, say),
      temporal: await installTemporalCli(say),
    };
    for (const [name, path] of Object.entries(programs)) await copyProgram(path, join(context, name));
    await cp(join(await goModule(TEMPORAL), 'schema'), join(context, 'schema'), { recursive: true });
    await makeWritable(join(context, 'schema'));
  },

  async 'temporal-ui'(context, { say }) {
    await copyProgram(await goProgram(UI, say), join(context, 'ui-server'));
    await cp(join(await goModule(UI), 'config'), join(context, 'config'), { recursive: true });
    await makeWritable(join(context, 'config'));
  },
};

async function copyProgram(from: string, to: string): Promise<void> {
  await cp(from, to);
  await chmod(to, 0o755);
}

/** Makes the copy of Go's modules removable: they and their folders are read-only. */
async function makeWritable(folder: string): Promise<void> {
  await runProgram('chmod', ['-R', 'u+w', folder], 'install chmod');
}
