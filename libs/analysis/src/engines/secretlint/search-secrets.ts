import { extname } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { SecretLintCoreConfig, SecretLintCoreResultMessage } from '@secretlint/types';
import type { SecretFormat } from '../../catalogue/secret-formats';
import type { HiddenRange } from '../engine';
import type { JudgedText, Problem } from '../kit/per-file';
import { assignmentsIn } from './assignments/scan';
import { isMadeUpPath } from './assignments/made-up';
import type { WhyForTrials } from './certificates';
import { type Surroundings, judge } from './assignments/judge';
import { writingOf } from './assignments/languages';
import { writtenIn } from './assignments/written';
import {
  type Beside,
  isBesideItsPattern,
  isNamedMadeUp,
  isSampleOutput,
  isToFillIn,
  triedKeysIn,
  worthOfAwsKeyId,
  worthOfGoogleKey,
  worthOfJsonWebToken,
  worthOfSetUp,
  worthOfSignedAddress,
} from './contexts';
import { isContradicted } from './formats/checksums';
import { FormatSearch, NamedFormats } from './formats/format-search';
import { type FoundSecret, Positions, RANK, linesOfRange, withoutOverlaps } from './found-secret';
import { isFilledIn, isInWords, isPlaceholder, isStandInToken, worthOfConnection } from './placeholders';
import { type FoundKey, keyValue, privateKeysIn, traceOf } from './private-keys';
import { credentialUrlsIn } from './credential-urls';
import { withPlainKeys } from './written-keys';

/**
 * The rule of the preset that obeys `secretlint-disable` comments of the analysed file. Without it, they have no
 * effect.
 */
const COMMENT_FILTER = '@secretlint/secretlint-rule-filter-comments';

const OF_URL = /^(?:BasicAuth|(?:MongoDB|MySQL|PostgreSQL)Connection)$/;
const OF_ADDRESS = /^(?:BasicAuth|Npmrc_authToken|(?:MongoDB|MySQL|PostgreSQL)Connection)$/;
/** A connection string is no longer. */
const CONTEXT = 300;

/** Files of these roles hold what people made up to try something. */
const TRIAL = new Set(['test', 'example', 'documentation']);
/** Files that a program wrote have no assignments that a person made, and are long. */
const NOT_WRITTEN = new Set(['minified', 'generated', 'environment', 'vendored', 'build-output', 'lockfile']);
const TRIAL_PATH = new RegExp(
  String.raw`(?:^|[/._-])(?:tests?|specs?|e2e|fixtures?|mocks?|examples?|samples?|demos?|docs?|testdata|testing)` +
    String.raw`(?:[/._-]|$)|Tests?\.[a-z]+$`,
  'i',
);

/** The line of a range, as far as a connection string may reach. */
function around(text: string, [from, to]: readonly [number, number]): string {
  const begin = Math.max(text.lastIndexOf('\n', from) + 1, from - CONTEXT);
  const end = text.indexOf('\n', to);
  return text.slice(begin, Math.min(end === -1 ? text.length : end, to + CONTEXT));
}

export type SecretSearch = (
  input: Pick<JudgedText, 'file' | 'text'> & {
    readonly beside?: Beside;
  },
) => Promise<readonly FoundSecret[]>;

/** Searches texts for whatever is a secret: by secretlint, by formats, and by what has a value. */
export async function secretSearch(formats: readonly SecretFormat[]): Promise<SecretSearch> {
  withoutProfile();
  const { lintSource } = await import('@secretlint/core');
  const preset = await import('@secretlint/secretlint-rule-preset-recommend');
  // The rules are given one by one instead of the preset, because only then can one be left out.
  const rules = preset.rules
    .filter(({ meta }) => meta.id !== COMMENT_FILTER)
    .map((rule) => ({ id: rule.meta.id, rule, options: {} }));
  const config: SecretLintCoreConfig = { rules };
  const byFormat = new FormatSearch(formats);
  const byName = new NamedFormats(formats);

  return async ({ file, text, beside }) => {
    const { messages } = await lintSource({
      source: { filePath: file.staged, content: withPlainKeys(text), ext: extname(file.staged), contentType: 'text' },
      options: { config, noPhysicFilePath: true, maskSecrets: true },
    });
    const positions = new Positions(text);
    const isTrial = (file.role !== undefined && TRIAL.has(file.role)) || TRIAL_PATH.test(file.path);
    const keys = privateKeysIn(text);
    const whyTried = triedKeysIn(file.path, text, keys.length, beside);
    const found: FoundSecret[] = [
      ...messages
        .filter(({ messageId, range }) => !(OF_URL.test(messageId) && isPlaceholder(around(text, range))))
        .filter((message) => !isStandInToken(tokenOf(message, text)))
        .map((message) => ofPreset(message, file.path, text, whyTried)),
      ...ofFormats(file.path, text, byFormat, positions),
      ...ofKeys(keys, whyTried, positions),
      ...credentialUrlsIn(text).map(({ start, end, value, worth }) => ({
        problem: {
          rule: 'url-credentials',
          ...positions.of(start),
          message: 'Found a password in an address',
          severity: isMadeUpPath(file.path) ? ('info' as const) : worth,
        },
        value,
        start,
        end,
        rank: RANK.address,
      })),
    ];
    if (file.role === undefined || !NOT_WRITTEN.has(file.role)) {
      const surroundings = { path: file.path, writing: writingOf(file.path), text, isTrial };
      found.push(...ofAssignments(surroundings, byName, positions));
    }
    const told = withoutIdsOfTold(found);
    const asOfPlace = isTrial ? asTrial : isToFillIn(file.path, text) ? asSample : (each: FoundSecret) => each;
    return withoutOverlaps(told.map(asOfPlace)).map((secret) => ({
      ...secret,
      problem: { ...secret.problem, hidden: firstLines(text, positions, secret) },
    }));
  };
}

