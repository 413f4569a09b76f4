import type { Problem } from '../../kit/per-file';
import { flagOf } from '../syntax/parse-dockerfile';
import { type Stage, lineage } from '../stages';
import { type Judge, allInvoked, operands, problem } from './problem';

const ROOT = /^(?:root|0)(?::.*)?$/;
/** Programs that drop root rights when the container starts. */
const DROPS =
  /\b(?:gosu|su-exec|setpriv|s6-overlay|s6-setuidgid|runuser|tini-su|dumb-init-su|chpst|supervisord?|PUID)\b/;

/** Servers whose worker processes run as their own user. */
const SERVERS_PARTS = [
  String.raw`apache2(?:ctl|-foreground)?|httpd(?:-foreground)?|php-fpm[\d.]*|nginx|haproxy|sshd|crond?`,
  String.raw`supervisord|init|s6-svscan|runsvdir`,
];
const SERVERS = new RegExp(String.raw`\b(?:${SERVERS_PARTS.join('|')})\b`);
const DROPPING_BASE_PARTS = [String.raw`nginx|httpd|postgres|mysql|mariadb|mongo|redis|rabbitmq|memcached|haproxy`];
const DROPPING_BASE = new RegExp(
  String.raw`^(?:docker\.io/)?(?:library/)?(?:${DROPPING_BASE_PARTS.join('|')})(?::|@|$)`,
);

const OTHER_USER = /nonroot|rootless|unprivileged|windows|nanoserver|servercore/;
const HARDENED = /^(?:cgr\.dev|registry\.access\.redhat\.com\/ubi\d+\/(?!ubi))/;

/** The last USER of the image, as far as the file shows. */
const lastUser = (stage: Stage) => stage.instructions.findLast(({ name, isOnBuild }) => name === 'USER' && !isOnBuild);

export const endsAsRoot: Judge = ({ stages, file }) => {
  const stage = stages.at(-1);
  const user = stage && lastUser(stage);
  if (!user || !ROOT.test(user.code.text)) return [];
  if (file.instructions.some(({ code }) => DROPS.test(code.text))) return [];
  return [problem('ends-as-root', user.line, 'The program of the container runs as root')];
};

export const noUser: Judge = ({ stages, file }) => {
  const stage = stages.at(-1);
  if (!stage || !stage.instructions.some(({ name }) => name === 'CMD' || name === 'ENTRYPOINT')) return [];
  if ([...lineage(stage)].some((each) => lastUser(each) !== undefined)) return [];
  const base = [...lineage(stage)].at(-1)!.base;
  const start = stage.instructions.findLast(({ name }) => name === 'CMD' || name === 'ENTRYPOINT')!;
  if (SERVERS.test(start.code.text) || DROPPING_BASE.test(base)) return [];
  if (OTHER_USER.test(base) || HARDENED.test(base)) return [];
  if (file.instructions.some(({ code }) => DROPS.test(code.text))) return [];
  return [
    problem(
      'no-user',
      start.line,
      'No USER: the program of the container runs as root, unless the base image says otherwise',
    ),
  ];
};

const FOR_ALL = /^(?:0?[0-7]?[0-7][0-7][2367]|(?:[ugo]*[ao][ugo]*|)\+[rx]*w[rwx]*|a=rwx?|o=r?wx?)$/;

/** Whether a file mode has no right to execute. */
const isForData = (mode: string): boolean => /^0?[0-7]?[0246]{3}$/.test(mode);

const writable = (mode: string, line: number, message: string): Problem => ({
  ...problem('writable-for-everybody', line, message),
  ...(isForData(mode) && { severity: 'low' }),
});

export const worldWritable: Judge = (model) => [
  ...allInvoked(model).flatMap(({ name, args, command }) => {
    if (name !== 'chmod') return [];
    const [mode = '', ...paths] = operands(args);
    // With the sticky bit, users cannot remove each other's files.
    const isSticky = /^0?[1357][0-7]{3}$/.test(mode) || paths.every((path) => /^\/tmp\/?$|^\/var\/tmp\/?$/.test(path));
    return FOR_ALL.test(mode) && mode !== '+w' && !isSticky && paths.length > 0
      ? [writable(mode, command.line, `chmod ${mode}: every user of the container can change ${paths[0]!}`)]
      : [];
  }),
  ...model.file.instructions.flatMap((each) => {
    const mode = each.name === 'COPY' || each.name === 'ADD' ? (flagOf(each, 'chmod') ?? '') : '';
    return /^0?[0-7]?[0-7][0-7][2367]$/.test(mode) && !/^0?[1357][0-7]{3}$/.test(mode)
      ? [writable(mode, each.line, `--chmod=${mode}: every user of the container can change what is copied`)]
      : [];
  }),
];

export const setUserBit: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command }) => {
    if (name !== 'chmod') return [];
    const [mode = '', path = ''] = operands(args);
    return /^0?[4567][0-7]{3}$|^u?\+[rx]*s/.test(mode) && !/^\/(?:tmp|var\/tmp)/.test(path) && !/^0?2/.test(mode)
      ? [
          problem(
            'runs-with-rights-of-owner',
            command.line,
            `chmod ${mode}: whoever starts ${path} has the rights of its owner`,
          ),
        ]
      : [];
  });

export const sudoWithoutPassword: Judge = (model) =>
  allInvoked(model).flatMap(({ name, args, command }) =>
    /^(?:echo|printf|sed|tee)$/.test(name) && args.some((arg) => /NOPASSWD:\s*ALL/i.test(arg))
      ? [
          problem(
            'sudo-without-password',
            command.line,
            'A user may do everything as root without a password: USER protects nothing',
          ),
        ]
      : [],
  );
