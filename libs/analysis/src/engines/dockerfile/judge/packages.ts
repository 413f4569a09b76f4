import { remembered } from '../../kit/remembered';
import { type Stage, isCached, lineage } from '../stages';
import { pairsIn } from '../variables';
import { type Invoked, type Judge, allInvoked, hasOption, invokedBy, operands, problem, saying } from './problem';

const APT: ReadonlySet<string> = new Set(['apt-get', 'apt']);
const OF_OPTION: ReadonlySet<string> = new Set(['-o', '-c', '-t', '--option', '--target-release', '--config-file']);

/** The subcommand of apt: `install`, `update`. */
const verbOf = ({ args }: Invoked): string | undefined => operands(args, OF_OPTION)[0];
const isAptInstall = (each: Invoked): boolean => APT.has(each.name) && verbOf(each) === 'install';

/** Whether the environment or a file of apt's configuration sets this, as far as the Dockerfile shows. */
function configuring(pattern: RegExp): (stage: Stage) => boolean {
  const inRun = saying(pattern);
  return remembered((stage) =>
    [...lineage(stage)].some(
      ({ instructions, runs }) =>
        instructions.some(({ name, code }) => (name === 'ENV' || name === 'ARG') && pattern.test(code.text)) ||
        runs.some(inRun),
    ),
  );
}
const assumesYes = configuring(/APT::Get::Assume-Yes|assumeyes/i);
const leavesRecommends = configuring(/Install-Recommends/i);

/** Packages that each image for development containers has: of these, nothing is left to be asked about. */
const OF_DEV_CONTAINERS = new Set(
  (
    'apt-transport-https apt-utils ca-certificates curl dialog git gnupg gnupg2 htop iproute2 jq less lsb-release ' +
    'lsof man-db manpages nano ncdu net-tools openssh-client procps psmisc rsync strace sudo tree unzip vim-tiny ' +
    'wget zip'
  ).split(' '),
);
const DEV_CONTAINER = /^mcr\.microsoft\.com\/(?:vscode\/)?devcontainers\//;

/** Whether the image that a stage begins with has the packages already, so that nothing is installed. */
const isThereAlready = ({ stage, args }: Invoked): boolean =>
  [...lineage(stage)].some(({ base }) => DEV_CONTAINER.test(base)) &&
  operands(args, OF_OPTION).every((each) => each === 'install' || OF_DEV_CONTAINERS.has(each));

export const answers: Judge = (model) =>
  allInvoked(model)
    .filter((each) => isAptInstall(each) && !isThereAlready(each))
    .filter(
      ({ args, stage, command }) =>
        !hasOption(
          args,
          '[yq]',
          '--yes',
          '--assume-yes',
          '--quiet',
          '--force-yes',
          '--dry-run',
          '--print-uris',
          '--download-only',
        ) &&
        !args.includes('-s') &&
        !args.some((arg) => arg.startsWith('$')) &&
        !command.isFed &&
        !assumesYes(stage),
    )
    .map(({ command, name }) =>
      problem('install-asks', command.line, `${name} install asks a question that nobody answers: add -y`),
    );

export const rpmAnswers: Judge = (model) =>
  allInvoked(model)
    .filter(
      ({ name, args }) =>
        /^(?:yum|dnf|microdnf|zypper)$/.test(name) && operands(args).some((each) => /^(?:install|in)$/.test(each)),
    )
    .filter(
      ({ args, command, stage }) =>
        !hasOption(args, '[yn]', '--assumeyes', '--non-interactive', '--no-confirm') &&
        !command.isFed &&
        !assumesYes(stage),
    )
    .map(({ command, name }) =>
      problem('install-asks', command.line, `${name} install asks a question that nobody answers: add -y`),
    );

export const recommends: Judge = (model) =>
  allInvoked(model)
    .filter(isAptInstall)
    .filter(
      ({ args, stage }) =>
        stage.isLast && !args.some((arg) => /recommends/i.test(arg) || arg.startsWith('$')) && !leavesRecommends(stage),
    )
    .map(({ command }) => problem('recommended-packages', command.line, 'Recommended packages are installed, too'));

export const oldIndex: Judge = ({ stages }) =>
  stages.flatMap((stage) => {
    const installs = stage.runs.filter((run) => invokedBy(stage, run).some(isAptInstall));
    return stage.runs.flatMap((run) => {
      const own = invokedBy(stage, run);
      const update = own.find((each) => APT.has(each.name) && verbOf(each) === 'update');
      const isUsed = own.some(
        (each) => APT.has(each.name) && !['update', 'clean', 'autoclean'].includes(verbOf(each) ?? ''),
      );
      const later = installs.some(
        (each) =>
          each.instruction.line > run.instruction.line &&
          !invokedBy(stage, each).some((one) => APT.has(one.name) && verbOf(one) === 'update'),
      );
      return update && !isUsed && later && !isCached(run, '/var/lib/apt')
        ? [
            problem(
              'index-in-a-layer-of-its-own',
              update.command.line,
              'Later installs use an index that the build cache keeps for ever',
            ),
          ]
        : [];
    });
  });

/** Leftover files matter in the last image only. */
const shipped = (stage: Stage): boolean => stage.isLast || stage.name === undefined;