/** The end of a key of AWS, behind the range of its message: that is as long as the key, but begins at its name. */
const REST = /[\w+/=]{0,60}/y;

function tokenOf({ messageId, range: [start, end] }: SecretLintCoreResultMessage, text: string): string {
  if (!KEY_OF_AWS.test(messageId)) return text.slice(start, end);
  REST.lastIndex = end;
  return text.slice(start, end) + (REST.exec(text)?.[0] ?? '');
}

const ID_OF_AWS = /^(?:aws-access-key-id|AWSAccessKeyID)$/;
const KEY_OF_AWS = /^(?:AWSSecretAccessKey|aws-secret-access-key)$/;
/** How many lines further the two halves of one credential stand. */
const BESIDE = 3;

/** The id of a key of AWS and the secret key beside it are one credential, which the secret key says. */
function withoutIdsOfTold(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const keys = found.flatMap(({ problem: { rule, line } }) => (KEY_OF_AWS.test(rule) ? (line ?? []) : []));
  if (keys.length === 0) return found;
  return found.filter(
    ({ problem: { rule, line = 0 } }) => !ID_OF_AWS.test(rule) || !keys.some((key) => Math.abs(key - line) <= BESIDE),
  );
}

/** Keys and tokens of a form may be real in a test, too. All else is made up there. */
function asTrial(secret: FoundSecret): FoundSecret {
  const { problem, rank } = secret;
  if (rank === RANK.verified || problem.severity === 'low') return secret;
  const severity = rank <= RANK.address ? 'info' : OFTEN_MADE_UP.test(problem.rule) ? 'low' : 'medium';
  return { ...secret, problem: { ...problem, severity } };
}

/** A token among values that have to be filled in. A key is one wherever it stands. */
function asSample(secret: FoundSecret): FoundSecret {
  const { rule, severity } = secret.problem;
  const isToken = secret.rank !== RANK.verified && rule !== 'PrivateKey' && severity !== 'info';
  return isToken ? { ...secret, problem: { ...secret.problem, severity: 'low' } } : secret;
}

const OFTEN_MADE_UP = /^(?:PrivateKey|jwt|google-api-key|IncomingWebhook|.*(?:test|webhook).*)$/;

/** More lines of a key are not shown beside its beginning. */
const MOST_HIDDEN = 8;

function firstLines(text: string, positions: Positions, { start, end }: FoundSecret): HiddenRange[] {
  const ranges: HiddenRange[] = [];
  for (const range of linesOfRange(text, positions, start, end)) {
    if (ranges.length === MOST_HIDDEN) break;
    ranges.push(range);
  }
  return ranges;
}

/** Undefined: as the rule says. */
function worthOfFormat({ id }: SecretFormat, path: string, text: string, start: number, end: number) {
  if (isNamedMadeUp(text, start)) return 'low';
  if (isSampleOutput(path, text, start) || isBesideItsPattern(text, start, end)) return 'info';
  if (id === 'aws-access-key-id' || id === 'aws-temporary-key-id') return worthOfAwsKeyId(text);
  if (id === 'azure-shared-access-signature') return worthOfSignedAddress(text, start);
  if (id === 'google-api-key') return worthOfGoogleKey(path, text, start, end);
  return id === 'jwt' ? worthOfJsonWebToken(path, text.slice(start, end)) : undefined;
}

