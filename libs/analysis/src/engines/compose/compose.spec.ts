import { ownComposeTools } from '../../catalogue/compose';
import { describeHostileFiles } from '../../../test/hostile-files';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';
import { parseYaml } from '../kit/yaml-tree';
import { problemsIn } from './judge-services';

const profile = profileOf('compose');

describeToolSamples(profile, ownComposeTools);

describeHostileFiles(profile, {
  tools: ownComposeTools,
  extension: 'compose.yaml',
  flawed: 'services:\n  web:\n    privileged: true\n',
  malformed: 'services: [\n',
  longLine: `name: ${'x'.repeat(2_000_000)}`,
  deep: '{a: '.repeat(3_000),
});

const found = (...lines: readonly string[]) =>
  parseYaml(['services:', '  db:', ...lines.map((line) => `    ${line}`)].join('\n'))
    .flatMap(problemsIn)
    .map(({ line, rule }) => `${line} ${rule}`);

describe('the rules for Compose files', () => {
  it.each([
    ['a port of the container alone', 'image: redis:7', 'ports: ["6379"]'],
    ['a port on the loopback', 'image: redis:7', 'ports: ["127.0.0.1:6379:6379"]'],
    ['another port of a database', 'image: influxdb:2', 'ports: ["8000:8000"]'],
    ['a port of a service that is none', 'image: example/redis-ui:1', 'ports: ["6379:6379"]'],
    ['a folder that is only read', 'volumes: ["/etc:/e:ro"]'],
    ['a table for a folder that is only read', 'volumes: [{ type: bind, source: /etc, target: /e, read_only: true }]'],
    ['a port that a variable decides', 'image: redis:7', 'ports: ["${PORT}:6379"]'],
    ['another folder below', 'volumes: ["/etc/app:/e"]'],
  ])('say nothing of %s', (_, ...lines) => expect(found(...lines)).toEqual([]));

  it.each([
    ['a table', 'image: redis:7', 'ports: [{ target: 6379, published: 6379 }]', '4 database-for-everybody'],
    ['every interface by name', 'image: redis:7', 'ports: ["0.0.0.0:6379:6379/tcp"]', '4 database-for-everybody'],
    ['a socket that is only read', 'x: 1', 'volumes: ["/run/docker.sock:/s:ro"]', '4 docker-socket'],
  ])('see %s', (_, first, second, expected) => expect(found(first, second)).toEqual([expected]));

  it('read no services where there is another document', () =>
    expect(parseYaml('services: 1').flatMap(problemsIn)).toEqual([]));
});
