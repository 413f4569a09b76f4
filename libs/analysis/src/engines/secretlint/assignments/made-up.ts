import { MADE_UP_NAME, MADE_UP_PATH, MADE_UP_WORD, TESTS } from '../../../catalogue/secret-writing/made-up';
import type { Assignment } from './assignment';
import type { Writing } from './languages';
import { wordsOf } from './names';
import { textInBase64 } from '../../kit/base64-text';
import { indentOf } from '../../kit/indent';

// Where people write values that guard nothing: tests, demonstrations, machines of their own, continuous integration.

const isOfTrial = (word: string): boolean => MADE_UP_WORD.has(word) || TESTS.test(word);

/** `caddytest/a.key`, `docker/develop/compose.yml`, `.github/workflows/ci.yml`, `Vagrantfile`, `app.conf.sample` */
export const isMadeUpPath = (path: string): boolean =>
  MADE_UP_PATH.test(path) || wordsOf(path.replace(/devops/gi, '')).some(isOfTrial);

/** `DEMO_PASSWORD`, `testApiKey` */
export const isMadeUpName = (name: string): boolean =>
  wordsOf(name).some((word) => MADE_UP_NAME.has(word) || TESTS.test(word));

/** `dev-only-key`, `bookstack-test` */
const saysSo = (value: string): boolean => isMadeUpName(value) && !/[^\w.@ -]/.test(value);

/** `ZXhhbXBsZS1hcHAtc2VjcmV0`: words in base64, as values of Secrets are written. */
const saysSoInBase64 = (value: string): boolean => saysSo(textInBase64(value) ?? '');

const LINE = 200;
const lineBefore = (text: string, at: number): string =>
  text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - LINE), at);

/** As far back as the beginning of a comment is looked for. */
const LONGEST_COMMENT = 20_000;

/** Whether a comment of several lines, which begins on a line of its own, continues to here. */
function isInBlockComment(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_COMMENT), at);
  const begin = before.lastIndexOf('/*');
  return begin >= 0 && before.indexOf('*/', begin) === -1 && lineBefore(before, begin).trim() === '';
}

const COMMENT: Readonly<Record<Writing, RegExp>> = {
  code: /^\s*(?:\/\/|\/\*|\*|#(?!define\b|\[|!)|--\s|<!--)/,
  config: /^\s*(?:#|;|\/\/|<!--|rem\s)/i,
  data: /^\s*(?:\/\/|\/\*|#)/,
  markup: /^\s*(?:<!--|\/\/|\*)/,
  prose: /^$/,
};

/** A value that stands in a comment is not the one that is used. */
const isInComment = (text: string, at: number, writing: Writing): boolean =>
  writing !== 'prose' &&
  (COMMENT[writing].test(lineBefore(text, at)) || (writing === 'code' && isInBlockComment(text, at)));

/** `const … Example = "tool --password …"` in a program's help: what its user types. */
const isUsage = ({ by }: Assignment, writing: Writing): boolean => by === 'option' && writing === 'code';

/** A heading of the text that a program shows about itself, and the examples of a module of Ansible. */
const HEADING = /^\s*(?:USAGE|EXAMPLES?|SYNOPSIS):\s*$|^EXAMPLES\s?=\s?[rR]?(?:'''|""")\s*$/gm;
/** As far back as its heading is looked for. */
const LONGEST_HELP = 8_000;
/** The marks that end a text of several lines. */
const TEXT_END = /`|"""|'''/;

/** Whether it stands in such a text, as an example of what one gives to the program or gets from it. */
function isInHelp(text: string, at: number, writing: Writing): boolean {
  if (writing !== 'code') return false;
  const before = text.slice(Math.max(0, at - LONGEST_HELP), at);
  const last = [...before.matchAll(HEADING)].at(-1);
  return last !== undefined && !TEXT_END.test(before.slice(last.index + last[0].length));
}

/** As far back as the keys around a value are looked for. */
const MOST_LINES = 60;

/** Whether one of the keys or sections around a value says so: `test:` of a YAML file, `[development]`. */
function isInSection(text: string, at: number): boolean {
  const lines = text
    .slice(Math.max(0, at - 4_000), at)
    .split('\n')
    .slice(-MOST_LINES);
  let least = indentOf(lines.pop() ?? '');
  for (const line of lines.reverse()) {
    const section = /^\s{0,8}\[([\w. "'-]{1,60})\]/.exec(line);
    if (section) return wordsOf(section[1]!).some(isOfTrial);
    const key = /^(\s{0,60})["']?([\w.-]{1,60})["']?\s?:/.exec(line);
    if (!key || key[1]!.length >= least) continue;
    least = key[1]!.length;
    if (wordsOf(key[2]!).some(isOfTrial)) return true;
    if (least === 0) return false;
  }
  return false;
}

/** `"environment": "local",` */
const OF_TRIALS = /(?:^|[{,\s])["']?environment["']?\s?:\s?["']?(?:local|dev(?:elopment)?|test(?:ing)?)\b/i;
/** As far as a neighbour stands, in characters. */
const NEAR = 240;

/** Whether another key of the same object says where the value is used. */
const isBesideTrial = (text: string, start: number, end: number): boolean =>
  OF_TRIALS.test(text.slice(Math.max(0, start - NEAR), end + NEAR));

const CLASS_OF_PYTHON = /^class[ \t]+(\w{1,80})/gm;

/** Whether it stands in a class of settings that is called so: `class Development(Config):` */
function isInClassOfTrials(path: string, text: string, at: number): boolean {
  if (!path.endsWith('.py') || !/^[ \t]+\S/.test(lineBefore(text, at))) return false;
  const last = [...text.slice(Math.max(0, at - LONGEST_CLASS), at).matchAll(CLASS_OF_PYTHON)].at(-1);
  return last !== undefined && wordsOf(last[1]!).some(isOfTrial);
}
/** As far back as its class is looked for, in characters. */
const LONGEST_CLASS = 20_000;

/** Whether a value was made up to try something, by what stands at its own place. */
export function isMadeUp(assignment: Assignment, path: string, text: string, writing: Writing): boolean {
  const { name, value, start, end } = assignment;
  return (
    isMadeUpPath(path) ||
    isMadeUpName(name) ||
    saysSo(value) ||
    saysSoInBase64(value) ||
    isUsage(assignment, writing) ||
    isInComment(text, start, writing) ||
    isInHelp(text, start, writing) ||
    isInClassOfTrials(path, text, start) ||
    ((writing === 'config' || writing === 'data') && isBesideTrial(text, start, end)) ||
    (writing === 'config' && isInSection(text, start))
  );
}
