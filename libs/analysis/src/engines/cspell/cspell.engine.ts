import type { CSpellUserSettings, ValidationIssue } from 'cspell-lib' with { 'resolution-mode': 'import' };
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { type Problem, judgeEachText } from '../kit/per-file';

const MAX_BYTES = 1024 * 1024;

const C_STYLE = ['CStyleComment'];
const HASH = ['/(?:^|\\s)#.*/gm'];
/** The parts of a file that are prose, by extension. Documents are not listed, because they are all prose. */
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
 * The parts of a document that are not prose: fenced and inline code, scripts and styles, tags with their attributes,
 * addresses. Each repetition is bounded or excludes its own beginning. Otherwise these patterns took minutes for a file
 * of nothing but `<code>`.
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
 * Runs CSpell on one text at a time with its own dictionaries. `noConfigSearch` prevents it from finding the target's
 * `cspell.config.*`, which it would run. Settings inside the text cannot be switched off, so they are overwritten
 * first.
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
          // This decides which suggestions an issue has, not which issues are reported. Searching for similar words too
          // took a second per document (160 s for 150 documents).
          unknownWords: 'report-common-typos',
          maxNumberOfProblems: Number.MAX_SAFE_INTEGER,
          maxDuplicateProblems: 2,
          ...(comments ? { includeRegExpList: [...comments] } : { ignoreRegExpList: NO_PROSE }),
        };
        // The address must not name a file of the target, or CSpell would look up the language and the folder's
        // settings.
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

/** Keeps the first occurrence of each word. */
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
 * A word is reported as a misspelling if CSpell's list of common ones has it. Most other unknown words are names and
 * jargon. Such a word is reported only in a document, only in lower case, and only if it occurs once, because a
 * technical term occurs more often.
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
 * Overwrites directives by text of the same length, so that positions stay. More names (`cspell-checker:`) switch
 * checks off than add words.
 */
const withoutDirectives = (text: string) =>
  text.replace(
    /\b(c?spell(?:-?checker)?|LocalWords)(::?)/gi,
    (_, name: string, colons: string) => name + ' '.repeat(colons.length),
  );
