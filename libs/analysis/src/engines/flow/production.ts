import { indentOf } from '../kit/indent';
import { rowsOf, someLine, someLineWithin } from '../kit/lines-of-file';
import { linesAround, withoutComments } from '../kit/unverified';
import type { Flow } from './interpret/run';
import type { Step } from './interpret/values';
import { type ModuleForm, lineOf } from './ir';
import { UnusedFunctions } from './unused';

/** Folders and files of what is kept for reference, or of tools for those who write the program. */
const BESIDE_PRODUCTION = new RegExp(
  String.raw`(?:^|\/)(?:archived?|attic|deprecated|obsolete|unmaintained|playgrounds?|sandbox|prototypes?|` +
    String.raw`dev(?:elopment)?-?(?:tools?|server|scripts?|proxy)|[\w-]*-dev-server)\/|` +
    String.raw`(?:^|\/)(?:(?:dev|debug)[_-][\w-]+|test[_-](?:server|client|app))\.\w+$|` +
    String.raw`(?:^|\/)[\w-]+[._-](?:dev|debug)\.\w+$`,
  'i',
);

export const NAMED_AFTER_WORK = 'its folder or file is named after work on the program';
export const isBesideProduction = (file: string): boolean => BESIDE_PRODUCTION.test(file);

/** Packages that open a file in an editor: a server that does so runs on the machine of its developer. */
const OPENS_EDITOR =
  /^(?:open-editor|launch-editor(?:-middleware)?|react-dev-utils\/\w*(?:launchEditor|openBrowser)\w*)$/i;

/** Facts about a target as a whole. */
export interface OfTarget {
  /** The folders of the files that open an editor. */
  readonly editors: readonly string[];
  /** Whether its answers forbid scripts within pages, so that markup from outside runs none. */
  readonly forbidsScripts: boolean;
  /** Parts of paths that routers of Express hand to a function before any handler: `app.param('id', check)`. */
  readonly checkedParts: ReadonlySet<string>;
  readonly unused?: UnusedFunctions;
  /** Whether the program has told the parser Oj to make no objects. */
  readonly parsesPlainly?: boolean;
}

export const NOTHING_KNOWN: OfTarget = { editors: [], forbidsScripts: false, checkedParts: new Set() };

/**
 * @param linesOf the lines of a file
 * @param read the text of a file
 */
export const factsOfTarget = (
  modules: ReadonlyMap<string, Pick<ModuleForm, 'imports'>>,
  linesOf: (file: string) => readonly string[],
  read: (file: string) => string,
): OfTarget => ({
  editors: foldersOfEditors(modules),
  forbidsScripts: forbidsScripts(modules, linesOf),
  checkedParts: checkedPartsOf(modules, linesOf),
  unused: new UnusedFunctions([...modules.keys()], read),
  parsesPlainly: [...modules.keys()].some((file) => INITIALIZER.test(file) && someLine(linesOf(file), PARSES_PLAINLY)),
});

