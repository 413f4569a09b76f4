import { type Stage, lineage } from '../stages';
import { type Instruction, flagOf, jsonForm } from '../syntax/parse-dockerfile';
import { pairsIn } from '../variables';
import { type Judge, allInvoked, hasOption, invokedBy, operands, problem, saying } from './problem';

/** apt itself is made for interactive use: its output and options may change. */
export const aptInScript: Judge = (model) =>
  allInvoked(model)
    .filter(
      ({ name, args }) => name === 'apt' && /^(?:install|update|upgrade|full-upgrade|remove)$/.test(args[0] ?? ''),
    )
    .map(({ command }) => problem('apt-in-script', command.line, 'apt is for people: use apt-get in scripts'));

const UPGRADES: Readonly<Record<string, RegExp>> = {
  apk: /^upgrade$/,
  yum: /^(?:upgrade|update|distro-sync)$/,
  dnf: /^(?:upgrade|update|distro-sync)$/,
  microdnf: /^(?:upgrade|update)$/,
  zypper: /^(?:dist-upgrade|dup|update|up)$/,
  apt: /^(?:full-upgrade|dist-upgrade|upgrade)$/,
};

export const upgrades: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command }) => {
    const [verb = '', ...packages] = operands(args);
    return UPGRADES[name]?.test(verb) && packages.length === 0
      ? [problem('upgrades-everything', command.line, `${name} ${verb} gives another image with each build`)]
      : [];
  });

/** Above this user number the login record, which has an entry for each number, becomes too large for an image. */
const HIGH_NUMBER = 100_000;

export const sparseRecord: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command }) => {
    if (name !== 'useradd' || hasOption(args, 'l', '--no-log-init')) return [];
    const at = args.findIndex((arg) => /^(?:-[a-zA-Z]*u|--uid)$/.test(arg));
    const number = Number(at < 0 ? args.find((arg) => arg.startsWith('--uid='))?.slice('--uid='.length) : args[at + 1]);
    return number >= HIGH_NUMBER
      ? [problem('sparse-login-record', command.line, `The record of logins grows to the user ${number}`)]
      : [];
  });

export const nestedOnBuild: Judge = ({ file }) =>
  file.instructions.flatMap(({ name, isOnBuild, line }) =>
    isOnBuild && /^(?:ONBUILD|FROM|MAINTAINER)$/.test(name)
      ? [problem('nested-onbuild', line, `ONBUILD cannot have ${name}`)]
      : [],
  );

export const shellLink: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command }) =>
    name === 'ln' && /^(?:\/usr)?\/bin\/sh$/.test(operands(args)[1] ?? '')
      ? [problem('shell-by-link', command.line, 'Scripts of packages need the /bin/sh that is there: use SHELL')]
      : [],
  );

const LABEL_NAME = /^[a-z](?:[a-z0-9]|[.-](?=[a-z0-9]))*$/;
const KEPT_FOR_DOCKER = /^(?:com\.docker|io\.docker|org\.dockerproject)\./;
const OF_OCI = 'org.opencontainers.image.';
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'source', 'documentation']);
const TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

export const labels: Judge = ({ file }) =>
  file.instructions.flatMap((each) =>
    each.name !== 'LABEL'
      ? []
      : pairsIn(each).flatMap(({ key, value, offset }) => {
          const at = each.code.lineAt(offset);
          if (KEPT_FOR_DOCKER.test(key)) return [problem('label-name', at, `${key} is a name that is kept for Docker`)];
          const wrong = key.startsWith(OF_OCI) ? wrongOf(key.slice(OF_OCI.length), value) : undefined;
          if (wrong !== undefined) return [problem('label-value', at, `${key} ${wrong}`)];
          // Keys with an underscore or a capital are common, and tools read them. Only keys that no tool reads are
          // reported.
          return LABEL_NAME.test(key.replaceAll('_', '-').toLowerCase())
            ? []
            : [problem('label-name', at, `${key} ends with a sign, or has two in a row`)];
        }),
  );

function wrongOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value.includes('$')) return undefined;
  if (value === '') return 'is empty';
  if (ADDRESSES.has(name) && !/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(value)) return 'is no address';
  return name === 'created' && !TIME.test(value) ? 'is no time of RFC 3339' : undefined;
}

export const fixedPlatform: Judge = ({ stages }) =>
  stages.flatMap(({ from }) => {
    const platform = flagOf(from, 'platform');
    return platform === undefined || platform.includes('$')
      ? []
      : [problem('fixed-platform', from.line, `The image is for ${platform} only`)];
  });

export const unpinnedSources: Judge = ({ stages }) => {
  const names = new Set(stages.flatMap(({ name }) => name ?? []));
  return stages.flatMap(({ instructions }) =>
    instructions.flatMap((each) => {
      const from = each.name === 'COPY' ? flagOf(each, 'from') : undefined;
      // A name without a folder may be a build context that the build command names.
      if (from === undefined || !from.includes('/') || from.includes('$') || names.has(from.toLowerCase())) return [];
      const isPinned = from.includes('@') || /:(?!latest$)[^/]+$/.test(from);
      return isPinned ? [] : [problem('unpinned-copy-source', each.line, `${from} may be another image tomorrow`)];
    }),
  );
};

