import { type Judge, type Invoked, allInvoked, hasOption, operands, problem } from './problem';

/** Arguments that are no package names: paths, addresses, variables, shell patterns. */
const NO_NAME = /[$`*\\/]|^[.~]|:\/\/|\.(?:deb|rpm|apk|whl|gem|tgz|tar\.gz|txt|git)$/;

/** `.build` names a group of apk, and `@group` one of dnf. */
const NAME = /^\w\S*$/;

const SYSTEM: Readonly<Record<string, { readonly verb: RegExp; readonly pinned: RegExp }>> = {
  'apt-get': { verb: /^install$/, pinned: /=/ },
  apt: { verb: /^install$/, pinned: /=/ },
  apk: { verb: /^add$/, pinned: /[=<>~]/ },
  yum: { verb: /^install$/, pinned: /-\d/ },
  dnf: { verb: /^install$/, pinned: /-\d/ },
  microdnf: { verb: /^install$/, pinned: /-\d/ },
  zypper: { verb: /^(?:install|in)$/, pinned: /[=<>]/ },
};
const OF_SYSTEM: ReadonlySet<string> = new Set([
  ...['-t', '--target-release', '-o', '--option', '-c', '--config-file'],
  ...['--virtual', '--repository', '-X', '--root', '-p', '--keys-dir', '--repositories-file'],
  ...['--setopt', '--enablerepo', '--disablerepo', '--installroot', '--releasever', '-r', '--repo', '-C'],
]);

export const unpinnedSystem: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command }) => {
    const manager = SYSTEM[name];
    const [verb = '', ...packages] = operands(args, OF_SYSTEM);
    if (manager === undefined || !manager.verb.test(verb)) return [];
    const free = packages.find((each) => NAME.test(each) && !NO_NAME.test(each) && !manager.pinned.test(each));
    return free === undefined
      ? []
      : [problem('unpinned-system-package', command.line, `${free} may be another version with the next build`)];
  });

const PIP = /^pip(?:\d(?:\.\d+)?)?$/;
const OF_PIP: ReadonlySet<string> = new Set([
  ...['-r', '--requirement', '-c', '--constraint', '-e', '--editable', '-t', '--target', '-i', '--index-url'],
  ...[
    '--extra-index-url',
    '-f',
    '--find-links',
    '--prefix',
    '--root',
    '--trusted-host',
    '--only-binary',
    '--no-binary',
  ],
  ...['--platform', '--python-version', '--progress-bar', '--cache-dir', '--timeout', '--retries', '--src', '--log'],
]);
const OF_NPM: ReadonlySet<string> = new Set(['--prefix', '--registry', '--cache', '--loglevel', '--omit', '--only']);
const OF_GEM: ReadonlySet<string> = new Set([
  ...['-v', '--version', '-i', '--install-dir', '-n', '--bindir', '-s', '--source', '--platform', '--conservative'],
]);

/** The first package that a command installs without a version. */
function unpinnedIn({ name, args }: Invoked): string | undefined {
  const isModule = /^python[\d.]*$/.test(name) && args[0] === '-m' && args[1] === 'pip';
  if (PIP.test(name) || isModule) {
    const [verb, ...packages] = operands(isModule ? args.slice(2) : args, OF_PIP);
    if (verb !== 'install' || hasOption(args, 'c', '--constraint', '--require-hashes')) return undefined;
    return packages.find((each) => !NO_NAME.test(each) && !/[=<>~!@]/.test(each));
  }
  const [verb = '', ...packages] = operands(args, name === 'gem' ? OF_GEM : OF_NPM);
  if (/^(?:npm|pnpm)$/.test(name) && /^(?:install|i|add)$/.test(verb))
    return packages.find((each) => !/^(?:[.~/]|\w+:)|[$`]|\.tgz$/.test(each) && !/.@(?!latest$)[^/]+$/.test(each));
  if (name === 'gem' && /^(?:install|i)$/.test(verb) && !hasOption(args, 'v', '--version', '--file'))
    return packages.find((each) => !NO_NAME.test(each) && !/:\d/.test(each));
  if (name === 'go' && verb === 'install')
    return packages.find(
      (each) => /^[\w.-]+\.\w+\//.test(each) && (!each.includes('@') || /@(?:latest|main|master)$/.test(each)),
    );
  return undefined;
}

export const unpinnedLanguage: Judge = (model) =>
  allInvoked(model).flatMap((each) => {
    const free = unpinnedIn(each);
    return free === undefined
      ? []
      : [problem('unpinned-language-package', each.command.line, `${free} may be another version with the next build`)];
  });
