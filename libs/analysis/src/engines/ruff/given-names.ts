import { OF_PYTHON_2 } from './loaded-names';
import { outermost, withoutTexts } from './masked';

/** Names that SCons gives the scripts that it runs. Those of PlatformIO are such scripts. */
const OF_SCONS = new Set(
  (
    'ARGLIST ARGUMENTS Action AddMethod AddOption AddPostAction AddPreAction Alias AllowSubstExceptions ' +
    'AlwaysBuild BUILD_TARGETS BoolVariable Builder COMMAND_LINE_TARGETS CacheDir Chmod Clean Command Configure ' +
    'Copy DEFAULT_TARGETS Decider Default DefaultEnvironment Delete Depends Dir EnsurePythonVersion ' +
    'EnsureSConsVersion Entry EnumVariable Environment Execute Exit Export File FindFile FindInstalledFiles ' +
    'FindPathDirs Flatten GetBuildFailures GetBuildPath GetLaunchDir GetOption Glob Help Ignore Import Install ' +
    'InstallAs InstallVersionedLib Library ListVariable LoadableModule Local Mkdir Move NoCache NoClean Object ' +
    'PackageVariable ParseDepends PathVariable Platform Precious Program Progress Pseudo Repository Requires ' +
    'Return SConscript SConscriptChdir SConsignFile Scanner SetOption SharedLibrary SharedObject SideEffect Split ' +
    'StaticLibrary StaticObject Tag Tool Touch Value Variables VariantDir WhereIs'
  ).split(' '),
);
/** Without one of these, a script does not get anything from SCons. A class may have the other names. */
const SIGNS_OF_SCONS = ['Import', 'Export', 'Return', 'SConscript', 'DefaultEnvironment'];

/** Whether a name that the module uses in a row, and does not define, may be given to it from outside. */
export type IsGiven = (name: string, row: number) => boolean;

/** SCons runs it with its own names before any script. */
const SITE_OF_SCONS = /(?:^|\/)site_scons\/site_init\.py$/;

/** @param missing the names that the module uses and does not define */
export function givenNames(path: string, lines: readonly string[], missing: ReadonlySet<string>): IsGiven {
  if (missing.size === 0) return () => false;
  const code = lines.join('\n');
  const imported = SITE_OF_SCONS.test(path) || callsScons(code, missing) ? importedFrom(code) : undefined;
  const executed = firstExecution(code);
  // The body of a function may run later than the lines below it.
  const isRunAfter = (row: number) => executed < row || (executed < Infinity && /^\s/.test(lines[row - 1] ?? ''));
  return (name, row) =>
    missing.has(name) &&
    ((imported !== undefined && (OF_SCONS.has(name) || imported === 'all' || imported.has(name))) ||
      (isRunAfter(row) && !OF_PYTHON_2.has(name)));
}

const callsScons = (code: string, missing: ReadonlySet<string>): boolean =>
  SIGNS_OF_SCONS.some((name) => missing.has(name) && new RegExp(`^\\s*(?:\\w+\\s*=\\s*)?${name}\\(`, 'm').test(code));

/** The names that `Import("env", "shop libs")` defines; it takes variables and `*` as well. */
function importedFrom(code: string): ReadonlySet<string> | 'all' {
  const names = new Set<string>();
  for (const [, given] of code.matchAll(/^\s*Import\(([^)]*)\)/gm)) {
    if (/\*|\w/.test(withoutTexts(given!)) || /\*/.test(given!)) return 'all';
    for (const name of given!.match(/\w+/g) ?? []) names.add(name);
  }
  return names;
}

const EXECUTES = /^([ \t]*)(?:(?:with|for|if|else|try)\b.*:[ \t]*)?exec[ \t]*\(/gm;

/** The row of the first `exec` that may define names of the module, as it runs a text that is read or put together. */
function firstExecution(code: string): number {
  if (!code.includes('exec')) return Infinity;
  for (const { 0: begin, 1: indent, index } of [...withoutTexts(code).matchAll(EXECUTES)].slice(0, MOST_EXECUTIONS)) {
    const [text, scope] = argumentsAt(code, index + begin.length);
    const above = code.slice(0, index).split('\n');
    const isOfModule = scope === undefined ? isOutsideFunctions(above, indent!) : /^globals\(\s*\)$/.test(scope);
    if (isOfModule && /\w/.test(withoutTexts(text ?? '').replace(/^[rbu]{1,2}·/i, ''))) return above.length;
  }
  return Infinity;
}

const MOST_EXECUTIONS = 20;
const LONGEST_CALL = 2_000;

/** The arguments of the call whose bracket has been opened before. */
function argumentsAt(code: string, at: number): string[] {
  const call = code.slice(at, at + LONGEST_CALL);
  const outer = outermost(call);
  const end = outer.search(/[)\]}]/);
  const ends = [...outer.slice(0, end < 0 ? undefined : end).matchAll(/,|$/g)].map(({ index }) => index);
  return ends.map((each, index) => call.slice(index === 0 ? 0 : ends[index - 1]! + 1, each).trim()).filter(Boolean);
}

function isOutsideFunctions(above: readonly string[], indent: string): boolean {
  let width = indent.length;
  for (const line of above.toReversed()) {
    const own = line.search(/[^\s)\]}]/);
    if (own < 0 || own >= width) continue;
    if (/^\s*(?:(?:async\s+)?def|class)\s/.test(line)) return false;
    width = own;
  }
  return true;
}
