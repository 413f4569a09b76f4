import type { Severity } from '@assay/kernel';
import { fileRole } from '@assay/source-text';
import { isReferredTo } from '../kit/referred-ids';
import { replacesTextArea } from '../kit/text-editors';
import { filesOfVue2 } from '../kit/vue-version';
import { isSameBlock } from './same-blocks';
import type { LintFinding } from './lint-job';

interface Place {
  /** The line from where the finding begins. */
  readonly here: string;
  /** The part of its line before that. */
  readonly ahead: string;
  /** The line above. */
  readonly above: string;
  readonly line: number;
  /** Some lines below. */
  readonly below: string;
  /** The lines from where the finding begins to where it ends. */
  readonly whole: string;
  readonly text: string;
  readonly message: string;
  readonly staged: string;
  /** Whether the file belongs to a project of Vue 2. */
  readonly isOfVue2: () => boolean;
}

/** Vue 2 does what is meant, and Vue 3 does not. */
const inVue2 = ({ isOfVue2 }: Place): Severity | undefined => (isOfVue2() ? 'low' : undefined);

/** A list that a test fills and does not read is a left-over. */
const inTest = ({ staged }: Place): Severity | undefined => (fileRole(staged) === 'test' ? 'low' : undefined);

/** By rule: the severity at a place where less can happen than the rule says; undefined where it is as it says. */
const MILDER: Readonly<Record<string, (place: Place) => Severity | undefined>> = {
  // A command in a variable says nothing of where it is from. One that is put together here at least may need quotes.
  'security/detect-child-process': ({ here }) => (/^[\w.$]*\(\s*[\w.$]+\s*[,)]/.test(here) ? 'low' : 'medium'),
  // Changes of a schema run once, on data of the project's own.
  'assay/sql-from-values': ({ staged }) =>
    /(?:^|\/)(?:migrations?|seed(?:s|ers?)?)\//i.test(staged) ? 'low' : undefined,
  // Vue 2 takes the list before the condition, and shows a text once where the field is not changed.
  'vue/no-use-v-if-with-v-for': inVue2,
  'vue/no-textarea-mustache': inVue2,
  // Pictures keep the ids of the program that drew them. Nobody is led to the wrong one where nothing refers to it.
  '@html-eslint/no-duplicate-id': ({ text, message }) => {
    const [, id] = /The id '([^']+)' is duplicated/.exec(message) ?? [];
    return id !== undefined && !isReferredTo(id, text) ? 'low' : undefined;
  },
  // Vue closes no paragraph by itself, as browsers do: what it makes is as written, against the rules of HTML.
  'vue/no-parsing-error': ({ here }) => (/^<\/p\s*>/i.test(here) ? 'low' : undefined),
  // `3.10` is another version than 3.1. `4.0` becomes 4, and the newest version of that.
  'yml/no-trailing-zeros': ({ here }) => (/^['"]?\d*\.0+\b/.test(here) ? 'low' : undefined),
  // A label on an area that an editor replaces reaches few.
  'vuejs-accessibility/form-control-has-label': ({ here, text }) =>
    /^<textarea\b/.test(here) && replacesTextArea(text) ? 'low' : undefined,
  'sonarjs/no-unused-collection': inTest,
  // Somebody wrote the branches out on purpose, and says what they are for.
  'sonarjs/no-all-duplicated-branches': ({ here, above, whole }) =>
    COMMENT.test(whole) || (here.startsWith('switch') && COMMENT.test(above)) ? 'low' : undefined,
  // `{name && name}` shows what `{name}` would, and so does a property or a variable with that value. A condition was
  // meant to ask for something else, and `||` to have something else in reserve.
  'sonarjs/no-identical-expressions': ({ here, ahead }) =>
    /^([\w.]+) && \1\}/.test(here) || (BEFORE_VALUE.test(ahead) && /^([\w.]+) && \1[,;]?\s*$/.test(here))
      ? 'low'
      : undefined,
  // Whether something happens within a time is what tests of whole pages ask.
  'sonarjs/no-fixed-wait-in-tests': ({ staged }) => (/(?:^|\/)e2e\//.test(staged) ? 'low' : undefined),
  // A test that waits for the result also waits for the event.
  'testing-library/await-async-events': ({ below }) =>
    /\bawait\s+(?:[\w.]+\.)?(?:waitFor\w*|find(?:All)?By\w+)\(/.test(below) ? 'low' : undefined,
  // Somebody has looked at it, and says so for this rule and this line.
  'react-hooks/rules-of-hooks': ({ above }) =>
    /\beslint-disable-next-line\b.*\brules-of-hooks\b/.test(above) ? 'low' : undefined,
  // An author of `true:` knows that it is a boolean; of `on:` and `no:` few do.
  'yml/no-boolean-key': ({ here }) => (/^(?:true|false)\s*:/i.test(here) ? 'low' : undefined),
  // A list without keys is redrawn more often, and nothing more in most of them.
  'vue/valid-v-for': ({ message }) => (/\brequire 'v-bind:key'/.test(message) ? 'low' : undefined),
  // Nothing is lost where both entries say the same: one line can go. No program asks for a comment.
  'jsonc/no-dupe-keys': ({ here, text, line }) =>
    isAlwaysTheSame(here, text) || isForComments(here, text) || isSameBlock(text, line) ? 'low' : undefined,
  // ECB shows what is alike in the text. CBC is sound where what it makes is signed, too.
  'sonarjs/encryption-secure-mode': ({ here, text }) => (/ecb/i.test(valueAt(here, text)) ? undefined : 'low'),
  // `Buffer(size)` shows what was in the memory. Of most others only the documentation says that they are deprecated.
  'n/no-deprecated-api': ({ here }) => (/^(?:new\s+)?Buffer\b/.test(here) ? undefined : 'low'),
};

/** A line that begins with the name of a property or a variable, which gets what follows. */
const BEFORE_VALUE = /^\s*(?:(?:const|let|var)\s+)?[\w.$]+\s?[:=]\s?$/;

/** A comment that follows code or stands alone. */
const COMMENT = /(?:^|\s)\/[/*]/m;

/** An entry of an object with a value that ends in its line, which may have one more entry behind it. */
const ENTRY = /^("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[\w.+-]+),?\s*$/;

/** The lines of the text that begin with a key. */
const entriesOf = (key: string, text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trimStart())
    .filter((line) => line.startsWith(key));

/** Whether each line of the text that begins with this key gives it this value. */
function isAlwaysTheSame(here: string, text: string): boolean {
  const [, key, value] = ENTRY.exec(here) ?? [];
  if (key === undefined) return false;
  const entries = entriesOf(key, text);
  return entries.length > 1 && entries.every((line) => ENTRY.exec(line)?.[2] === value);
}

/** Keys that hold comments, by habit. */
const KEY_OF_COMMENT = /^"(?:\/\/|#|[_$]?comments?)"$/i;
/** A value of several words is read by people. */
const WORDED = /^"[^"\s]+(?:\s+[^"\s]+){3,}"$/;

/** Whether a key is for comments, or all its values but the last one are: they stand above that one. */
function isForComments(here: string, text: string): boolean {
  const [, key] = ENTRY.exec(here) ?? [];
  if (key === undefined) return false;
  const before = entriesOf(key, text).slice(0, -1);
  return KEY_OF_COMMENT.test(key) || before.every((line) => WORDED.test(ENTRY.exec(line)?.[2] ?? ''));
}

const LINES_BELOW = 15;

/** The text that stands there, or that the variable there has; empty where it is neither. */
function valueAt(here: string, text: string): string {
  const [, , quoted, name] = /^(?:(['"`])((?:(?!\1).)*)\1|([A-Za-z_]\w*))/.exec(here) ?? [];
  if (quoted !== undefined) return quoted;
  return name === undefined ? '' : (new RegExp(`\\b${name}\\s*[:=]\\s*(['"\`])([^'"\`]*)\\1`).exec(text)?.[2] ?? '');
}

/**
 * The findings, of which some have the severity of their place.
 * @param path the absolute path of the file, which ends with its staged path
 */
export function atTheirPlaces(
  findings: readonly LintFinding[],
  { text, staged, path }: { readonly text: string; readonly staged: string; readonly path: string },
): readonly LintFinding[] {
  if (!findings.some(({ rule }) => Object.hasOwn(MILDER, rule))) return findings;
  const lines = text.split(/\r?\n/);
  const isOfVue2 = (): boolean => filesOfVue2(path.slice(0, -staged.length))(staged);
  return findings.map((finding) => {
    if (!Object.hasOwn(MILDER, finding.rule)) return finding;
    const line = lines[finding.line - 1] ?? '';
    const here = line.slice(finding.column - 1);
    const severity = MILDER[finding.rule]!({
      here,
      ahead: line.slice(0, finding.column - 1),
      above: lines[finding.line - 2] ?? '',
      line: finding.line,
      below: lines.slice(finding.line, finding.line + LINES_BELOW).join('\n'),
      whole: lines.slice(finding.line - 1, finding.endLine ?? finding.line).join('\n'),
      text,
      message: finding.message,
      staged,
      isOfVue2,
    });
    return severity === undefined ? finding : { ...finding, severity };
  });
}