export const separateRuns: Judge = ({ stages }) =>
  stages.flatMap(({ instructions }) =>
    instructions.flatMap((each, at) => {
      const before = instructions[at - 1];
      return each.name === 'RUN' && before?.name === 'RUN' && each.flags.length === 0 && before.flags.length === 0
        ? [problem('runs-in-a-row', each.line, 'RUN follows RUN: each is a layer')]
        : [];
    }),
  );

export const noHealthCheck: Judge = ({ stages }) =>
  stages
    .filter(({ isLast }) => isLast)
    .flatMap((stage) => {
      const all = [...lineage(stage)].flatMap(({ instructions }) => instructions);
      const exposed = all.find(({ name }) => name === 'EXPOSE');
      return exposed === undefined || all.some(({ name }) => name === 'HEALTHCHECK')
        ? []
        : [problem('no-health-check', exposed.line, 'Nobody sees that the service has stopped to answer')];
    });

const destinationOf = (each: Instruction): string =>
  (jsonForm(each) ?? each.code.text.trim().split(/\s+/)).at(-1) ?? '';

export const unknownDestination: Judge = ({ stages }) =>
  stages.flatMap((stage) => {
    let isKnown = [...lineage(stage)].slice(1).some(hasFolder);
    return stage.instructions.flatMap((each) => {
      if (each.name === 'WORKDIR') isKnown = true;
      if (isKnown || each.isOnBuild || !/^(?:COPY|ADD)$/.test(each.name)) return [];
      const to = destinationOf(each);
      return /^["']?(?:\/|\\|\$|[A-Za-z]:)/.test(to) || to.startsWith('<<')
        ? []
        : [problem('copied-to-unknown-folder', each.line, `${to} is below a folder that the base image decides`)];
    });
  });

const hasFolder = ({ instructions }: Stage): boolean => instructions.some(({ name }) => name === 'WORKDIR');

const WITHOUT_USE = /^(?:free|kill|nano|ps|reboot|shutdown|ssh|top|vi|vim|htop|ifconfig)$/;

export const programsWithoutUse: Judge = (model) =>
  allInvoked(model)
    // In a pipe such as `ps | grep` in a test, the command may have a use.
    .filter(
      ({ name, args, command, run, stage }) =>
        WITHOUT_USE.test(name) &&
        !command.isNested &&
        command.then !== '|' &&
        !(name === 'ssh' && args.length > 0) &&
        !(name === 'kill' && invokedBy(stage, run).length > 1),
    )
    .map(({ command, name }) => problem('program-without-use', command.line, `${name} has no use in a build`));

export const changedFolder: Judge = (model) =>
  allInvoked(model)
    .filter(({ name, args, command, run }) => {
      const path = args[0] ?? '';
      return name === 'cd' && command.then === '&&' && command === run.commands[0] && /^\/[^$]*$/.test(path);
    })
    .map(({ command, args }) =>
      problem('cd-for-workdir', command.line, `WORKDIR ${args[0] ?? ''} says where the rest runs`),
    );

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

export const laterOwner: Judge = (model) => {
  const stage = model.stages.find(({ isLast }) => isLast);
  if (stage === undefined) return [];
  const firstAt = new Map<string, number>();
  for (const each of stage.instructions)
    if (/^(?:COPY|ADD)$/.test(each.name) && !each.isOnBuild) {
      const to = withoutSlash(destinationOf(each));
      firstAt.set(to, firstAt.get(to) ?? each.line);
    }
  return allInvoked({ ...model, stages: [stage] })
    .filter(({ name, args }) => name === 'chown' && hasOption(args, 'R', '--recursive'))
    .filter(({ args, run }) =>
      operands(args)
        .slice(1)
        .some((path) => path !== '' && (firstAt.get(withoutSlash(path)) ?? Infinity) < run.instruction.line),
    )
    .map(({ command }) =>
      problem('owner-changed-later', command.line, 'The files lie in two layers: use COPY --chown'),
    );
};

const cleansYarn = saying(/\byarn cache clean|^rm\s.*cache/i);
const cleansZypper = saying(/\bzypper\s(?:.*\s)?(?:clean|cc)\b|^rm\s.*cache/i);

export const leftCaches: Judge = (model) =>
  allInvoked(model)
    .filter(
      ({ name, args, stage, run }) =>
        stage.isLast &&
        run.mounted.length === 0 &&
        (name === 'yarn'
          ? /^(?:install|add|global)$/.test(args[0] ?? 'install') && !cleansYarn(run)
          : name === 'zypper' && operands(args).some((each) => /^(?:install|in)$/.test(each)) && !cleansZypper(run)),
    )
    .map(({ command, name }) =>
      problem('cache-of-yarn-or-zypper-left', command.line, `The cache of ${name} stays in the image`),
    );
