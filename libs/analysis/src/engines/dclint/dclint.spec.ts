import { dclintTools } from '../../catalogue/compose';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('dclint');

describeToolSamples(profile, dclintTools);

describeHostileFiles(profile, {
  tools: dclintTools,
  extension: 'compose.yaml',
  flawed: 'services:\n  web:\n    image: nginx\n',
  malformed: 'services: [\n',
  longLine: `name: ${'x'.repeat(2_000_000)}`,
  deep: '{a: '.repeat(3_000),
});

describe('DCLint on a hostile target', () => {
  const flawed = 'services:\n  web:\n    image: nginx\n';

  it('runs no configuration of the target', async () => {
    const run = await runOn(profile, dclintTools, (canary) => ({
      'compose.yaml': flawed,
      '.dclintrc.cjs': [
        `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '');`,
        'module.exports = { rules: {} };',
      ].join('\n'),
      '.dclintrc': '{"rules":{"service-image-require-explicit-tag":0}}',
    }));
    expect(run.canaryDied).toBe(false);
    expect(run.found).toEqual(['compose.yaml:3 service-image-require-explicit-tag']);
  });

  it.each([
    `# dclint disable-file\n${flawed}`,
    `# dclint disable\n${flawed}`,
    `# dclint disable service-image-require-explicit-tag\n${flawed}`,
    `\n${flawed.replace('nginx', 'nginx # dclint disable-line')}`,
  ])('hides nothing behind a directive: %j', async (text) => {
    expect((await runOn(profile, dclintTools, { 'compose.yaml': text })).found).toEqual([
      'compose.yaml:4 service-image-require-explicit-tag',
    ]);
  });

  it('is mild about a file that changes another one, whose tags the schema does not know', async () => {
    const severities = async (db: string) => {
      const run = await runOn(profile, dclintTools, { 'compose.yaml': `services:\n  db: ${db}\n` });
      return run.tool('compose-lint').findings.map(({ rule, severity }) => `${rule} ${severity}`);
    };
    expect(await severities('!reset null')).toEqual(['invalid-schema low']);
    expect(await severities('!override\n    image: 1')).toEqual(['invalid-schema low']);
    for (const db of ['null', 'null # was: !reset null'])
      expect(await severities(db)).toEqual([expect.stringMatching(/^invalid-schema (?!low)/)]);
  });

  it('looks at no workflow whose name is that of a composition', async () => {
    const text = 'name: compose\non: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n';
    expect((await runOn(profile, dclintTools, { '.github/workflows/compose.yml': text })).found).toEqual([]);
  });

  it('asks for no version of an image that the project builds', async () => {
    const text = 'services:\n  web:\n    build: .\n    image: shop\n  db:\n    image: redis\n';
    const { found } = await runOn(profile, dclintTools, { 'compose.yaml': text });
    expect(found.filter((each) => each.includes('explicit-tag'))).toEqual([
      'compose.yaml:6 service-image-require-explicit-tag',
    ]);
  });

  it.each([
    ['profiles: [a]', 'profiles: [b]', 0],
    ['profiles: [a, b]', 'profiles: [b]', 1],
    ['profiles: [a]', 'restart: always', 1],
  ])('tells of one port or name twice where both services may run: %s, %s', async (one, other, count) => {
    const service = (name: string, more: string) =>
      `  ${name}:\n    image: redis:7\n    ports: ["80:80"]\n    container_name: one\n    ${more}\n`;
    const text = `services:\n${service('web', one)}${service('app', other)}`;
    const { found } = await runOn(profile, dclintTools, { 'compose.yaml': text });
    expect(found.filter((each) => each.includes('exported-ports'))).toHaveLength(count);
    expect(found.filter((each) => each.includes('duplicate-container-names'))).toHaveLength(count);
  });

  it.each([
    ['a list of tasks', '- name: Install the plugin\n  package:\n    name: docker-compose-plugin\n'],
    ['settings of a role', 'docker_compose_version: v2.30.0\ndocker_users: []\n'],
  ])('takes %s for no Compose file', async (_, text) => {
    expect((await runOn(profile, dclintTools, { 'tasks/docker-compose.yml': text })).found).toEqual([]);
  });

  it.each(['services:\n  web: nginx\n', 'web:\n  image: nginx:1\n'])(
    'tells of a Compose file that Docker refuses: %j',
    async (text) => {
      const { found } = await runOn(profile, dclintTools, { 'docker-compose.yml': text });
      expect(found.some((each) => each.endsWith(' invalid-schema'))).toBe(true);
    },
  );

  it('does not expand nested aliases', async () => {
    const levels = [
      'x-a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((name, level) => `x-${name}: &${name} [${`*${'abcdefg'[level]},`.repeat(8)}]`),
    ];
    const run = await runOn(profile, dclintTools, { 'a/compose.yaml': levels.join('\n'), 'b/compose.yaml': flawed });
    expect(run.unreadable).toEqual(['a/compose.yaml']);
    expect(run.found).toEqual(['b/compose.yaml:3 service-image-require-explicit-tag']);
  });
});