/** Files that Rails runs before all others. */
const INITIALIZER = /(?:^|\/)config\/(?:initializers\/[\w/-]+|application|environment)\.rb$/;
/** `Oj.default_options = { mode: :strict }`, `Oj.mimic_JSON` */
const PARSES_PLAINLY =
  /\bOj\.(?:mimic_JSON\b|default_options\s*=.*\bmode['"]?\s*(?::|=>)\s*:(?:strict|null|compat|json|rails)\b)/;

/** `app.param('project_id', (req, res, next, id) => …)` */
const CHECKS_PART = /\.param\(\s*(['"])(\w+)\1\s*,/;

const checkedPartsOf = (
  modules: ReadonlyMap<string, Pick<ModuleForm, 'imports'>>,
  linesOf: (file: string) => readonly string[],
): ReadonlySet<string> =>
  new Set(
    [...modules].flatMap(([file, { imports }]) =>
      imports.includes('express') ? linesOf(file).flatMap((line) => CHECKS_PART.exec(line)?.[2] ?? []) : [],
    ),
  );

/** `app.use(helmet())`: the policy that helmet sets by default allows scripts of own files only. */
const USES_HELMET = /\.use\(\s*helmet(?:\.contentSecurityPolicy)?\(|\.register\(\s*(?:fastifyHelmet|helmet)\b/;
const ALLOWS_SCRIPTS = /contentSecurityPolicy['"]?\s*:\s*false|unsafe-inline/;

const forbidsScripts = (
  modules: ReadonlyMap<string, Pick<ModuleForm, 'imports'>>,
  linesOf: (file: string) => readonly string[],
): boolean =>
  [...modules].some(([file, { imports }]) => {
    if (!imports.some((name) => /^(?:@fastify\/)?helmet$/.test(name))) return false;
    const code = withoutComments(linesOf(file));
    return code.some((line) => USES_HELMET.test(line)) && !code.some((line) => ALLOWS_SCRIPTS.test(line));
  });

const foldersOfEditors = (modules: ReadonlyMap<string, Pick<ModuleForm, 'imports'>>): readonly string[] =>
  [...modules].flatMap(([file, { imports }]) =>
    imports.some((name) => OPENS_EDITOR.test(name)) ? [file.slice(0, file.lastIndexOf('/') + 1)] : [],
  );

/** `if (isDevelopment)`, `unless Rails.env.production?`, `if app.debug:` */
const FOR_DEVELOPERS = new RegExp(
  String.raw`^\W*(?:else\s*if|elsif|elif|if)\b.*(?:\b(?:\w*_|is|in)?(?:dev|debug|develop(?:er|ment)?)(?:_?mode)?\b|` +
    String.raw`(?:!==?|\bnot\b)[^&|]*prod|!\s*\w*\.?(?:is_?)?prod)|^\W*unless\b.*prod`,
  'i',
);

/** `function html_debug()` */
const SHOWS = /\b(?:def|fun|func|function)\s+(?:\([^)]*\)\s*)?(?:self\.)?(?:\w*_)?debug(?:_\w*)?\s*[({]/i;

/** Reasons why the code of a flow need not run where strangers reach it. */
export function reservationsOfPlace(
  { file, at, weakness, taint }: Flow,
  [source]: readonly Step[],
  lines: readonly string[],
  { editors, forbidsScripts: isWithoutScripts, checkedParts, unused }: OfTarget,
): string[] {
  const rows = [lineOf(source!.at), ...(file === source!.file ? [lineOf(at)] : [])];
  const read = lines[rows[0]! - 1] ?? '';
  return [
    ...(isBesideProduction(source!.file) ? [NAMED_AFTER_WORK] : []),
    // A folder of its own: what opens an editor from the root may be a command.
    ...(editors.some((folder) => folder !== '' && source!.file.startsWith(folder))
      ? ['the program opens the editor of who runs it']
      : []),
    ...(isWithoutScripts && weakness === 'cross-site-scripting' && taint.label.endsWith(' of the request')
      ? ['the policy that helmet sets lets no script run in it']
      : []),
    ...(rows.some((row) => linesAround(lines, row).some((line) => FOR_DEVELOPERS.test(line) || SHOWS.test(line)))
      ? ['it runs where somebody works on the program']
      : []),
    ...(/\bparams\b/.test(read) && read.match(/\w+/g)!.some((word) => checkedParts.has(word))
      ? ['the router hands that part of the path to a function of its own first']
      : []),
    ...(unused?.isAround(source!, lines) === true ? ['nothing in the target names its function'] : []),
    ...(source!.file.endsWith('.php') && isOfCommandLine(lines, lineOf(source!.at))
      ? ['the file ends at once unless it runs on the command line']
      : []),
    ...(source!.file.endsWith('.py') && isDeclaredOnCondition(lines, rows[0]!)
      ? ['its function is declared on a condition']
      : []),
  ];
}

const ASKS_WHERE = /^(?=.*\bif\b).*(?:defined\(\s*['"]STDIN['"]\s*\)|\bPHP_SAPI\b|\bphp_sapi_name\(\))/;
const DECLARES = /\bfunction\b/;
const ENDS = /\b(?:exit|die)\b/;
/** The words of the command line in the place of what a request sends. */
const TAKES_ARGUMENTS = /parse_str\(.*\bargv\b.*\$_(?:GET|POST|REQUEST)\s*\)/;
/** So many lines below the question the file ends. */
const LINES_TO_END = 8;
/** With the comments between them. */
const MOST_LINES_TO_END = 100;

/** `if (PHP_SAPI !== 'cli') exit;`, outside of functions. */
function isOfCommandLine(lines: readonly string[], row: number): boolean {
  if (someLineWithin(lines, TAKES_ARGUMENTS, 0, row)) return true;
  const asked = rowsOf(lines, ASKS_WHERE)[0];
  if (asked === undefined || asked >= row || someLineWithin(lines, DECLARES, 0, asked)) return false;
  const after = withoutComments(lines.slice(asked, Math.min(row, asked + MOST_LINES_TO_END))).slice(0, LINES_TO_END);
  const isOther = /!/.test(after[0]!);
  const otherwise = after.findIndex((line) => /\belse\b/.test(line));
  return isOther
    ? after.some((line) => ENDS.test(line))
    : otherwise >= 0 && after.slice(otherwise).some((line) => ENDS.test(line));
}

const FUNCTION = /^\s*(?:async\s+)?def\s/;
const BRANCH = /^\s*(?:if|elif|else|try|except)\b/;
/** A file may be imported, or run. */
const IN_MAIN = /__name__/;

/** `if`, `try` at the head of a file of Python, with the handler below: a route that need not exist. */
function isDeclaredOnCondition(lines: readonly string[], row: number): boolean {
  let least = indentOf(lines[row - 1] ?? '');
  let isWithinFunction = false;
  for (let above = row - 2; above >= 0 && least > 0; above -= 1) {
    const line = lines[above]!;
    if (line.trim() === '' || line.trimStart().startsWith('#') || indentOf(line) >= least) continue;
    least = indentOf(line);
    if (FUNCTION.test(line)) isWithinFunction = true;
    else if (isWithinFunction && BRANCH.test(line) && !IN_MAIN.test(line)) return true;
  }
  return false;
}
