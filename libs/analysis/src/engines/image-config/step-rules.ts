import type { RawFinding } from '../engine';
import { judgeScript } from '../kit/packages/install-scripts';
import type { BuildStep } from './build-steps';
import type { SecretSearch } from './secret-values';

/**
 * A rule for one command of a step. The expressions are matched separately, so that no text makes them slow.
 */
interface CommandRule {
  readonly rule: string;
  readonly says: string;
  readonly program: RegExp;
  readonly with: RegExp;
  /** The rule does not apply if the step also has this command. */
  readonly unless?: RegExp;
}

const INSTALLER = /\b(?:apt-get|apt|apk|yum|dnf|microdnf|zypper)\b/;
/** BuildKit keeps such a folder outside the image. */
const CACHE_MOUNT = '--mount=type=cache';

const COMMAND_RULES: readonly CommandRule[] = [
  // 1777 is the mode of /tmp: users who may write there cannot remove files of others.
  {
    rule: 'world-writable',
    says: 'lets everybody write to files',
    program: /\bchmod\b/,
    with: /\s(?:[0246]?[0-7]{2}[2367]|(?:a|o|ugo|go|uo)[+=]\w*w\w*)\s/,
  },
  {
    rule: 'verification-off',
    says: 'fetches something without checking who sends it',
    program: /\bcurl\b/,
    with: /\s(?:--insecure|-[a-zA-Z]*k[a-zA-Z]*)\s/,
  },
  {
    rule: 'verification-off',
    says: 'fetches something without checking who sends it',
    program: /\bwget\b/,
    with: /\s--no-check-certificate\s/,
  },
  {
    rule: 'verification-off',
    says: 'installs packages without checking who made them',
    program: INSTALLER,
    with: /\s--(?:allow-unauthenticated|force-yes|allow-untrusted|nogpgcheck|no-gpg-checks)\s/,
  },
  {
    rule: 'verification-off',
    says: 'turns off the checking of certificates',
    program: /\b(?:npm|yarn|pip3?|git)\b/,
    with: /\s--trusted-host\b|\sstrict-ssl[ =]false\b|\bsslVerify[ =]false\b/,
  },
  { rule: 'installs-sudo', says: 'installs sudo', program: INSTALLER, with: /\s(?:install|add)\s.*\ssudo\s/ },
  {
    rule: 'package-cache-kept',
    says: 'keeps what apt needs for installing alone',
    program: /\bapt(?:-get)?\b/,
    with: /\sinstall\s/,
    unless: new RegExp(`\\brm\\s.*/var/lib/apt|${CACHE_MOUNT}`),
  },
  {
    rule: 'package-cache-kept',
    says: 'keeps what apk needs for installing alone',
    program: /\bapk\b/,
    with: /\sadd\s/,
    unless: new RegExp(`--no-cache\\b|\\brm\\s.*/var/cache/apk|${CACHE_MOUNT}`),
  },
  {
    rule: 'package-cache-kept',
    says: 'keeps what yum or dnf needs for installing alone',
    program: /\b(?:yum|dnf|microdnf)\b/,
    with: /\sinstall\s/,
    unless: new RegExp(`\\bclean\\s+all\\b|\\brm\\s.*/var/cache/(?:yum|dnf)|${CACHE_MOUNT}`),
  },
];

/** The command contains a password, which must not be shown. */
const SETS_PASSWORD = /\bchpasswd\b|\bpasswd\s+--stdin\b|\b(?:useradd|usermod|adduser)\b.*\s(?:-p|--password)[ =]/;
const ALLOWS_SUDO = /\bNOPASSWD\s{0,9}:/;
const REMOTE = /(?:^|[\s["])https?:\/\//i;

/** Judges the steps of the build according to the history. */
export function stepFindings(steps: readonly BuildStep[], search: SecretSearch): RawFinding[] {
  return steps.flatMap((step) => {
    const found = step.instruction === 'RUN' ? runFindings(step) : step.instruction === 'ADD' ? addFindings(step) : [];
    return found.map(({ rule, says, code }) => ({
      rule,
      ...(code !== undefined && { excerpt: excerptOf(code, search) }),
      message: `Step ${step.number} of the build ${says}`,
    }));
  });
}

interface Found {
  readonly rule: string;
  readonly says: string;
  readonly code?: string;
}

function runFindings({ command }: BuildStep): Found[] {
  const commands = command.split(/[;&|\n]+/).map((text) => ` ${text.trim()} `);
  return [
    ...(judgeScript(command) === 'fetches-and-runs'
      ? [
          {
            rule: 'fetches-and-runs',
            says: 'fetches a program and runs it unseen',
            code: command.slice(Math.max(0, command.search(/\b(?:curl|wget|iwr|irm|node)\b/))),
          },
        ]
      : []),
    ...COMMAND_RULES.flatMap(({ rule, says, program, with: looks, unless }) => {
      const code = commands.find((text) => program.test(text) && looks.test(text));
      return code === undefined || commands.some((text) => unless?.test(text)) ? [] : [{ rule, says, code }];
    }),
    ...(commands.some((text) => SETS_PASSWORD.test(text))
      ? [{ rule: 'password-in-history', says: 'sets a password that can be read in it' }]
      : []),
    ...commands
      .filter((text) => ALLOWS_SUDO.test(text))
      .slice(0, 1)
      .map((code) => ({ rule: 'passwordless-sudo', says: 'lets an account become root without a password', code })),
  ];
}

/** With a checksum, the builder has already verified the file. */
const addFindings = ({ command }: BuildStep): Found[] =>
  REMOTE.test(command) && !command.includes('--checksum=')
    ? [{ rule: 'remote-add', says: 'adds a file from the network, whatever it is that day', code: `ADD ${command}` }]
    : [];

const READ = 2_000;
const SHOWN = 240;

function excerptOf(code: string, search: SecretSearch): string {
  const line = search.redact(code.slice(0, READ).replace(/\s+/g, ' ').trim());
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1)}…`;
}
