import type { CSpellUserSettings, ValidationIssue } from 'cspell-lib' with { 'resolution-mode': 'import' };
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, judgeEachText } from '../kit/per-file';

const MAX_BYTES = 1024 * 1024;

const C_STYLE = ['CStyleComment'];
const HASH = ['/(?:^|\\s)#.*/gm'];
/** Where people write, by extension; a document is prose from end to end and is not listed. */
const COMMENTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...[
    'js',
    'jsx',
    'mjs',
    'cjs',
    'ts',
    'tsx',
    'mts',
    'cts',
    'java',
    'kt',
    'go',
    'c',
    'h',
    'cc',
    'cpp',
    'hpp',
    'cs',
    'rs',
    'swift',
    'scala',
    'scss',
  ].map((extension) => [extension, C_STYLE]),
  ...['py', 'rb', 'sh', 'yml', 'yaml', 'toml'].map((extension) => [extension, HASH]),
]);

/**
 * What is no prose in a document: fenced and inline code, scripts and styles, tags with their attributes, addresses.
 * Each repetition is bounded or excludes its own beginning: a file of nothing but `<code>` took these over minutes
 * otherwise.
 */
const NO_PROSE = [
  '/^(`{3,}|~{3,})[^]{0,20000}?^\\1/gm',
  '/`[^`\\n]{1,500}`/g',
  '/<(script|style|pre|code)\\b[^]{0,4000}?<\\/\\1>/gi',
  '/<[a-z\\/!][^<>]{0,2000}>/gi',
  '/\\b[\\w.+-]{1,64}@[\\w-]{1,64}\\.[\\w.-]{1,200}/g',
  '/\\bhttps?:\\S{1,2000}/g',
  '/\\]\\([^()\\n]{0,2000}\\)/g',
];

/**
 * CSpell on one text at a time with the dictionaries that come with it. `noConfigSearch` keeps it from looking for the
 * target's `cspell.config.*`, which it would run; settings inside the text have no option and are broken beforehand.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { spellCheckDocument } = await import('cspell-lib');
    report.engine('cspell', installedVersion('cspell-lib'));

    await judgeEachText(
      pass,
      report,
      async ({ file, text }) => {
        const extension = file.staged.slice(file.staged.lastIndexOf('.') + 1).toLowerCase();
        const comments = COMMENTS[extension];
        const settings: CSpellUserSettings = {
          language: 'en',
          // Decides which suggestions an issue comes with, not which issues come. Looking for near words as well took a
          // second for each document (150 of them 160 s).
          unknownWords: 'report-common-typos',
          maxNumberOfProblems: Number.MAX_SAFE_INTEGER,
          maxDuplicateProblems: 2,
          ...(comments ? { includeRegExpList: [...comments] } : { ignoreRegExpList: NO_PROSE }),
        };
        // The address names no file of the target: the language and the folder's settings would be looked up by it.
        const document = { uri: `file:///document.${extension}`, text: withoutDirectives(text), locale: 'en' };
        const { issues, errors } = await spellCheckDocument(
          document,
          { noConfigSearch: true, generateSuggestions: false },
          settings,
        );
        if (errors && errors.length > 0) throw errors[0]!;
        return oncePerWord(issues).flatMap((issue) => problemOf(issue, comments === undefined));
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

interface Word {
  readonly issue: ValidationIssue;
  readonly repeated: boolean;
}

/** Each word where it first stands. */
function oncePerWord(issues: readonly ValidationIssue[]): Word[] {
  const words = new Map<string, Word>();
  for (const issue of issues) {
    const word = issue.text.toLowerCase();
    const first = words.get(word)?.issue;
    words.set(word, { issue: first ?? issue, repeated: first !== undefined });
  }
  return [...words.values()];
}

/**
 * A misspelling is in CSpell's list of common ones. Most other words that it does not know are names and jargon: one is
 * reported only in a document, in lower case and when it stands there once, since a term of the trade comes back.
 */
function problemOf(
  { issue: { text, offset, line, hasPreferredSuggestions, suggestionsEx }, repeated }: Word,
  isDocument: boolean,
): Problem[] {
  const place = {
    line: (line as typeof line & { position: { line: number } }).position.line + 1,
    column: offset - line.offset + 1,
  };
  const suggestion = hasPreferredSuggestions ? suggestionsEx?.[0]?.word : undefined;
  if (suggestion !== undefined)
    return [{ ...place, rule: 'misspelling', message: `“${text}” is a misspelling of “${suggestion}”` }];
  return isDocument && !repeated && /^[a-z]{5,}$/.test(text)
    ? [{ ...place, rule: 'unknown-word', message: `“${text}” is in no dictionary` }]
    : [];
}

/**
 * Same length, so that places stay. Blocks are switched off under more names (`cspell-checker:`) than words are added.
 */
const withoutDirectives = (text: string) =>
  text.replace(
    /\b(c?spell(?:-?checker)?|LocalWords)(::?)/gi,
    (_, name: string, colons: string) => name + ' '.repeat(colons.length),
  );
