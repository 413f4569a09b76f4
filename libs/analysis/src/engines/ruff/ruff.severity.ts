import type { Severity } from '@assay/kernel';
import { isInMain } from '../kit/unverified';

/** Where a diagnostic stands: the lines of the file, and what it covers of its first line. */
export interface Covered {
  readonly code: string;
  readonly message: string;
  readonly lines: readonly string[];
  /** From 1 on. */
  readonly row: number;
  readonly column: number;
}

/** Undefined if the severity of the rule holds. */
export function severityOf(covered: Covered): Severity | undefined {
  // Bandit's rules report a literal command in this way.
  if (covered.message.includes('seems safe')) return 'low';
  if (
    covered.code === 'F821' &&
    (isInPlainText(covered) || isListOfNames(covered) || isOnlyData(covered) || isOfRunner(covered))
  )
    return 'low';
  // Python runs no such file: a program makes a function of the whole text, as authentik does of its expressions.
  if (covered.code === 'F706' && !covered.lines.some((line) => /^\s*(?:async\s+)?(?:def|class)\s/.test(line)))
    return 'low';
  if (covered.code === 'B006' && isChanged(covered)) return 'medium';
  if ((covered.code === 'S605' || covered.code === 'S602') && isOfCommandLine(covered)) return 'low';
  if ((covered.code === 'S605' || covered.code === 'S602') && runsItsParameter(covered)) return 'low';
  if (covered.code === 'S201' && isInMain(covered.lines, covered.row)) return 'low';
  if (covered.code === 'E722' && isPassedOn(covered)) return 'low';
  if (covered.code === 'PLE0237' && isOnlyBase(covered)) return 'low';
  // The constructor of the class above returns nothing, and that is what is returned.
  if (
    covered.code === 'PLE0101' &&
    /^\s*return\s+super\([^()]*\)\.__init__\(/.test(covered.lines[covered.row - 1] ?? '')
  )
    return 'low';
  // Nobody writes that by mistake: it asks whether the value is a number.
  if (covered.code === 'PLR0124' && /^(\w+)\s*!=\s*\1\b/.test(writtenAt(covered))) return 'low';
  return undefined;
}

/**
 * Whether the class that a line is in is there for others to derive from. An object of one that has no slots takes any
 * attribute.
 */
function isOnlyBase({ lines, row }: Covered): boolean {
  const indent = (lines[row - 1] ?? '').search(/\S/);
  const head = lines.slice(0, row - 1).findLast((line) => /^\s*class\s/.test(line) && line.search(/\S/) < indent);
  const name = /^\s*class\s+(\w+)/.exec(head ?? '')?.[1];
  if (name === undefined) return false;
  const derived = new RegExp(String.raw`^\s*class\s+\w+\((?:.*[\s,])?${name}\s*[,)]`);
  return /Base$|^_?(?:Base|Abstract)[A-Z]/.test(name) || lines.some((each) => derived.test(each));
}

/** Whether the function is a command of Click or Flask: its user has a shell already. */
function isOfCommandLine({ lines, row }: Covered): boolean {
  const indent = (lines[row - 1] ?? '').search(/\S/);
  const above = lines.slice(0, row - 1).toReversed();
  const begin = above.findIndex((line) => /^\s*(?:async\s+)?def\s/.test(line) && line.search(/\S/) < indent);
  if (begin < 0) return false;
  const decorators = above.slice(begin + 1);
  const end = decorators.findIndex((line) => line.trim() === '' || /^\s*(?:def|class)\s/.test(line));
  return decorators.slice(0, end < 0 ? undefined : end).some((line) => /^\s*@(?:click\.|[\w.]+\.command\()/.test(line));
}

const COMMAND = /^(?:\w+_)?(?:cmd|command|commands|cmdline|command_line|shell)s?$/;

/**
 * Whether the command is a parameter that is named so: the callers of such a function give it a command. Where that is
 * from somebody else, the flow of data shows it.
 */
function runsItsParameter({ lines, row, column }: Covered): boolean {
  const written = writtenAt({ lines, row, column });
  const after = /\(\s*(\w+)\s*[,)]/.exec(written)?.[1] ?? (/\(\s*$/.test(written) ? firstWord(lines[row]) : undefined);
  if (after === undefined || !COMMAND.test(after)) return false;
  const indent = (lines[row - 1] ?? '').search(/\S/);
  const begin = lines
    .slice(0, row - 1)
    .findLastIndex((line) => /^\s*(?:async\s+)?def\s/.test(line) && line.search(/\S/) < indent);
  if (begin < 0) return false;
  const end = lines.findIndex((line, at) => at >= begin && /:\s*(?:#.*)?$/.test(line));
  const head = lines.slice(begin, Math.min(end + 1, begin + MOST_LINES)).join(' ');
  const isSetAgain = lines.slice(begin, row).some((line) => new RegExp(`^\\s*${after}\\s*\\+?=[^=]`).test(line));
  return !isSetAgain && new RegExp(`[(,]\\s*${after}\\b`).test(head);
}

const writtenAt = ({ lines, row, column }: Pick<Covered, 'lines' | 'row' | 'column'>): string =>
  (lines[row - 1] ?? '').slice(column - 1);

const firstWord = (line = ''): string | undefined => /^\s*(\w+)\s*[,)]/.exec(line)?.[1];

/** Whether the file has nothing but names: a list for a tool that looks for dead code, which nobody runs. */
const isListOfNames = ({ lines }: Covered): boolean =>
  lines.every((line) => /^(?:[A-Za-z_][\w.]*)?\s*(?:#.*)?$/.test(line));

const OF_PROGRAM =
  /^\s*(?:(?:import|from\s+\S+\s+import|(?:async\s+)?(?:def|for|with)|class|while|if|try|raise|assert|del)\b|print\()/;

/**
 * Whether the file only gives values: it imports, defines and repeats nothing. Settings and inputs get their names from
 * the program that runs or reads them.
 */
const isOnlyData = ({ lines }: Covered): boolean => !lines.some((line) => OF_PROGRAM.test(line));

/** Names that a program gives the settings that it runs, which name it somewhere. */
const OF_RUNNERS: Readonly<Record<string, RegExp>> = {
  defines: /dmgbuild/i,
  get_config: /jupyter|ipython|\bc\s*=\s*get_config\(/i,
};

function isOfRunner({ message, lines }: Covered): boolean {
  const name = /`(\w+)`/.exec(message)?.[1] ?? '';
  return Object.hasOwn(OF_RUNNERS, name) && lines.some((line) => OF_RUNNERS[name]!.test(line));
}

/** Whether the handler raises the exception again, or hands it to somebody who tells of it. */
function isPassedOn({ lines, row }: Covered): boolean {
  const indent = (lines[row - 1] ?? '').search(/\S/);
  const after = lines.slice(row, row + MOST_LINES);
  const end = after.findIndex((line) => /\S/.test(line) && line.search(/\S/) <= indent);
  return after
    .slice(0, end < 0 ? undefined : end)
    .some((line) => /^\s*raise\b|\bexc_info\b|\.exception\(|\btraceback\.|\bprint_exc/.test(line));
}

/**
 * Whether the place is inside a string literal, as the name of a type in an annotation is: `"Order"`. Nothing fails
 * where nobody reads the annotation. Expressions in an f-string are evaluated.
 */
function isInPlainText({ lines, row, column }: Covered): boolean {
  let opened: string | undefined;
  let isFormatted = false;
  const before = (lines[row - 1] ?? '').slice(0, column - 1);
  for (let index = 0; index < before.length; index += 1) {
    const character = before[index]!;
    if (opened === undefined && (character === '"' || character === "'")) {
      opened = character;
      isFormatted = /(?:^|\W)(?:f|rf|fr)$/i.test(before.slice(Math.max(0, index - 3), index));
    } else if (opened !== undefined && character === '\\') index += 1;
    else if (character === opened) opened = undefined;
  }
  return opened !== undefined && !isFormatted;
}

const MOST_LINES = 200;
const CHANGING = 'append|extend|insert|remove|pop|popitem|clear|update|setdefault|add|discard|sort|reverse';

/** Whether the function changes its mutable default, or keeps it in a field, where others may change it. */
function isChanged({ lines, row, column }: Covered): boolean {
  const before = (lines[row - 1] ?? '').slice(0, column - 1);
  const name = /(\w+)\s*(?::[^=]*)?=\s*$/.exec(before)?.[1];
  if (name === undefined) return false;
  const begin = lines.slice(0, row).findLastIndex((line) => /^\s*(?:async\s+)?def\s/.test(line));
  const indent = begin < 0 ? 0 : lines[begin]!.search(/\S/);
  const after = lines.slice(row, row + MOST_LINES);
  const end = after.findIndex((line) => /^\s*[\w@]/.test(line) && line.search(/\S/) <= indent);
  const body = after.slice(0, end < 0 ? undefined : end).join('\n');
  const changed = new RegExp(
    String.raw`\b${name}(?:\.(?:${CHANGING})\(|\[[^\]\n]*\]\s*[-+*/|&]?=(?!=)|\s*(?:\+|\||&|-)=)|\bdel ${name}\[|` +
      String.raw`\b(?:self|cls)\.\w+\s*=\s*${name}\s*$`,
    'm',
  );
  return changed.test(body) && !new RegExp(String.raw`^\s*${name}\s*=[^=]`, 'm').test(body);
}
