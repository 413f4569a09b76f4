import type { FlowWeakness } from '../../catalogue/flow/rows';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { indentOf } from '../kit/indent';
import { withoutComments } from '../kit/unverified';
import type { Step } from './interpret/values';
import { type Place, columnOf, lineOf } from './ir';

/**
 * Weaknesses of composed text that is run. One function composes it, another one runs it, as is usual with databases. A
 * placeholder, a number or an escape makes it safe on the way, and the interpreter knows these.
 */
export const RUN_AS_COMPOSED: ReadonlySet<string> = new Set<FlowWeakness>([
  'sql-injection',
  'nosql-injection',
  'command-injection',
  'code-injection',
  'template-injection',
  'unsafe-deserialization',
  'file-inclusion',
  'ldap-injection',
  'xpath-injection',
]);

/** A longer path is no longer read as one piece. */
const MAX_LINES = 400;

/** `string name)`: a parameter with its type, not an argument. */
export const PARAMETER = /^(?:\[[^\]]*\]\s*|@\w+(?:\([^)]*\))?\s*)*[\w.<>[\]?]+\s+\w+\s*[,)=]/;
/** The name of such a parameter. */
const DECLARED = /(\w+)\s*[,)=]/;

/** Steps that put the input, or what is made of it, where the sink finds it. */
export const KEPT = /^(?:stored in|put into) /;
const NAMED = /^stored in [$@]{0,2}([\p{L}_][\w.]*)/u;
/** An expression that reads a place: `req.query.name`, `$_GET['name']`. */
const READ = /^[$@]?[\w.>?!:-]+(?:\[\s*['":]?\w+['"]?\s*\]|\((?:"\w*"|'\w*')?\))?/;

/** `params.each do |name, value|` */
const BLOCK = /^params\.\w+\s*(?:do|\{)\s*\|([^|]*)\|/;

/** Words that begin a condition. */
const CONDITION = /\b(?:if|elif|elsif|unless|while|until|switch|case|when|match|guard)\b/;

/** The condition in brackets that a line begins with, without what is done if it holds; else the whole line. */
function conditionIn(line: string): string {
  const begin = /^\W*(?:else\s*)?(?:if|elseif|while|switch)\s*\(/.exec(line)?.[0].length;
  let open = 1;
  for (let at = begin ?? line.length; at < line.length; at += 1) {
    if (line[at] === '(') open += 1;
    else if (line[at] === ')') open -= 1;
    if (open === 0) return line.slice(0, at);
  }
  return line;
}

/** Words that end a branch, or continue with something else. */
const LEAVES = /\b(?:return|throw|raise|exit|die|abort|continue|break|next|redirect\w*|panic|fail|\w*halt|render)\b/;
/** Words that keep an error, for which a later condition asks: `$errors[] = …`, `errors.push(…)`. */
const KEEPS_ERROR = new RegExp(
  String.raw`\b\w*(?:err(?:or)?s?|problems?|violations?|failures?)\b\s*` +
    String.raw`(?:\[[^\]]*\]\s*=|(?:\.|->)\s*(?:push|append|add|put)\w*\s*\(|<<|\+?=(?![=>]))`,
  'i',
);
/** A test how long it is says nothing about its content. */
const MEASURES = /\b(?:\w*strlen|length|count|size|len)\b/i;
/** This many lines of a branch are searched for a word that leaves it. */
const LINES_OF_BRANCH = 4;
/** Functions that judge their argument, or clean it. */
const JUDGES = new RegExp(
  String.raw`\w*(?:valid|check|verif|assert|ensure|sanit|escap|encod|allow|permit|authori[sz]|safe|secur|clean|` +
    String.raw`normali[sz]|canonical|basename)\w*[!?]?\s*\(`,
  'i',
);
/** The same for composed text: the name of a file says nothing about it. */
const JUDGES_COMPOSED = /\w*(?:valid|check|verif|assert|ensure|sanit|escap|allow|permit|quote)\w*[!?]?\s*\(/i;

/** Whether a condition, or a function that judges by its name, gets the input between the source and the sink. */
export function isLookedAt(
  { at, weakness }: { readonly at: Place; readonly weakness: string },
  steps: readonly Step[],
  lines: readonly string[],
): boolean {
  const [first, last] = [lineOf(steps[0]!.at), lineOf(at)];
  if (last < first || last - first > MAX_LINES) return !RUN_AS_COMPOSED.has(weakness);
  const written = (lines[first - 1] ?? '').slice(columnOf(steps[0]!.at) - 1);
  const read = PARAMETER.test(written) ? DECLARED.exec(written)?.[1] : READ.exec(written)?.[0];
  const names = new Set(steps.flatMap(({ note }) => NAMED.exec(note)?.[1] ?? []));
  const uses = [...names].map((name) => new RegExp(String.raw`(?<![\w.])[$@]?${escapedForRegex(name)}\b`));
  for (const name of BLOCK.exec(written)?.[1]?.match(/\w+/g) ?? [])
    uses.push(new RegExp(String.raw`(?<![\w.])${name}\b`));
  if (read !== undefined && read.length > 1) uses.push(new RegExp(String.raw`(?<![\w.])${escapedForRegex(read)}`));
  const code = withoutComments(lines.slice(first - 1, last));
  const kept = new Set(steps.filter(({ note }) => KEPT.test(note)).map((step) => lines[lineOf(step.at) - 1] ?? ''));
  return code.slice(0, -1).some((line, index) => {
    const present = line.replaceAll(PRESENCE, ' ');
    const told = withoutIdleQuestions(present, weakness);
    const use = uses.find((each) => each.test(told));
    if (use === undefined) return false;
    const judge = (RUN_AS_COMPOSED.has(weakness) ? JUDGES_COMPOSED : JUDGES).exec(told);
    if (judge !== null && use.test(told.slice(judge.index))) return true;
    if (!CONDITION.test(told) || !use.test(conditionIn(told))) return false;
    // The interpreter knows which conditions make a composed text safe, but not what an error that is kept leads to.
    if (RUN_AS_COMPOSED.has(weakness)) return !MEASURES.test(told) && KEEPS_ERROR.test(code[index + 1] ?? '');
    return decides(code, index, kept, use);
  });
}

/**
 * Whether the sink, or a step on the way to it, lies within the branches of a condition, or a branch leaves, or puts
 * something else in the place of the input.
 * @param kept the lines of steps that keep the input
 * @param use matches the name that holds the input
 */
function decides(code: readonly string[], index: number, kept: ReadonlySet<string>, use: RegExp): boolean {
  const indent = indentOf(code[index]!);
  const after = code.slice(index + 1);
  const end = after.findIndex((line) => !/^\s*\{?\s*$/.test(line) && indentOf(line) <= indent && !OTHERWISE.test(line));
  const branch = end < 0 ? after : after.slice(0, end);
  const isWithin = end < 0 || branch.some((line) => kept.has(line));
  const first = code.slice(index, index + LINES_OF_BRANCH);
  const replaces = new RegExp(String.raw`${use.source}\s*:?=(?![=>~])`);
  return (
    isWithin ||
    first.some((line) => LEAVES.test(line)) ||
    first.slice(1).some((line) => replaces.test(line)) ||
    (branch[0] !== undefined && KEEPS_ERROR.test(branch[0]))
  );
}
/** `} else {`, `elsif`, `else:` */
const OTHERWISE = /^\s*\}?\s*(?:else|elif|elsif|elseif)\b/;

/** A test for the beginning of every address says nothing about its host: `url.startsWith('http')`. */
const SCHEME = new RegExp(
  String.raw`[$@\w.>\[\]'"-]+\.(?:starts?_?with\??)\(\s*['"\x60]https?(?::\/\/)?['"\x60][^()]*\)|` +
    String.raw`\b(?:HasPrefix|str_starts_with)\([^(),]+,\s*['"]https?(?::\/\/)?['"]\s*\)`,
  'gi',
);

const NAME = String.raw`[$@\w.>\[\]'"-]+`;
/** The same without what is found by another name: `list[name]` asks whether a list has it. */
const PLACE = String.raw`[$@\w.>-]+(?:\[\s*['":]\w+['"]?\s*\])*`;

/** A test whether a file is there, or of what kind it is, says nothing about where its path leads. */
const EXISTS = new RegExp(
  String.raw`\b(?:file_exists|is_file|is_dir|is_readable|is_writable|pathExists|existsSync|(?:File|Dir)\.exists?\?|` +
    String.raw`os\.path\.(?:exists|isfile|isdir)|Files\.exists|File\.Exists|Directory\.Exists)\(\s*${NAME}\s*\)|` +
    String.raw`${NAME}\.(?:exists|isFile|isDirectory|is_file|is_dir|canRead|hasMoreElements|hasNext)\(\)`,
  'g',
);

/** A line without the questions that say nothing about the weakness. */
const withoutIdleQuestions = (line: string, weakness: string): string =>
  weakness === 'request-forgery'
    ? line.replaceAll(SCHEME, ' ')
    : weakness === 'path-traversal'
      ? line.replaceAll(EXISTS, ' ')
      : line;

/**
 * A test whether something was sent says nothing about its content: `if (!name)`, `isset($_GET['name'])`, `name ==
 * null`.
 */
const PRESENCE = new RegExp(
  String.raw`\b(?:isset|empty|is_null|IsNullOrEmpty|IsNullOrWhiteSpace|isEmpty|isBlank|isNotEmpty|isNotBlank)` +
    String.raw`\(\s*${NAME}\s*\)|` +
    // One of several operands.
    String.raw`(?<=(?:(?<!\w)\(|&&|\|\||\b(?:if|and|or|not))\s*)!?\s*${PLACE}(?=\s*(?:\)|&&|\|\||\b(?:and|or)\b))|` +
    String.raw`${NAME}\s*(?:[!=]==?|\bis(?:\s+not)?)\s*(?:null|nil|None|undefined|NULL|''|"")|` +
    String.raw`${NAME}\.(?:isEmpty\(\)|isBlank\(\)|blank\?|present\?|nil\?|empty\?)|` +
    String.raw`\b(?:if|unless|while)\s*\(?\s*!?\s*${NAME}\s*\)?\s*(?:$|\{|:|return\b|throw\b)`,
  'g',
);
