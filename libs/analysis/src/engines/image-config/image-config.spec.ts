import { describeToolSamples } from '../../../test/tool-samples';
import { imageConfigTools } from '../../catalogue/image';
import type { ImageRecord } from '../../../../target-records/src/image/image-records';
import { buildSteps } from './build-steps';
import type { SecretPattern } from './patterns';
import { profileOf } from '../engine-table';
import { judgeImage } from './judge-image';

const profile = profileOf('image-config');

describeToolSamples(profile, imageConfigTools);

const SOUND: ImageRecord['config'] = {
  created: '2025-12-01T00:00:00Z',
  user: '10001',
  env: [],
  entrypoint: [],
  cmd: [],
  exposedPorts: [],
  volumes: [],
  labels: {},
  hasHealthcheck: true,
};

const PATTERNS = imageConfigTools[0]!.settings!['patterns'] as Record<string, SecretPattern>;

/** The findings in an image that is sound but for this. */
const judged = (config: Partial<ImageRecord['config']>, ...steps: readonly string[]) =>
  judgeImage(
    {
      digest: 'sha256:0',
      config: { ...SOUND, ...config },
      history: steps.map((createdBy) => ({ createdBy, emptyLayer: false })),
      layers: [],
      at: '2026-01-01T00:00:00Z',
    },
    PATTERNS,
  );
const rules = (...given: Parameters<typeof judged>): string[] => judged(...given).map(({ rule }) => rule);

