import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { type YamlTree, at, entriesOf, textOf, valueOf } from '../kit/yaml-tree';
import { withoutLogin } from './open-programs';
import { misplacedData } from './postgres-data';
import { imageName, listOf, openPort } from './service';

const SOCKET = /^(?:\/var)?\/run\/(?:docker|podman\/podman|containerd\/containerd|crio\/crio)\.sock$/;
/** Folders that control the host by their files. */
const OF_SYSTEM = /^\/(?:etc|usr|bin|sbin|lib|boot|root|proc|sys|var\/lib\/docker|var\/run|run)?\/?$/;
const AS_GOOD_AS_ROOT = /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH|BPF)$/i;
const DATABASES: ReadonlySet<string> = new Set(
  (
    'postgres postgis pgvector mysql mariadb mongo redis valkey memcached elasticsearch opensearch cassandra couchdb ' +
    'influxdb neo4j clickhouse-server'
  ).split(' '),
);
const DATABASE_PORTS: ReadonlySet<string> = new Set(
  '5432 3306 27017 6379 11211 9200 9300 9042 5984 8086 7687 8123 9000'.split(' '),
);

/** Unneeded permissions of the services in one file. */
export const problemsIn = (tree: YamlTree): Problem[] =>
  entriesOf(tree, at(tree, tree.root, 'services')).flatMap(({ value }) =>
    value
      ? [
          ...allowed(tree, value),
          ...mounted(tree, value),
          ...published(tree, value),
          ...withoutLogin(tree, value),
          ...misplacedData(tree, value),
        ]
      : [],
  );

function allowed(tree: YamlTree, service: Node): Problem[] {
  const found: Problem[] = [];
  const add = (rule: string, node: Node | undefined, message: string) => {
    if (node) found.push({ rule, line: tree.lineOf(node), message });
  };
  const privileged = at(tree, service, 'privileged');
  if (valueOf(privileged) === true) add('privileged-service', privileged, 'The container is root on its host');
  for (const key of ['pid', 'ipc', 'userns_mode'])
    if (textOf(at(tree, service, key)) === 'host')
      add('processes-of-host', at(tree, service, key), `${key}: host gives up the separation from the host`);
  const network = at(tree, service, 'network_mode');
  if (textOf(network) === 'host') add('network-of-host', network, 'Every port of the container is one of the host');
  for (const item of listOf(tree, service, 'cap_add'))
    if (AS_GOOD_AS_ROOT.test(textOf(item) ?? ''))
      add('dangerous-capability', item, `${textOf(item)!} is as good as root on the host`);
  for (const item of listOf(tree, service, 'security_opt'))
    if (/^(?:seccomp|apparmor)[:=]unconfined$/.test(textOf(item) ?? ''))
      add('unconfined-service', item, `${textOf(item)!} turns a protection of the kernel off`);
  return found;
}

interface Mount {
  readonly source: string;
  readonly isReadOnly: boolean;
}

/** The mount of an item: `/a:/b:ro`, or a map. */
function mountOf(tree: YamlTree, item: Node): Mount {
  const text = textOf(item);
  if (text === undefined)
    return {
      source: textOf(at(tree, item, 'source')) ?? '',
      isReadOnly: valueOf(at(tree, item, 'read_only')) === true,
    };
  const [source = '', , options = ''] = text.split(':');
  return { source, isReadOnly: options.split(',').includes('ro') };
}

const mounted = (tree: YamlTree, service: Node): Problem[] =>
  listOf(tree, service, 'volumes').flatMap((item): Problem[] => {
    const { source, isReadOnly } = mountOf(tree, item);
    const line = tree.lineOf(item);
    // `ro` protects the socket's file, not the API behind it.
    if (SOCKET.test(source))
      return [{ rule: 'docker-socket', line, message: 'Whoever has the socket is root on the host' }];
    return OF_SYSTEM.test(source) && !isReadOnly
      ? [{ rule: 'root-of-host', line, message: `The container can change ${source} of the host` }]
      : [];
  });

function published(tree: YamlTree, service: Node): Problem[] {
  if (!DATABASES.has(imageName(tree, service))) return [];
  return listOf(tree, service, 'ports').flatMap((item): Problem[] => {
    const target = openPort(tree, item);
    if (target === undefined || !DATABASE_PORTS.has(target)) return [];
    const message = `Whoever reaches the host reaches the database at ${target}`;
    return [{ rule: 'database-for-everybody', line: tree.lineOf(item), message }];
  });
}