function ofFormats(path: string, text: string, search: FormatSearch, positions: Positions): FoundSecret[] {
  const found = search.search(text).filter(({ value }) => !isFilledIn(value));
  return found.map(({ format, start, end, value }) => {
    const ofSetUp = worthOfSetUp(format.id.split('-', 1)[0]!, path, text, start);
    return {
      problem: {
        rule: format.id,
        ...positions.of(start),
        message: `Found ${format.name}`,
        severity: worthOfFormat(format, path, text, start, end) ?? ofSetUp,
      },
      value,
      isSetUp: ofSetUp !== undefined,
      start,
      end,
      rank: format.checksum === undefined ? RANK.format : RANK.verified,
    };
  });
}

/** The end of a message about a key that guards nothing, with the reason. */
const forTestsOnly = (why: string | undefined): string => (why === undefined ? '' : `, likely for tests only: ${why}`);

const ofKeys = (keys: readonly FoundKey[], whyTried: WhyForTrials, positions: Positions): FoundSecret[] =>
  keys.map(({ start, end, value, trace, isEncrypted }) => {
    const why = whyTried(start, end);
    const message = isEncrypted ? 'Found private key, encrypted with a passphrase' : 'Found private key';
    return {
      problem: {
        rule: 'PrivateKey',
        ...positions.of(start),
        endLine: positions.of(end).line,
        message: message + forTestsOnly(why),
        severity: why !== undefined ? 'low' : isEncrypted ? 'medium' : undefined,
      },
      value,
      trace,
      start,
      end,
      rank: RANK.format,
    };
  });

function ofAssignments(surroundings: Surroundings, byName: NamedFormats, positions: Positions): FoundSecret[] {
  const { path, text, writing } = surroundings;
  return [...assignmentsIn(text, writing), ...writtenIn(text)].flatMap((assignment): FoundSecret[] => {
    const { name, value, start, end } = assignment;
    const place = { ...positions.of(start), endLine: positions.of(end).line };
    const format = byName.formatOf(name.toLowerCase().replace(/[^a-z\d]/g, ''), value, `${path}\n${text}`);
    if (format)
      return [
        {
          problem: { rule: format.id, ...place, message: `Found ${format.name}` },
          value,
          start,
          end,
          rank: RANK.format,
        },
      ];
    const judged = judge(assignment, surroundings);
    if (!judged) return [];
    const what = judged.rule === 'assigned-password' ? 'a password' : 'a secret';
    const message = `Found ${what}: the value of ${name.slice(0, 60)} is written down`;
    return [
      {
        problem: { rule: judged.rule, severity: judged.severity, ...place, message },
        value,
        start,
        end,
        rank: RANK.assignment,
      },
    ];
  });
}

/**
 * Switches off the performance marks of secretlint. It sets about 80 marks per file, and each searches all earlier
 * marks. An image with 24,754 text files took more than 300 s, and takes 25 s without marks. Nobody reads the marks,
 * and no other code in this process sets any.
 */
const withoutProfile = () => Object.defineProperty(performance, 'mark', { value: () => undefined, configurable: true });

function ofPreset(
  message: SecretLintCoreResultMessage,
  path: string,
  text: string,
  whyTried: WhyForTrials,
): FoundSecret {
  const [start, end] = message.range;
  const written = text.slice(start, end);
  const rank = OF_ADDRESS.test(message.messageId) ? RANK.address : RANK.preset;
  if (OF_URL.test(message.messageId)) {
    const severity = isMadeUpPath(path) ? 'info' : worthOfConnection(around(text, message.range));
    return { problem: { ...problemOf(message, written), severity }, value: written, start, end, rank };
  }
  if (message.messageId !== 'PrivateKey') {
    const problem = problemOf(message, written);
    const isTried = isBesideItsPattern(text, start, end);
    const isMadeUp = isNamedMadeUp(text, start) || isInWords(written);
    const worth = { ...((isTried || isMadeUp) && { severity: isTried ? ('info' as const) : ('low' as const) }) };
    return { problem: { ...problem, ...worth }, value: written, start, end, rank };
  }
  const key = written.replace(/-----[^-]*-----/g, '');
  const why = whyTried(start, end);
  const problem = problemOf(message, '');
  return {
    problem: {
      ...problem,
      message: problem.message + forTestsOnly(why),
      severity: why === undefined ? undefined : 'low',
    },
    value: keyValue(key),
    trace: traceOf(key),
    start,
    end,
    rank,
  };
}

/**
 * The message up to the secret. Secretlint masks the secret with as many stars as it has characters, which reveals its
 * length. A token whose checksum is wrong was never issued.
 */
function problemOf({ messageId, message, loc }: SecretLintCoreResultMessage, value: string): Problem {
  const name = message
    .split(/[:(]/, 1)[0]!
    .trim()
    .replace(/^found\b/, 'Found');
  return {
    rule: messageId,
    line: loc.start.line,
    column: loc.start.column + 1,
    endLine: loc.end.line,
    message: isContradicted(value) ? `${name} whose checksum is wrong` : name,
    ...(isContradicted(value) && { severity: 'low' as const }),
  };
}
