import type { Node } from 'yaml';
import type { Problem } from '../kit/per-file';
import { type YamlTree, at, itemsOf, textOf } from '../kit/yaml-tree';
import { type Variable, environmentOf, imageName, listOf, openPort } from './service';

type Environment = ReadonlyMap<string, Variable>;

interface OpenProgram {
  readonly images: RegExp;
  readonly ports: readonly string[];
  readonly rule: string;
  readonly message: string;
  /** The setting by which nobody need log in. */
  readonly setting: (environment: Environment, arguments_: readonly Node[]) => Node | undefined;
}

const ON = /^(?:1|true|yes|on)$/i;

const turnedOn =
  (...names: readonly string[]) =>
  (environment: Environment): Node | undefined =>
    names.map((name) => environment.get(name)).find((each) => each !== undefined && ON.test(each.value))?.node;

/** Programs that let each visitor do everything, or nearly so, by one setting. */
const PROGRAMS: readonly OpenProgram[] = [
  {
    images: /^phpmyadmin$/,
    ports: ['80', '443'],
    rule: 'database-console-logged-in',
    message: 'phpMyAdmin logs whoever reaches the host in to the database',
    setting: (environment) => (environment.has('PMA_USER') ? environment.get('PMA_PASSWORD')?.node : undefined),
  },
  {
    images: /^traefik$/,
    ports: ['8080'],
    rule: 'console-without-login',
    message: 'Traefik shows its dashboard and API, with all settings, to whoever reaches the host',
    setting: (environment, words) =>
      words.find((word) => /(?:^|\s)--api\.insecure(?:=true)?(?=\s|$)/.test(textOf(word) ?? '')) ??
      turnedOn('TRAEFIK_API_INSECURE')(environment),
  },
  {
    images: /^grafana(?:-oss|-enterprise)?$/,
    ports: ['3000'],
    rule: 'console-without-login',
    message: 'Whoever reaches the host may change everything in Grafana',
    setting: (environment) =>
      /^(?:Admin|Editor)$/.test(environment.get('GF_AUTH_ANONYMOUS_ORG_ROLE')?.value ?? '')
        ? turnedOn('GF_AUTH_ANONYMOUS_ENABLED')(environment)
        : undefined,
  },
  {
    images: /^(?:postgres|postgis|pgvector)$/,
    ports: ['5432'],
    rule: 'database-without-password',
    message: 'Whoever reaches the host has the whole database: it asks for no password',
    setting: (environment) => {
      const method = environment.get('POSTGRES_HOST_AUTH_METHOD');
      return method?.value === 'trust' ? method.node : undefined;
    },
  },
  {
    images: /^(?:mysql|mariadb|percona)$/,
    ports: ['3306'],
    rule: 'database-without-password',
    message: 'Whoever reaches the host has the whole database: root has no password',
    setting: (environment) =>
      ['MYSQL_ROOT_PASSWORD', 'MARIADB_ROOT_PASSWORD'].some((name) => environment.get(name)?.value)
        ? undefined
        : turnedOn('MYSQL_ALLOW_EMPTY_PASSWORD', 'MARIADB_ALLOW_EMPTY_ROOT_PASSWORD')(environment),
  },
];

/** Programs without a login whose port is open on every interface of the host. */
export function withoutLogin(tree: YamlTree, service: Node): Problem[] {
  const program = PROGRAMS.find(({ images }) => images.test(imageName(tree, service)));
  if (program === undefined) return [];
  const command = at(tree, service, 'command');
  const words = command !== undefined && textOf(command) !== undefined ? [command] : itemsOf(tree, command);
  const setting = program.setting(environmentOf(tree, service), words);
  const isOpen = listOf(tree, service, 'ports').some((item) =>
    program.ports.includes(openPort(tree, item, { byName: true }) ?? ''),
  );
  if (setting === undefined || !isOpen) return [];
  return [{ rule: program.rule, line: tree.lineOf(setting), message: program.message }];
}
