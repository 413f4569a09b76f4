import { readSettings, ROLES } from '@assay/kernel';
import { Ajv } from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: {
    readonly test: readonly string[];
    readonly interval: string;
    readonly timeout: string;
    readonly start_period: string;
  };
  readonly stop_grace_period?: string;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
}

interface Deployment {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, object>>;
}

const ROOT = join(__dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const manifest: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(text('package.json'));
const deployment = parse(text('docker-compose.yml').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), {
  merge: true,
}) as Deployment;
const dockerfile = text('Dockerfile');

const services = Object.entries(deployment.services);
const own = services.filter(([, { build }]) => build !== undefined);
const settingsOf = ({ environment }: Service) => readSettings({ ...environment });
/** The source of `dist/…/main.js`, from which `image` was built. */
const sourceOf = (entry: string): string => entry.replace(/^dist\//, '').replace(/\.js$/, '.ts');

describe('docker-compose.yml', () => {
  /** The Compose Specification (compose-spec.io, Apache-2.0), the format of compose v2, in the copy that dclint has. */
  const composeSchema = () => {
    const { $schema: _, ...schema } = JSON.parse(text('node_modules/dclint/schemas/compose.schema.json')) as Record<
      string,
      unknown
    >;
    return new Ajv({ allErrors: true, strict: false }).compile(schema);
  };

  it('is valid for compose v2', () => {
    const validate = composeSchema();
    expect([validate(deployment), validate.errors]).toEqual([true, null]);
    const { api } = deployment.services;
    for (const wrong of [{ healtcheck: api!.healthcheck }, { mem_limit: {} }, { healthcheck: { test: 1 } }]) {
      const services = { ...deployment.services, api: { ...api, ...wrong } };
      expect([wrong, validate({ ...deployment, services })]).toEqual([wrong, false]);
    }
  });

  it('names services and networks that there are, and durations that compose v2 reads', () => {
    for (const [name, { networks, depends_on: needed = {}, healthcheck, stop_grace_period: grace }] of services) {
      expect([name, networks.filter((network) => !(network in deployment.networks))]).toEqual([name, []]);
      expect([name, Object.keys(needed).filter((other) => !(other in deployment.services))]).toEqual([name, []]);
      const { interval, timeout, start_period: start } = healthcheck!;
      for (const duration of [interval, timeout, start, ...(grace ? [grace] : [])])
        expect([name, duration]).toEqual([name, expect.stringMatching(/^(\d+(us|ms|s|m|h))+$/)]);
    }
  });

  it('gives every process of the service its role, all roles between them, and two workers', () => {
    const roles = own.map(([name, service]) => [name, [...settingsOf(service).roles].join()] as const);
    expect(Object.fromEntries(roles)).toEqual({
      api: 'api',
      projector: 'projector',
      'worker-1': 'worker',
      'worker-2': 'worker',
    });
    expect(new Set(roles.map(([, role]) => role))).toEqual(new Set(ROLES));
  });

  it.each(own)('sets for %s nothing that is not a setting', (_, service) => {
    const known = new Set(settingsOf(service).listed.map(({ name }) => name));
    expect(Object.keys(service.environment ?? {}).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(own)('starts %s by an entry point that exists and is that role', (_, service) => {
    expect(service.command).toHaveLength(1);
    const source = sourceOf(service.command![0]!);
    expect([...settingsOf(service).roles]).toEqual([/^apps\/(\w+)\//.exec(source)?.[1]]);
    expect(existsSync(join(ROOT, source))).toBe(true);
  });

  it.each(own)('points %s at engines that are among the services, on a network with it', (_, service) => {
    const { eventStoreUrl, readModelUrl, orchestrator } = settingsOf(service);
    const hosts = [eventStoreUrl, readModelUrl, orchestrator].map((url) => new URL(url).hostname);
    expect(hosts).toEqual(['eventstore', 'mongo', 'temporal']);
    for (const host of hosts) {
      expect(deployment.services[host]!.networks).toContain('engines');
      expect(service.depends_on?.[host]).toEqual({ condition: 'service_healthy' });
    }
    expect(service.networks).toContain('engines');
  });

  it('gives each worker a data directory of its own, and shows it and the API the same targets', () => {
    const mounts = (name: string, at: string) =>
      deployment.services[name]!.volumes!.filter((volume) => volume.split(':')[1] === at);
    expect(mounts('worker-1', settingsOf(deployment.services['worker-1']!).dataDir)).toEqual(['worker-1:/data']);
    expect(mounts('worker-2', settingsOf(deployment.services['worker-2']!).dataDir)).toEqual(['worker-2:/data']);
    for (const name of ['api', 'worker-1', 'worker-2']) {
      expect(mounts(name, '/targets')).toEqual(['./samples:/targets:ro']);
      expect(settingsOf(deployment.services[name]!).directoryRoots.map(({ path }) => path)).toContain('/targets');
    }
  });

  it(
    'shows the API and the workers the same uploads and secrets, and keeps the key to these on a volume of its ' +
      'own',
    () => {
      const sharing = ['api', 'worker-1', 'worker-2'].map((name) => deployment.services[name]!);
      for (const service of sharing) {
        const {
          uploadDir,
          secrets: { folder, keyFile, keys },
        } = settingsOf(service);
        const volumeAt = (path: string) =>
          service.volumes!.find((volume) => volume.split(':')[1] === path)?.split(':')[0];
        expect([uploadDir, folder, dirname(keyFile)].map(volumeAt)).toEqual(['uploads', 'secrets', 'secret-key']);
        expect(keys).toEqual([]);
      }
      // The image has the folders, owned by its user: a new volume takes its owner from there.
      expect(dockerfile).toMatch(/install -d -m 700 -o node -g node \/secrets \/secret-key( \\)?$/m);
      // The projector calls code hosts and chat channels, and does not use uploads.
      expect(deployment.services['projector']!.volumes).toEqual(['secrets:/secrets', 'secret-key:/secret-key']);
    },
  );

  it('publishes the API and the UI of Temporal on this machine, and nothing else', () => {
    expect(Object.fromEntries(services.flatMap(([name, { ports }]) => (ports ? [[name, ports]] : [])))).toEqual({
      api: ['127.0.0.1:3000:3000'],
      'temporal-ui': ['127.0.0.1:8080:8080'],
    });
    expect(settingsOf(deployment.services['api']!)).toMatchObject({ host: '0.0.0.0', port: 3000 });
  });

  it('lets only what is published out of the internal networks', () => {
    const internal = new Set(
      Object.entries(deployment.networks)
        .filter(([, network]) => network.internal)
        .map(([name]) => name),
    );
    expect(
      services.filter(([, { networks }]) => networks.some((network) => !internal.has(network))).map(([name]) => name),
    ).toEqual(['api', 'temporal-ui']);
    expect(deployment.services['temporal-db']!.networks).toEqual(['temporal-db']);
    expect(services.filter(([, { networks }]) => networks.includes('temporal-db')).map(([name]) => name)).toEqual([
      'temporal-db',
      'temporal',
    ]);
  });

  it.each(services)(
    'checks the health of %s, restarts it and bounds its memory',
    (_, { healthcheck, restart, mem_limit: memory }) => {
      expect(healthcheck?.test.length).toBeGreaterThan(1);
      expect(restart).toBe('unless-stopped');
      expect(memory).toMatch(/^\d+[mg]$/);
    },
  );

  it('pins every package to one version', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      expect(`${name} ${version}`).toMatch(/ (npm:.+@)?\d+\.\d+\.\d+$/);
  });

  it.each(services)('pins the image of %s', (_, { image }) => {
    expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/);
  });

  it('declares every volume that it names', () => {
    const named = services
      .flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
      .filter((source) => !/^[./]/.test(source));
    expect(new Set(named)).toEqual(new Set(Object.keys(deployment.volumes)));
    for (const file of services
      .flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
      .filter((source) => source.startsWith('.')))
      expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
  });

  it('holds no password', () => {
    for (const [name, { environment = {} }] of services) {
      expect([
        name,
        Object.keys(environment).filter(
          (variable) => /PASSWORD|PWD|SECRET|TOKEN/.test(variable) && !/_(DIR|FILE)$/.test(variable),
        ),
      ]).toEqual([name, []]);
      for (const value of Object.values(environment)) expect(value).not.toMatch(/:\/\/[^/\s]*@/);
    }
  });

  it('has Temporal give the tenants of a queue turns', () => {
    const { environment, volumes } = deployment.services['temporal']!;
    expect(volumes).toEqual([
      `./docker/temporal/dynamic-config.yaml:/etc/temporal/${environment!['DYNAMIC_CONFIG_FILE_PATH']}:ro`,
    ]);
    expect(parse(text('docker/temporal/dynamic-config.yaml'))).toEqual({
      'matching.enableFairness': [{ value: true }],
      'matching.useNewMatcher': [{ value: true }],
    });
  });

  it('lets the workers confine engines, and takes back what that gives up', () => {
    for (const name of ['worker-1', 'worker-2']) {
      expect(deployment.services[name]!.security_opt).toEqual([
        'no-new-privileges:true',
        'seccomp=./docker/worker-seccomp.json',
        'apparmor=unconfined',
        'systempaths=unconfined',
      ]);
    }
    const { defaultAction, syscalls } = JSON.parse(text('docker/worker-seccomp.json')) as {
      defaultAction: string;
      syscalls: { names: string[]; action: string }[];
    };
    const denied = syscalls.flatMap(({ names }) => names);
    expect([defaultAction, ...new Set(syscalls.map(({ action }) => action))]).toEqual([
      'SCMP_ACT_ALLOW',
      'SCMP_ACT_ERRNO',
    ]);
    expect(new Set(denied).size).toBe(denied.length);
    // unshare(1), mount(8) and setpriv(1), as the sandbox calls them.
    expect(
      denied.filter((call) =>
        ['clone', 'clone3', 'unshare', 'mount', 'umount2', 'pivot_root', 'prctl', 'capset', 'prlimit64'].includes(call),
      ),
    ).toEqual([]);
    expect(denied).toEqual(
      expect.arrayContaining(['setns', 'ptrace', 'process_vm_writev', 'bpf', 'keyctl', 'kexec_load', 'init_module']),
    );
  });
});

describe('Dockerfile', () => {
  /** Each stage by its name: its base, and its text. */
  const stages = new Map(
    dockerfile
      .split(/^(?=FROM )/m)
      .slice(1)
      .map((stage) => {
        const [, base, name] = /^FROM (\S+) AS (\S+)$/m.exec(stage)!;
        return [name!, { base: base!, text: stage }] as const;
      }),
  );
  const last = [...stages.keys()].at(-1)!;
  const textOf = (name: string): string => stages.get(name)!.text;
  /** A stage with its base stages, the first one first. */
  const whole = (name: string): string => {
    const { base, text: own } = stages.get(name)!;
    return stages.has(base) ? `${whole(base)}${own}` : own;
  };

  it('pins what it is built from, and says it in a label', () => {
    const bases = [...stages.values()]
      .map(({ base }) => base)
      .filter((base) => !stages.has(base) && base !== 'scratch');
    expect([...new Set(bases)]).toEqual(['node:24.21.0-bookworm-slim']);
    const { version, license } = JSON.parse(text('package.json')) as { version: string; license: string };
    const labels = Object.fromEntries(
      [...textOf('system').matchAll(/org\.opencontainers\.image\.([\w.]+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(labels).toMatchObject({ version, licenses: license, 'base.name': bases[0] });
    // Both images built from one tree get the same version.
    expect(deployment.services['api']!.image).toBe(`assay:${version}`);
  });

  it('is built as the whole unless a target is named, and both are installed the same', () => {
    expect(last).toBe('full');
    expect(stages.get('full')!.base).toBe('system-with-browser');
    expect(stages.get('slim')!.base).toBe('system');
    const copies = (name: string) => textOf(name).match(/^COPY .*$/gm);
    expect(copies('slim')).toEqual(copies('full'));
    expect(whole('slim')).not.toMatch(/chromium/);
    expect(whole('full')).toMatch(/\bchromium-headless-shell\b/);
  });

  it.each(['slim', 'full'])('runs %s as a user without rights, with an init and an entry point that exists', (name) => {
    const run = whole(name);
    expect(run.match(/^USER .*$/gm)!.at(-1)).toBe('USER node');
    expect(run).toMatch(/^ENTRYPOINT \["tini", "--", "node"\]$/m);
    const [, check] = /^HEALTHCHECK [\s\S]*?CMD \["node", "([^"]+)"\]$/m.exec(run)!;
    expect(existsSync(join(ROOT, check!))).toBe(true);
    const [, entry] = /^CMD \["([^"]+)", "serve"\]$/m.exec(run)!;
    expect(existsSync(join(ROOT, sourceOf(entry!)))).toBe(true);
    expect(`${entry}`).toBe((JSON.parse(text('package.json')) as { bin: { assay: string } }).bin.assay);
  });

  it('installs the programs that the sandbox calls, in both', () => {
    for (const name of ['git', 'iproute2', 'mount', 'perl-base', 'util-linux'])
      expect(whole('slim')).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('leaves out by name the packages of Debian that it stands in for', () => {
    const script = text('docker/system/install.sh');
    expect(script).toMatch(/--no-install-recommends/);
    const controls = [...dockerfile.matchAll(/install\.sh (\S+)/g)].map(([, control]) => control);
    expect(controls).toHaveLength(dockerfile.split('install.sh ').length - 1);
    expect(controls).not.toEqual([]);
    for (const control of controls)
      expect([control, existsSync(join(ROOT, `docker/system/${control}.control`))]).toEqual([control, true]);
  });

  it('installs what the lock names and brings no development package along', () => {
    expect(textOf('packages')).toMatch(/npm ci --ignore-scripts/);
    expect(textOf('production-packages')).toMatch(/npm prune --omit=dev/);
    // These layers do not depend on the sources: the largest layer stays the same if only the sources change.
    for (const name of ['packages', 'production-packages', 'system', 'system-with-browser'])
      expect(whole(name)).not.toMatch(/^COPY \. /m);
    expect(textOf('full').match(/^COPY .*$/gm)![0]).toMatch(/--from=production-packages/);
  });

  it('keeps what npm and apt download in caches of the build, and so out of the image', () => {
    const runs = dockerfile
      .replaceAll(/\\\n/g, ' ')
      .split('\n')
      .filter((line) => line.startsWith('RUN '));
    const downloading = runs.filter((line) => /npm ci|install\.sh/.test(line));
    expect(downloading).toHaveLength(3);
    for (const line of downloading)
      expect(line).toMatch(/--mount=type=cache,target=\/(root\/\.npm|var\/cache\/apt,.*target=\/var\/lib\/apt,)/);
  });

  it('has the list of the packages that are installed in it, and nothing of the sources beside what runs', () => {
    expect(textOf('bill-of-materials')).toMatch(
      /--from=production-packages \S*\.package-lock\.json (\S+)\nRUN node \S+ sbom .*--output (\S+) \1\n/,
    );
    expect(textOf('app')).toMatch(/^COPY --from=bill-of-materials \/bill\/sbom\.cdx\.json \/$/m);
    const copied = [...textOf('app').matchAll(/^COPY --from=build ((?:\/app\/\S+ )+)/gm)].flatMap(([, files]) =>
      files!.trim().split(' '),
    );
    expect(copied.length).toBeGreaterThan(4);
    for (const file of copied) expect(file).toMatch(/\/(dist|samples|optional|\w+\.(json|md|mjs)|LICENSE)$/);
    expect(textOf('build')).toMatch(/find dist .*'\*\.map'.* -delete/);
  });

  it('names only files that exist, and that the build gets to see', () => {
    const ignored = text('.dockerignore').split('\n');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files]) => files!.split(' '));
    expect(copied.length).toBeGreaterThan(4);
    for (const file of copied) {
      expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
      expect(ignored).not.toContain(file.split('/')[0]);
    }
  });

  it('declares a volume for each folder that is written, so that the root file system can be read-only', () => {
    const [, volumes] = /^VOLUME (.*)$/m.exec(whole('full'))!;
    expect(volumes!.split(' ').sort()).toEqual(['/data', '/tmp', '/uploads']);
    for (const [name, service] of own) expect([name, service.read_only, service.tmpfs]).toEqual([name, true, ['/tmp']]);
  });

  it('sets nothing that is not a setting, and what it sets can be used', () => {
    const environment = Object.fromEntries(
      [...(/^ENV (.*)$/m.exec(whole('full'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
    const { NODE_ENV: mode, ...settings } = environment;
    expect(mode).toBe('production');
    expect(
      readSettings(settings)
        .listed.filter(({ source }) => source === 'environment')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(settings).sort());
  });
});
