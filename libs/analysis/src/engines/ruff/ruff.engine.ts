import type { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import type { Engine } from '../engine';
import { type Problem, Unreadable, judgeEachText } from '../kit/per-file';
import { offsetsIn } from '../kit/fixes';
import { logsByBraces } from './brace-loggers';
import { withoutDirectives } from './directives';
import { mayBeExceptions } from './caught-expressions';
import { givenNames } from './given-names';
import { isUsedOnlyWhereItLeaves } from './used-groups';
import { LoadedNames } from './loaded-names';
import { severityOf } from './ruff.severity';
import { type RuffFix, fixFrom } from './ruff.fixes';
import { type RuffOptions, isExempt, optionsFor } from './ruff.config';

/**
 * 2 MB of `x=1;` took 37 s for counting columns on one line and passing each finding to JavaScript. No real module is
 * that large.
 */
const MAX_BYTES = 1024 * 1024;

interface Ruff {
  readonly Workspace: typeof Workspace;
  readonly PositionEncoding: typeof PositionEncoding;
}

interface Diagnostic {
  readonly code: string | null;
  readonly message: string;
  readonly start_location: { readonly row: number; readonly column: number };
  readonly end_location: { readonly row: number; readonly column: number };
  readonly fix: RuffFix | null;
}

/** Runs Ruff's WebAssembly build. It gets only the text and these options, and reads no file and no configuration. */
export const engine: Engine = {
  async run(pass, report) {
    const options = optionsFor(pass.tools);
    let workspace = openWorkspace(options);
    report.engine('ruff', load().Workspace.version());

    const check = (text: string): Diagnostic[] => {
      try {
        return workspace.check(text) as Diagnostic[];
      } catch (error) {
        workspace = openWorkspace(options);
        throw error instanceof RangeError ? new Unreadable('expressions or blocks are nested too deeply') : error;
      }
    };

    const loaded = new LoadedNames(pass, (text) => missingNames(check(withoutDirectives(text))));

    await judgeEachText(
      pass,
      report,
      async ({ file, text }) => {
        const diagnostics = check(withoutDirectives(text)).filter(({ message }) => !isNewSyntax(message));
        const syntaxError = diagnostics.find(({ code }) => code === 'invalid-syntax');
        if (syntaxError) throw new Unreadable(`line ${syntaxError.start_location.row}: ${syntaxError.message}`);
        const lines = text.split('\n');
        const offsetOf = offsetsIn(text);
        const missing = missingNames(diagnostics);
        const isGiven = givenNames(file.path, lines, missing);
        const setElsewhere = new Set<string>();
        for (const name of missing) if (await loaded.has(name, file.staged)) setElsewhere.add(name);
        return diagnostics.flatMap((diagnostic) =>
          diagnostic.code === null ||
          isExempt(file.path, diagnostic.code) ||
          isMisfire(diagnostic, lines) ||
          isSaidBetter(diagnostic, diagnostics) ||
          isPathOfPackage(diagnostic, file.path) ||
          isGiven(missingName(diagnostic) ?? '', diagnostic.start_location.row) ||
          (diagnostic.code === 'B030' && mayBeExceptions(textAt(diagnostic, lines))) ||
          (diagnostic.code === 'PLE1205' && hasBracesAt(diagnostic, lines) && logsByBraces(pass))
            ? []
            : [
                {
                  ...problemOf(diagnostic, diagnostic.code, lines),
                  ...(setElsewhere.has(missingName(diagnostic) ?? '') && { severity: 'low' as const }),
                  ...fixFrom(diagnostic, { text, offsetOf }),
                },
              ],
        );
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/** `except A or B`: another rule says that `or` takes the first one, and how to write what is meant. */
const isSaidBetter = ({ code, start_location: { row } }: Diagnostic, all: readonly Diagnostic[]): boolean =>
  code === 'B030' && all.some((other) => other.code === 'PLW0711' && other.start_location.row === row);

function textAt({ start_location: start, end_location: end }: Diagnostic, lines: Below): string {
  const covered = lines.slice(start.row - 1, end.row);
  covered.push((covered.pop() ?? '').slice(0, end.column - 1));
  return covered.join('\n').slice(start.column - 1);
}

/** The name that a finding says is used and not defined. */
const missingName = ({ code, message }: Diagnostic): string | undefined =>
  code === 'F821' ? /`(\w+)`/.exec(message)?.[1] : undefined;

/** Python gives the module of a package the list of folders that it is in. */
const isPathOfPackage = (diagnostic: Diagnostic, path: string): boolean =>
  missingName(diagnostic) === '__path__' && /(?:^|\/)__init__\.py$/.test(path);

const missingNames = (diagnostics: readonly Diagnostic[]): Set<string> =>
  new Set(diagnostics.flatMap((each) => missingName(each) ?? []));

type Below = readonly string[];

/** `exec(compile(file.read(), …))` runs a file, as `import` does. */
const runsFile = (_: string, line: string): boolean => /\b(?:compile|exec)\([\w.]+\.read\(\)/.test(line);

/**
 * The name of a scheme, an address without a password in it, and what somebody is told to put in its place. Only the
 * value is looked at: a comment beside it must not excuse it.
 */
const isNoPassword = (found: string): boolean =>
  /^(?:\w+\s*=\s*)?(["'])(?:bearer|<[\w -]+>|https?:\/\/[^@"']+|[^"']*(?:TODO|CHANGE_?ME|YOUR_)[^"']*)\1$/i.test(found);

/**
 * @param found what the finding covers of the line
 * @param lines all of the file
 */
type Misfire = (
  message: string,
  line: string,
  below: Below,
  above: Below,
  found: string,
  lines: readonly string[],
) => boolean;

const isSafeLoader = (name: string | undefined, lines: readonly string[]): boolean =>
  name !== undefined && lines.some((line) => /^\s*class\s+(\w+)\((?:\w+\.)?C?SafeLoader\b/.exec(line)?.[1] === name);

/** The lines of decorators above the function that a line is part of the head of. */
function decoratorsOf(line: string, above: readonly string[]): string {
  const lines = [...above, line];
  const head = lines.findLastIndex((each) => /^\s*(?:async\s+)?def\s/.test(each));
  if (head < 0) return '';
  const begin = lines.slice(0, head).findLastIndex((each) => each.trim() === '' || /^\s*(?:def|class)\s/.test(each));
  return lines.slice(begin + 1, head).join('\n');
}

/** Whether a method is of a class that has no base but an interface of zope. */
function isOfInterface(line: string, above: readonly string[]): boolean {
  const indent = line.search(/\S/);
  const head = above.findLast((each) => /^\s*class\s/.test(each) && each.search(/\S/) < indent);
  return /^\s*class\s+\w+\(\s*(?:[\w.]+\.)?(?:Interface|I[A-Z]\w*)\s*\)/.test(head ?? '');
}

/** By rule: the plain cases in which it is wrong, of its message and the line. */
const MISFIRES: Readonly<Record<string, Misfire>> = {
  // Interfaces of zope declare methods as they are called, without `self`.
  PLE0302: (_, line, _below, above) => isOfInterface(line, above),
  // `body: bytes` alone declares the type of a field, which gets its value once.
  PIE794: (_, line, _below, above) => hasValueOnce(line, above),
  // `import x` in a `try` asks whether the package is there.
  // So is what tests of pytest take as a fixture.
  F401: (message, line, below, above) =>
    message.includes('consider using `importlib.util.find_spec`') ||
    isForItsEffect(line, above) ||
    isTakenByTest(/`(?:[\w.]+\.)?(\w+)`/.exec(message)?.[1] ?? '', below),
  // A comparison that is meant to raise. In a test without that, an `assert` was forgotten.
  B015: (_, line, _below, above) =>
    /^\s*(?:async\s+)?with\b.*\b(?:raises|assertRaises\w*|warns)\(/.test(outerOf(line, above)),
  // A test gets a fixture by its name, whether it is imported or not.
  F811: (message, line, _below, above) => isFixture(/`(\w+)`/.exec(message)?.[1] ?? '', [...above, line]),
  // The rule takes different halves of surrogate pairs for the same text.
  PT014: (_, line) => /\\u[dD][89a-fA-F]/.test(line),
  // From Python 3.14 on, an annotation is read when somebody asks for it. Before, the module would not even load.
  // The finding about a handler of Python 2 stands at the handler.
  F821: (message, line, below, above) => {
    const name = /`(\w+)`/.exec(message)?.[1] ?? '';
    return (
      isOfLaterClass(name, line, below) ||
      isSetInTurnBefore(name, line, { above, below }) ||
      (caughtInPython2(line) !== name && isCaughtAbove(name, line, above))
    );
  },
  // A test that fails where nothing is raised looks at what is.
  PT017: (_, line, below, above) => failsOtherwise(line, below, above),
  // A test that pytest refuses the mark.
  PT025: (_, line, _below, above) => isExpectedToRaise(line, above),
  // A decorator gives the parameter, and no fixture has a name of underscores alone.
  PT019: (message, line, _below, above) =>
    /`_+`/.test(message) || /^\s*@(?:[\w.]*\.)?(?:patch|parameterized)\b/m.test(decoratorsOf(line, above)),
  // A loader that the file derives from the safe one makes those objects alone that the file names.
  S506: (_message, line, _below, _above, _found, lines) => isSafeLoader(/\bload\(.*?(\w+)\s*\)/.exec(line)?.[1], lines),
  S102: runsFile,
  S307: runsFile,
  // The first use is in a branch that raises or returns.
  B031: (_message, line, _below, above, found) => isUsedOnlyWhereItLeaves(found, line, above),
  // An exception of that name, such as the one of Werkzeug.
  F901: (_message, _line, _below, _above, _found, lines) => lines.some((each) => OWN_NOT_IMPLEMENTED.test(each)),
  // A function that is given the exception, or has the name of a hook for one, is called while it is handled.
  PLE0704: (_, line, _below, above) => takesException(above, /^\s*/.exec(line)![0].length),
  // A word that a password is compared with is a choice of a menu, such as "-" for a prompt.
  S105: (_, line, _below, _above, found) => /[=!]=\s*(["'])\W?\1/.test(line) || isNoPassword(found),
  S106: (_, _line, _below, _above, found) => isNoPassword(found),
  // `__all__ = (Shop.__name__, …)`: a name is a text.
  PLE0604: (_, line, below) => {
    const end = below.findIndex((each) => /[)\]]/.test(each));
    const rest = /[)\]]/.test(line) ? [] : below.slice(0, end + 1);
    return [line, ...rest].some((each) => /\.__name__\b/.test(each));
  },
  PLE1205: (_message, line, below, _above, _found, lines) => logsOtherwise(line, below, lines),
  // A value that is escaped or encoded may be marked as safe.
  S308: (_, line, below) =>
    /\b(?:conditional_escape|escape|urlencode[d]?|format_html)\b/.test(line) ||
    (line.trim() === '@mark_safe' && returnsConstants(below)),
};

/** The logger of a call, and the text that it logs, if they stand in one line. */
const LOGGED =
  /([\w.]+)\.(?:debug|info|warn(?:ing)?|error|critical|exception|fatal|log)\(\s*(?:\w+,\s*)?[rbu]?(["'])(.*?)\2/;
const LOGS_BY_PERCENT = /^(?:import logging\b|from logging import\b)/;

/**
 * Whether something other than Python's logger is called: a module with a similar name, or a logger of the project's
 * own whose messages have braces for what they are given.
 */
function logsOtherwise(line: string, below: Below, lines: readonly string[]): boolean {
  const [, logger, , text] = LOGGED.exec(`${line} ${(below[0] ?? '').trim()}`) ?? [];
  if (logger === undefined || lines.some((each) => LOGS_BY_PERCENT.test(each))) return false;
  return !/(?:^|[._])log(?:ger|ging)?$/i.test(logger) || hasBraces(text!);
}

const hasBraces = (text: string): boolean => /\{[^{}]*\}/.test(text) && !/%[\w(]/.test(text);

/** Whether the text that is logged has braces for what the logger is given. */
const hasBracesAt = ({ start_location: { row } }: Diagnostic, lines: Below): boolean =>
  hasBraces(LOGGED.exec(`${lines[row - 1] ?? ''} ${(lines[row] ?? '').trim()}`)?.[3] ?? '');

/** The name of the constant means something else in the file. */
const OWN_NOT_IMPLEMENTED = /^(?:\s*from [\w.]+ import (?:.*\W)?NotImplemented\b|class NotImplemented\b)/;

const isMisfire = (
  { code, message, start_location: { row, column }, end_location: end }: Diagnostic,
  lines: readonly string[],
): boolean =>
  code !== null &&
  Object.hasOwn(MISFIRES, code) &&
  MISFIRES[code]!(
    message,
    lines[row - 1] ?? '',
    lines.slice(row, row + LINES_OF_A_FUNCTION),
    lines.slice(Math.max(0, row - 1 - LINES_OF_A_FUNCTION), row - 1),
    lines[row - 1]?.slice(column - 1, end.row === row ? end.column - 1 : undefined) ?? '',
    lines,
  );

const LINES_OF_A_FUNCTION = 200;

/** Whether no line above, in the class that the line is in, gives the field of the line a value. */
function hasValueOnce(line: string, above: Below): boolean {
  const [, indent = '', field] = /^(\s*)(\w+)\s*[:=]/.exec(line) ?? [];
  const head = above.findLastIndex((each) => /^\s*class\s/.test(each) && each.search(/\S/) < indent.length);
  if (field === undefined || head < 0) return false;
  const gives = new RegExp(`^${indent}${field}\\s*(?::[^=]*)?=(?!=)`);
  return !above.slice(head).some((each) => gives.test(each));
}

/** The line of the block that a line is in. */
function outerOf(line: string, above: Below): string {
  const indent = line.search(/\S/);
  return above.findLast((each) => /\S/.test(each) && each.search(/\S/) < indent) ?? '';
}

/** Whether a statement stands in a block that is meant to raise, whose head may have several lines. */
function isExpectedToRaise(line: string, above: Below): boolean {
  let indent = line.search(/\S/);
  for (const each of above.toReversed()) {
    const own = each.search(/\S/);
    if (own < 0 || own >= indent) continue;
    if (/^\s*(?:async\s+)?(?:def|class)\s/.test(each)) return false;
    if (/^\s*(?:async\s+)?with\b.*\b(?:raises|warns)\(/.test(each)) return true;
    // Behind the bracket that ends it stands the head itself, as far to the left.
    indent = /^\s*\)/.test(each) ? own + 1 : own;
  }
  return false;
}

const HEAD_OF_TEST = /^\s*(?:async\s+)?def\s+test\w*\(/;

/** Whether the name stands among the parameters of the test that the last line is in the head of. */
function isFixture(name: string, lines: Below): boolean {
  const begin = lines.findLastIndex((each) => /^\s*(?:async\s+)?def\s/.test(each));
  const head = lines.slice(Math.max(0, begin)).join(' ');
  const isOfFixture = /^\s*@pytest\.fixture\b/.test(lines[begin - 1] ?? '');
  return (
    (HEAD_OF_TEST.test(lines[begin] ?? '') || isOfFixture) && new RegExp(String.raw`^[^)]*[(,]\s*${name}\b`).test(head)
  );
}

const isTakenByTest = (name: string, below: Below): boolean =>
  name !== '' &&
  below.some((each) => HEAD_OF_TEST.test(each) && new RegExp(String.raw`[(,]\s*${name}\s*[,):]`).test(each));

const FAILS = /^\s*(?:(?:self|pytest|unittest)\.fail\(|raise\s+AssertionError\b|assert\s+(?:False|0)\b)/;

/** Whether the body of the `try`, or its `else`, fails the test where no exception is raised. */
function failsOtherwise(line: string, below: Below, above: Below): boolean {
  const handler = above.findLastIndex((each) => /^\s*except\b/.test(each) && each.search(/\S/) < line.search(/\S/));
  if (handler < 0) return false;
  const indent = above[handler]!.search(/\S/);
  const isBeside = (each: string): boolean => /\S/.test(each) && each.search(/\S/) <= indent;
  const begin = above.findLastIndex((each, at) => at < handler && /^\s*try\s*:/.test(each) && isBeside(each));
  if (begin >= 0 && above.slice(begin, handler).some((each) => FAILS.test(each))) return true;
  const next = below.findIndex(isBeside);
  if (next < 0 || !/^\s*else\s*:/.test(below[next]!)) return false;
  const rest = below.slice(next + 1);
  const end = rest.findIndex(isBeside);
  return rest.slice(0, end < 0 ? undefined : end).some((each) => FAILS.test(each));
}

/** The name that `except Error, name:` gives what is caught in Python 2. Today it is another kind of exception. */
const caughtInPython2 = (line: string): string | undefined =>
  /^\s*except\s+[\w.]+\s*,\s*([a-z_]\w*)\s*:/.exec(line)?.[1];

const isCaughtAbove = (name: string, line: string, above: Below): boolean =>
  above.some((each) => caughtInPython2(each) === name && each.search(/\S/) < line.search(/\S/));

/** Django calls `ready` of an application so that it imports what registers itself. */
function isForItsEffect(line: string, above: Below): boolean {
  return /^\s*def ready\(self\)/.test(outerOf(line, above));
}

/** Whether the line has the name in an annotation, and a class of that name follows. */
const isOfLaterClass = (name: string, line: string, below: Below): boolean =>
  new RegExp(String.raw`(?:^\s*\w+\s*:|->|[(,]\s*\w+\s*:).*\b${name}\b`).test(line.replace(/=.*$/, '')) &&
  below.some((each) => new RegExp(String.raw`^class ${name}\b`).test(each));

/** Whether a loop around the line gives the name a value further down, which the line has in the next turn. */
function isSetInTurnBefore(name: string, line: string, { above, below }: Record<'above' | 'below', Below>): boolean {
  let indent = line.search(/\S/);
  for (const each of above.toReversed()) {
    const own = each.search(/\S/);
    if (own < 0 || own >= indent) continue;
    indent = own;
    if (/^\s*(?:async\s+)?(?:def|class)\s/.test(each)) return false;
    if (!/^\s*(?:async\s+)?(?:for|while)\b/.test(each)) continue;
    const end = below.findIndex((later) => /\S/.test(later) && later.search(/\S/) <= own);
    const gives = new RegExp(String.raw`^\s*${name}\s*(?::[^=]*)?=(?!=)`);
    if (below.slice(0, end < 0 ? undefined : end).some((later) => gives.test(later))) return true;
  }
  return false;
}

/** `handle_error` of a server, `handleError` of a logging handler, `process_exception` of a middleware. */
const HOOK_FOR_ERRORS = /\bdef (?:(?:handle|process|on)_?(?:\w+_)?(?:[Ee]rror|[Ee]xception)|__a?exit__)\(/;

/** Whether the function around a line of this indent has an exception among its parameters. */
function takesException(above: readonly string[], indent: number): boolean {
  const begin = above.findLastIndex((line) => /^\s*(?:async\s+)?def\s/.test(line) && line.search(/\S/) < indent);
  if (begin < 0) return false;
  if (HOOK_FOR_ERRORS.test(above[begin]!)) return true;
  const rest = above.slice(begin);
  const end = rest.findIndex((line) => /:\s*(?:#.*)?$/.test(line));
  return /[(,]\s*(?:e|ex|exc|exc_info|err|error|exception)\b|:\s*(?:Base)?Exception\b/.test(
    rest.slice(0, end + 1).join(' '),
  );
}

/** Whether each `return` of the function that begins with the first of the lines gives a constant text. */
function returnsConstants(lines: readonly string[]): boolean {
  const indent = /^\s*/.exec(lines[0] ?? '')![0].length;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() !== '' && line.search(/\S/) <= indent);
  const returned = lines.slice(1, end < 0 ? undefined : end).filter((line) => /^\s*return\b/.test(line));
  return returned.length > 0 && returned.every((line) => /^\s*return (?:"[^"]*"|'[^']*')\s*$/.test(line));
}

/** Such a message does not mean that the file is unreadable. Only the assumed version of Python would not run it. */
const isNewSyntax = (message: string) => /on Python 3\.\d+ \(syntax was added in Python/.test(message);

function problemOf(
  { message, start_location: start, end_location: end }: Diagnostic,
  rule: string,
  lines: Below,
): Problem {
  const severity = severityOf({ code: rule, message, lines, ...start });
  const name = rule === 'F821' ? caughtInPython2(lines[start.row - 1] ?? '') : undefined;
  const isOfPython2 = name !== undefined && message.includes(`\`${name}\``);
  return {
    rule,
    message: isOfPython2 ? `A handler of Python 2: today it is written \`as ${name}\`` : message,
    line: start.row,
    column: start.column,
    endLine: end.row,
    ...(severity !== undefined && { severity }),
  };
}

/**
 * Creates a new instance of the module. If a call overflows the stack, WebAssembly does not unwind its own stack. Each
 * such call would leave less of it for the following files.
 */
function openWorkspace(options: RuffOptions): Workspace {
  delete require.cache[require.resolve('@astral-sh/ruff-wasm-nodejs')];
  const { Workspace, PositionEncoding } = load();
  return new Workspace(options, PositionEncoding.Utf16);
}

const load = (): Ruff => require('@astral-sh/ruff-wasm-nodejs') as Ruff;