describe('the configuration of an image', () => {
  it.each([
    [{ user: undefined }, ['runs-as-root']],
    [{ user: '0:0' }, ['runs-as-root']],
    [{ user: 'root:adm' }, ['runs-as-root']],
    [{ user: '000' }, ['runs-as-root']],
    [{ user: 'app' }, []],
    [{ user: '1000:0' }, []],
    [{ user: '0day' }, []],
    [{ exposedPorts: ['20-25/tcp'] }, ['unencrypted-port', 'exposed-ssh', 'unencrypted-port']],
    [{ exposedPorts: ['1-99999', 'ssh', ''] }, []],
    [{ labels: { 'org.opencontainers.image.base.name': 'registry.example:5000/debian' } }, ['moving-base']],
    [{ labels: { 'org.opencontainers.image.base.name': `debian@sha256:${'0'.repeat(64)}` } }, []],
    [{ created: '1970-01-01T00:00:00Z' }, []],
    [{ created: '0001-01-01T00:00:00Z' }, []],
    [{ created: 'yesterday' }, []],
    [{ created: '2020-01-01T00:00:00Z' }, ['old-image']],
    [{ volumes: ['/'] }, ['system-volume']],
    [{ volumes: ['/etc/'] }, ['system-volume']],
    [{ volumes: ['/etc/app'] }, []],
    [{ env: ['ADMIN_PASSWORD=12345678'] }, ['secret-in-environment']],
    [{ env: ['adminPassword=hunter22'] }, ['secret-in-environment']],
    [{ env: ['PASSWORD=$OTHER', 'TOKEN=true', 'API_KEY=<here>', 'SECRET=****', 'PWD=/app', 'no equals sign'] }, []],
  ] as [Partial<ImageRecord['config']>, string[]][])('%j is found to be %j', (config, expected) =>
    expect(rules(config).sort()).toEqual([...expected].sort()),
  );

  it.each([
    ['RUN |2 A=/bin/sh NPM_TOKEN=fake-fake /bin/sh -c npm ci # buildkit', ['secret-in-history']],
    ['RUN |1 NPM_TOKEN=fake-fake pwsh -c npm ci # buildkit', ['secret-in-history']],
    ['/bin/sh -c export API_KEY="fake-fake" && ./build', ['secret-in-history']],
    ['/bin/sh -c deploy --password=fake-fake', ['secret-in-history']],
    ['/bin/sh -c API_KEY=$API_KEY ./build', []],
    ['/bin/sh -c git clone https://ada:fakefake@code.example/shop', ['secret-in-history']],
    ['/bin/sh -c chmod 1777 /tmp; chmod 0755 /app; chmod o+x /app/run', []],
    ['/bin/sh -c mkdir /app && chmod -R a+rwX /app', ['world-writable']],
    ['/bin/sh -c curl -fsSLk https://x.example -o x', ['verification-off']],
    ['/bin/sh -c curl -fsSL https://x.example -o kept', []],
    ['/bin/sh -c wget -qO- https://x.example | bash -s -- -y', ['fetches-and-runs']],
    ['/bin/sh -c #(nop) ADD file:0123 in / ', []],
    ['ADD ["https://x.example/y", "/y"] # buildkit', ['remote-add']],
    ['RUN /bin/sh -c --mount=type=cache,target=/var/cache/apt apt-get install -y curl # buildkit', []],
    ['/bin/sh -c useradd -p fakefake ada', ['password-in-history']],
    ['HEALTHCHECK &{["CMD" "true"]}', []],
    ['', []],
  ])('a build step of %j is found to be %j', (step, expected) => expect(rules({}, step)).toEqual(expected));

  it('shows no secret, wherever it is, and not even its length', () => {
    const secrets = ['correct-horse', `ghp_${'FAKE'.repeat(9)}`, 'hunter22hunter22', 'toor'];
    const [a, token, c, short] = secrets as [string, string, string, string];
    const found = judged(
      {
        env: [`DB_PASSWORD=${a}`, `DEPLOY=${token}`, `URL=https://ada:${c}@host.example/`],
        labels: { 'build.token': token },
      },
      `RUN |2 DB_PASSWORD=${a} X=${token} /bin/sh -c echo "root:${short}" | chpasswd && ` +
        `PASSWORD=${a} curl -k -u ada:${c} -H "Authorization: Bearer ${token}" ` +
        `https://ada:${c}@host.example/x | sh`,
      `ENV OLD_SECRET=${a}`,
      `ADD https://ada:${c}@host.example/${token} /x`,
    );
    expect(new Set(found.map(({ rule }) => rule))).toEqual(
      new Set([
        'secret-in-environment',
        'secret-in-label',
        'secret-in-history',
        'password-in-history',
        'fetches-and-runs',
        'verification-off',
        'remote-add',
      ]),
    );
    for (const secret of secrets) expect(JSON.stringify(found)).not.toContain(secret);
  });

  it('is done with a history that was made to take long', () => {
    const long = [
      'curl -k '.repeat(12_000),
      'a='.repeat(50_000),
      '--a'.repeat(30_000),
      `https://${':a'.repeat(50_000)}`,
      'x'.repeat(100_000),
    ].map((text) => `/bin/sh -c ${text}`);
    expect(rules({ user: undefined }, ...long)).toContain('runs-as-root');
  }, 60_000);
});

describe('a step of the build', () => {
  it.each([
    [
      'RUN |1 A=b c /bin/sh -c make # buildkit',
      { instruction: 'RUN', command: 'make', assignments: [{ name: 'A', value: 'b c' }] },
    ],
    ['/bin/sh -c #(nop)  ENV A=b', { instruction: 'ENV', command: 'A=b', assignments: [{ name: 'A', value: 'b' }] }],
    ['/bin/bash -o pipefail -c make', { instruction: 'RUN', command: 'make', assignments: [] }],
    ['COPY --from=build /a /b # buildkit', { instruction: 'COPY', command: '--from=build /a /b', assignments: [] }],
    ['# debian.sh --arch amd64', { instruction: 'RUN', command: '# debian.sh --arch amd64', assignments: [] }],
  ])('is read as %j', (createdBy, step) =>
    expect(buildSteps([{ createdBy, emptyLayer: false }])).toEqual([{ number: 1, emptyLayer: false, ...step }]),
  );
});
