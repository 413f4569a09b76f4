import { type Command, type Fault, type Judge, invoked } from '../script';
import type { TreeNode } from '../../kit/parsers/tree-node';
import type { Word } from '../words';

const FETCHES = /^(?:curl|wget)$/;
const SHELLS = /^(?:ba|da|z|k|a)?sh$|^(?:python[\d.]*|perl|ruby|node|php)$/;
/** The machine itself, and names that only a network of one's own knows. */
const NEAR = new RegExp(
  String.raw`^https?://(?:localhost|127\.|\[::1\]|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|` +
    String.raw`[\w-]+(?::\d+)?(?:/|$)|[\w.-]+\.(?:local|localhost|internal|test|svc|lan)(?:[:/]|$))`,
  'i',
);

const addressIn = (args: readonly Word[]): string | undefined =>
  args.find(({ text }) => /^https?:\/\//i.test(text))?.text;

/** Commands that run a download as it comes. */
export const runAtOnce: Judge = (script) => {
  const fetchIn = (nodes: readonly TreeNode[]): Command | undefined =>
    nodes.map((node) => script.invokedAt(node)).find((command) => command && FETCHES.test(command.name));
  const piped = script.of('pipeline').flatMap((node): Fault[] => {
    const parts = node
      .children()
      .filter((part) => part.isNamed())
      .map(withoutRedirects);
    const last = script.invokedAt(parts.at(-1));
    const fetch = fetchIn(parts.slice(0, -1));
    return fetch && last && SHELLS.test(last.name) && !last.args.some(({ text }) => /^-[cmer]$/.test(text))
      ? faultsOf(fetch, last.name)
      : [];
  });
  const given = script.commands.map(invoked).flatMap(({ name, args }): Fault[] => {
    if (!SHELLS.test(name) && name !== 'eval' && name !== 'source' && name !== '.') return [];
    const inner = args.flatMap(({ node }) =>
      /^(?:process|command)_substitution$/.test(node.kind())
        ? [node]
        : node.kind() === 'string'
          ? node.children().filter((part) => part.kind() === 'command_substitution')
          : [],
    );
    const fetch = fetchIn(inner.flatMap((node) => node.children().map(withoutRedirects)));
    return fetch ? faultsOf(fetch, name) : [];
  });
  return [...piped, ...given];
};

const withoutRedirects = (node: TreeNode): TreeNode =>
  node.kind() === 'redirected_statement' ? (node.child(0) ?? node) : node;

function faultsOf({ node, name, args }: Command, into: string): Fault[] {
  const address = addressIn(args);
  if (address !== undefined && NEAR.test(address)) return [];
  return /^http:/i.test(address ?? '')
    ? [
        {
          rule: 'open-download-run',
          node,
          message: `Whoever is on the way of ${name} writes what ${into} runs: use https`,
        },
      ]
    : [
        {
          rule: 'download-run-at-once',
          node,
          message: `What ${name} fetches is run by ${into} without a check of what it is`,
        },
      ];
}

/** Options of curl whose value may stand in the same word. */
const HAS_K = /^-(?:[^-oHdXuAbceFmTwxyYzEKQrtUCDPk]*)k/;

function uncheckedBy({ name, args }: Command): string | undefined {
  if (name === 'curl' && args.some(({ text }) => text === '--insecure' || HAS_K.test(text))) return 'curl';
  if (name === 'wget' && args.some(({ text }) => text === '--no-check-certificate')) return 'wget';
  if (name === 'git' && args.some(({ text }) => /^http\.(?:\S+\.)?sslverify=(?:false|0)$/i.test(text))) return 'git';
  if (
    /^(?:npm|yarn|pnpm)$/.test(name) &&
    args.some(({ text }, at) => text === 'strict-ssl' && args[at + 1]?.text === 'false')
  )
    return name;
  return undefined;
}

const OFF_BY_VARIABLE: ReadonlyMap<string, RegExp> = new Map([
  ['NODE_TLS_REJECT_UNAUTHORIZED', /^0$/],
  ['PYTHONHTTPSVERIFY', /^0$/],
  ['GIT_SSL_NO_VERIFY', /^(?:1|true)$/i],
  ['NPM_CONFIG_STRICT_SSL', /^false$/i],
]);

/** A name that only a network of containers knows: no other has an underscore. */
const OF_CONTAINERS = /^https?:\/\/[^/]*_/;
const isNear = (address: string): boolean =>
  NEAR.test(address) || OF_CONTAINERS.test(address.replace(/\$\{[^}]*\}|\$\w+/g, ''));

/** Whether what comes is kept in a file, and not only looked at. */
const isKept = ({ name, args }: Command): boolean =>
  name === 'wget'
    ? !args.some(({ text }) => /^--spider$|^-\w*O-$|^-$/.test(text))
    : args.some(
        ({ text }, at) =>
          /^-[a-zA-Z]*[oO]$|^--(?:output|remote-name)$/.test(text) && args[at + 1]?.text !== '/dev/null',
      );

export const certificates: Judge = (script) => [
  ...script.commands.map(invoked).flatMap((command): Fault[] => {
    const program = uncheckedBy(command);
    const address = addressIn(command.args) ?? '';
    if (program === undefined || isNear(address)) return [];
    // A host that the caller of the script names is often one of their own, with a certificate of their own.
    const isOwn = !/^https?:\/\/[\w-]+\./i.test(address) && !isKept(command);
    const message = `${program} checks no certificate: anybody on the way can put something else in its place`;
    return [{ rule: 'certificate-not-checked', node: command.node, message, ...(isOwn && { severity: 'low' }) }];
  }),
  ...script.of('variable_assignment').flatMap((node): Fault[] => {
    const name = node.child(0)?.text() ?? '';
    const value =
      node
        .children()
        .at(-1)
        ?.text()
        .replace(/^["']|["']$/g, '') ?? '';
    return OFF_BY_VARIABLE.get(name)?.test(value)
      ? [{ rule: 'certificate-not-checked', node, message: `${name} turns the check of certificates off` }]
      : [];
  }),
];