const fetchesIndex = saying(/\bapt(?:-get)?\s(?:.*\s)?update\b/);
const installs = saying(/\bapt(?:-get)?\s(?:.*\s)?install\b/);
const removesIndex = saying(/^(?:rm|find|sudo rm)\s.*\/var\/(?:lib|cache)|\bapt\S* dist-clean/);
const removesApkCache = saying(/^rm\s.*\/var\/cache|^apk cache clean/);
const removesPipCache = saying(/pip3? cache purge|^rm\s.*\.cache/);
const removesRpmCache = saying(/clean\s+all|^rm\s.*\/var\/cache/);

export const leftIndex: Judge = ({ stages }) =>
  stages
    .filter(({ isLast }) => isLast)
    .flatMap(({ runs }) => runs)
    .flatMap((run) => {
      if (!fetchesIndex(run) || !installs(run)) return [];
      const isGone = removesIndex(run) || isCached(run, '/var/lib/apt');
      return isGone
        ? []
        : [
            problem(
              'package-index-left',
              run.instruction.line,
              'The index of apt stays in the image: some 20 to 50 MB',
            ),
          ];
    });

export const apkCache: Judge = (model) =>
  allInvoked(model)
    .filter(
      ({ name, args, stage, run }) =>
        name === 'apk' &&
        args.includes('add') &&
        shipped(stage) &&
        !isCached(run, '/var/cache/apk') &&
        !isCached(run, '/etc/apk/cache'),
    )
    .filter(
      ({ args, run }) =>
        !args.some((arg) => arg.startsWith('--no-cache') || arg.startsWith('$')) && !removesApkCache(run),
    )
    .map(({ command }) =>
      problem('package-cache-left', command.line, 'The index of apk stays in the image: use --no-cache'),
    );

const PIP = /^pip(?:\d(?:\.\d+)?)?$/;

export const pipCache: Judge = (model) =>
  allInvoked(model)
    .filter(
      ({ name, args, stage }) =>
        stage.isLast &&
        (PIP.test(name) || (/^python[\d.]*$/.test(name) && args[0] === '-m' && args[1] === 'pip')) &&
        args.includes('install'),
    )
    .filter(
      ({ args, run, stage }) =>
        !args.some((arg) => arg.startsWith('--no-cache') || arg.startsWith('$')) &&
        run.mounted.length === 0 &&
        !removesPipCache(run) &&
        ![...lineage(stage)].some(({ instructions }) =>
          instructions.some(
            (each) => /^(?:ENV|ARG)$/.test(each.name) && pairsIn(each).some(({ key }) => key === 'PIP_NO_CACHE_DIR'),
          ),
        ) &&
        !/PIP_NO_CACHE_DIR/.test(run.instruction.code.text),
    )
    .map(({ command }) =>
      problem(
        'package-cache-left',
        command.line,
        'The cache of pip stays in the image: use --no-cache-dir or a cache mount',
      ),
    );

export const rpmCache: Judge = (model) =>
  allInvoked(model)
    .filter(
      ({ name, args, stage, run }) =>
        stage.isLast &&
        /^(?:yum|dnf)$/.test(name) &&
        args.includes('install') &&
        !removesRpmCache(run) &&
        run.mounted.length === 0,
    )
    .map(({ command, name }) =>
      problem(
        'package-cache-left',
        command.line,
        `The cache of ${name} stays in the image: end the instruction with ${name} clean all`,
      ),
    );

export const cleanedLater: Judge = (model) =>
  model.stages.flatMap((stage) =>
    stage.runs.flatMap((run) => {
      const own = invokedBy(stage, run);
      const isCleaning =
        own.length > 0 &&
        own.every(
          ({ name, args }) =>
            (name === 'rm' && operands(args).every((path) => /^\/var\/(?:lib\/apt|cache)/.test(path))) ||
            (/^(?:apt|apt-get|yum|dnf)$/.test(name) && args.includes('clean')),
        );
      return isCleaning && stage.isLast
        ? [
            problem(
              'cleaned-in-a-later-layer',
              run.instruction.line,
              'What an earlier instruction has written stays in its layer: the image becomes no smaller',
            ),
          ]
        : [];
    }),
  );

const TRUSTS_ALL = /^--(?:allow-unauthenticated|force-yes)$|Allow(?:Unauthenticated|InsecureRepositories)=(?:true|1)/i;

export const unsigned: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command }) => {
    const at = (message: string) => [problem('unsigned-packages', command.line, message)];
    if (APT.has(name) && args.some((arg) => TRUSTS_ALL.test(arg)))
      return at('Packages are installed whose signature nobody checks');
    if (
      /^(?:yum|dnf|zypper|rpm)$/.test(name) &&
      args.some((arg) => /^--(?:nogpgcheck|no-gpg-checks|nosignature)$/.test(arg))
    )
      return at('Packages are installed whose signature nobody checks');
    if (name === 'apk' && args.includes('--allow-untrusted'))
      return at('apk installs packages without a trusted signature');
    if (
      /^(?:echo|printf)$/.test(name) &&
      args.some((arg) => /\bdeb(?:-src)?\s+\[[^\]]*trusted=yes[^\]]*\]\s+(?!file:|copy:)/.test(arg))
    )
      return at('A repository of packages is trusted without a signature');
    return [];
  });
