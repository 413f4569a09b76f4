import { OWN_LABELS, PREDICTABLE, type FlowWeakness } from '../../catalogue/flow/rows';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { indentOf } from '../kit/indent';
import { cutLines, someLine } from '../kit/lines-of-file';
import { withoutComments } from '../kit/unverified';
import { isBegun, isCalledBack, reservationsOfKind, reservationsOfPredictable } from './evidence-of-kinds';
import { reservationsOnTheWay } from './evidence-on-the-way';
import type { Flow } from './interpret/run';
import { type Step, isGuess } from './interpret/values';
import { columnOf, lineOf } from './ir';
import { isBesidePlaceholders } from './placeholders';
import { NOTHING_KNOWN, type OfTarget, reservationsOfPlace } from './production';
import { reservationsOfRights } from './rights';
import { isAsked } from './rules';
import { wayTo } from './trace';

/**
 * Labels of input that strangers send. Arguments, files, variables and databases belong to the program's owner first.
 */
const OF_STRANGERS = new RegExp(
  String.raw`\bof the request$|\brequest’s\b|\bcookies?$|\buploaded file$|\bof a token$|` +
    String.raw`\bof the (?:client|network|query|page)$|\bfrom the network$`,
);

/** Labels of input that browsers send by themselves: only the browser's user, or the author of a client, chooses it. */
const SENT_BY_BROWSERS =
  /^(?:(?:signed )?(?:headers?|cookies?|names of the request’s headers|host)\b|type of an uploaded file$)/;

/** Labels of addresses as the browser has sent them, with `"`, `<` and `>` encoded. */
const SENT_ENCODED = /^(?:address|encoded path) of the request$/;
/** Reads of the query as it was sent, with all its parameters. */
const WHOLE_QUERY = /\bQUERY_STRING\b|\bgetQueryString\(\)|\.RawQuery\b/;
/** The same in a page, where the parser of markup gets it, and not what follows addresses. */
const READ_ENCODED = /^address of the page$/;
const PARSES_MARKUP = /(?:innerHTML|outerHTML|insertAdjacentHTML|html|append|prepend|write(?:ln)?)$/;
/** A parser of queries decodes their values. */
const DECODES =
  /decode|unescape|unquote|deparam|searchParams|query_?string\.|parse_?(?:query|params|qs|str)|\bqs\.parse/i;

/** Pages that set a program up: `install.php`, `functions_installer.inc.php`, `installer/`, `setup/`. */
const INSTALLER = new RegExp(
  String.raw`(?:^|\/)(?:(?:install(?:er|ation)?|setup)\/|` +
    String.raw`(?:[\w.-]*[_.-])?(?:install(?:er)?|setup)(?:[_.-][\w.-]*)?\.php$)`,
  'i',
);

/**
 * Weaknesses of composed text that is run. One function composes it, another one runs it, as is usual with databases. A
 * placeholder, a number or an escape makes it safe on the way, and the interpreter knows these.
 */
const RUN_AS_COMPOSED: ReadonlySet<string> = new Set<FlowWeakness>([
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

/**
 * The same, where the program most often chooses among its own files, functions or objects: a function on the way may
 * know which there are.
 */
const isChosenByProgram = (flow: Flow): boolean =>
  flow.weakness === 'file-inclusion' ||
  flow.weakness === 'unsafe-deserialization' ||
  (flow.weakness === 'code-injection' && (isCalledBack(flow) || LOADS_MODULE.test(flow.reaches)));
/** Functions of Python that load a module by its name. */
const LOADS_MODULE = /^given to (?:import_module|__import__)\b/;

/** A way of more steps has many places where something may check the input. */
const MAX_STEPS = { here: 8, elsewhere: 6 };

/** A reader takes in this many calls at a glance. */
const CALLS = { composed: 2, markup: 1, reflection: 1, others: 0 };
const MAX_FILES = 2;
/** Text further to the right was not written by hand, and would keep the patterns below busy for long. */
const MAX_COLUMNS = 1_000;
/** A longer path within one function is no longer read as one piece. */
const MAX_LINES = 80;

const GUESSES = {
  guessed: 'the program makes an object of it, and what a method of that gives is not known',
  inherited: 'a method from outside of the target returns it, as far as is known',
  composed: 'a call that is not known makes something of the collection it is in',
  'of-some-type': 'the program sets the type of the answer to one that is not known',
} as const;

/** A handler and the template that it renders are read as one. */
const TEMPLATE = /\.(?:ejs|erb)$/;
/** Scripts that include each other share their variables. */
const SCRIPT = /\.php$/;
/** A script with only functions and classes is run by its callers. */
const FUNCTION = /^\s*(?:(?:public|protected|private|static|final|abstract)\s+)*function\s+\w+/;
const HANDED_ON = /^(?:passed to|returned by) /;

/**
 * Reasons why a finding is worth a look only, and not an alarm. High and critical are for what the lines themselves
 * show: a stranger's input that one function takes and uses without a check.
 */
export function reservationsOf(
  flow: Flow,
  linesOf: (file: string) => readonly string[],
  ofTarget: OfTarget = NOTHING_KNOWN,
): string[] {
  const { taint, weakness } = flow;
  const steps = wayTo(taint.step);
  const [source] = steps;
  const lines = cutLines(linesOf(source!.file));
  const isOwnKind = OWN_LABELS[weakness as FlowWeakness]?.includes(taint.label) === true;
  const way = { flow, steps, lines };
  if (isOwnKind && taint.label === PREDICTABLE) return reservationsOfPredictable(way);
  const isMarkup = weakness === 'cross-site-scripting';
  const isOneFile = [...steps, flow].every(({ file }) => file === source!.file);
  return [
    ...(isOwnKind || OF_STRANGERS.test(taint.label) ? [] : ['who runs the program has a say in it']),
    ...(isHandedOn(flow, steps, lines) || isOfCaller(lines, source!) ? ['it leads from one function to another'] : []),
    ...(steps.length > (isOneFile ? MAX_STEPS.here : MAX_STEPS.elsewhere) ? ['it is a long way'] : []),
    ...(flow.isOfKeyHolders ? ['none but the holders of a key may send it'] : []),
    ...(INSTALLER.test(source!.file) ? ['it comes from pages that set the program up, before others may use it'] : []),
    ...(isMarkup && SENT_BY_BROWSERS.test(taint.label) ? ['no page of a stranger makes a browser send it'] : []),
    ...(isMarkup && (isEncoded(flow) || isWholeQuery(source!, lines)) && !isDecoded(flow, steps, linesOf)
      ? ['browsers encode what could be markup in it']
      : []),
    ...(weakness === 'path-traversal' && isOneFile && !SENDS.test(flow.reaches) && !isComposed(flow, steps, lines)
      ? ['the whole path is chosen, which may be meant']
      : []),
    ...(weakness === 'sql-injection' &&
    RUNS_STATEMENT.test(flow.reaches) &&
    isBegun(flow) &&
    !isWritten(flow, steps, linesOf)
      ? ['the whole statement is chosen, which may be meant']
      : []),
    ...reservationsOfKind(way),
    ...reservationsOnTheWay(flow, steps, linesOf),
    ...reservationsOfPlace(flow, steps, lines, ofTarget),
    ...reservationsOfRights(flow, steps, lines),
    ...(flow.weakness === 'sql-injection' && isBesidePlaceholders(steps, linesOf)
      ? ['the code that composes the statement writes placeholders for values']
      : []),
    ...(taint.doubt !== undefined && isGuess(taint.doubt) ? [GUESSES[taint.doubt]] : []),
    ...(RUN_AS_COMPOSED.has(weakness) && isAsked(taint.safe)
      ? ['a call that is not known is asked about it first']
      : []),
    ...(weakness === 'request-forgery' && !isBegun(flow) ? ['no more than a part of the address is chosen'] : []),
    ...(!isOneFile && RUN_AS_COMPOSED.has(weakness) && isFiltered(flow, steps, linesOf)
      ? ['a function on the way filters it, by its name']
      : []),
    ...((weakness === 'sql-injection' || weakness === 'command-injection') && isEscaped(steps, linesOf)
      ? ['a function on the way escapes it, by its name']
      : []),
    // The test by the slow expression is what looks at it.
    ...(isOneFile && weakness !== 'slow-pattern' && isLookedAt(flow, steps, lines)
      ? ['the lines between look at it']
      : []),
  ];
}

const isEncoded = ({ taint, reaches }: Flow): boolean =>
  SENT_ENCODED.test(taint.label) || (READ_ENCODED.test(taint.label) && PARSES_MARKUP.test(reaches));

const isWholeQuery = ({ at }: Step, lines: readonly string[]): boolean => {
  const read = (lines[lineOf(at) - 1] ?? '').slice(columnOf(at) - 1);
  return WHOLE_QUERY.test(/^[^;,+]*/.exec(read)![0]);
};

/** Whether a line on the way decodes the address. */
const isDecoded = (flow: Flow, steps: readonly Step[], linesOf: (file: string) => readonly string[]): boolean =>
  [...steps, flow].some(({ file, at }) => DECODES.test((linesOf(file)[lineOf(at) - 1] ?? '').slice(0, MAX_COLUMNS)));

/** `get_filtered_value('id')` */
const FILTERS = /\b\w*(?:filter(?:ed)?_|_filtered|validated|sanitiz|sanitis|get_?valid|get_?safe|clean(?!up))\w*\s*\(/i;

/** `$db->escape($text)`, `quoteSql(text)`. What is escaped for a page or an address is not so for others. */
const ESCAPES = /\b(?!\w*(?:html|ur[il]|js|xml|attr))\w*(?:escape|quote)\w*\s*\(/i;

/** Whether a line on the way calls a function that escapes, by its name, what goes into a statement or a command. */
const isEscaped = (steps: readonly Step[], linesOf: (file: string) => readonly string[]): boolean =>
  steps.some(({ note, file, at }) => KEPT.test(note) && ESCAPES.test(statementAt(linesOf(file), at)));

/** The rest of the line at a place, with the lines after it until all brackets are closed. */
function statementAt(lines: readonly string[], at: Step['at']): string {
  const first = lineOf(at);
  let written = '';
  let open = 0;
  for (let row = first; row < first + LINES_OF_STATEMENT && (row === first || open > 0); row += 1) {
    const line = (lines[row - 1] ?? '').slice(row === first ? columnOf(at) - 1 : 0, MAX_COLUMNS);
    open += (line.match(/[([]/g)?.length ?? 0) - (line.match(/[)\]]/g)?.length ?? 0);
    written += `${line}\n`;
  }
  return written;
}
const LINES_OF_STATEMENT = 40;

/** Whether a line on the way calls a function that is called after what it lets through. */
const isFiltered = (flow: Flow, steps: readonly Step[], linesOf: (file: string) => readonly string[]): boolean =>
  [...steps.slice(1), flow].some(({ file, at }) =>
    FILTERS.test((linesOf(file)[lineOf(at) - 1] ?? '').slice(columnOf(at) - 1, MAX_COLUMNS)),
  );

function isHandedOn(flow: Flow, steps: readonly Step[], lines: readonly string[]): boolean {
  const { weakness, file } = flow;
  const calls = steps.filter((step, index) => HANDED_ON.test(step.note) && !isEntry(steps, index, lines)).length;
  const files = new Set([file, ...steps.map((step) => step.file)]);
  const areScripts = calls === 0 && [...files].every((each) => SCRIPT.test(each)) && !someLine(lines, FUNCTION);
  if (isChosenByProgram(flow)) return calls > 0 || files.size > (areScripts ? MAX_FILES : 1);
  if (RUN_AS_COMPOSED.has(weakness)) return calls > CALLS.composed || files.size > MAX_FILES;
  const isMarkup = weakness === 'cross-site-scripting';
  const isOnePiece =
    files.size === 1 || (isMarkup && (areScripts || (files.size === MAX_FILES && TEMPLATE.test(file))));
  const most = isMarkup ? CALLS.markup : weakness === 'unsafe-reflection' ? CALLS.reflection : CALLS.others;
  return !isOnePiece || calls > most;
}

/** `string name)`: a parameter with its type, not an argument. */
const PARAMETER = /^(?:\[[^\]]*\]\s*|@\w+(?:\([^)]*\))?\s*)*[\w.<>[\]?]+\s+\w+\s*[,)=]/;
/** The name of such a parameter. */
const DECLARED = /(\w+)\s*[,)=]/;
const TYPE_BEFORE = /(?<!\b(?:await|new|return|not|in|and|or))(?<=[\w>\]?])\s$/;
/** `name(`, `this.name(` */
const CALL = /^(?:await\s+)?[\w$.:>?-]*\w\(/;

/** Whether a step says that a framework calls the function with input: the step at the function's head. */
function isEntry([source, first]: readonly Step[], index: number, lines: readonly string[]): boolean {
  if (index !== 1 || first!.file !== source!.file || lineOf(first!.at) > lineOf(source!.at)) return false;
  const line = lines[lineOf(first!.at) - 1] ?? '';
  const column = columnOf(source!.at) - 1;
  const isDeclared = PARAMETER.test(line.slice(column)) || TYPE_BEFORE.test(line.slice(0, column));
  return isDeclared || !CALL.test(line.slice(columnOf(first!.at) - 1));
}

/** A signature stands at most this many lines above a read in its body. */
const MAX_SIGNATURE = 60;

/** Whether the input is a parameter of a method that only its own class calls: its callers may check it. */
function isOfCaller(lines: readonly string[], { at }: Step): boolean {
  const row = lineOf(at);
  const root = /^\$?\w+/.exec((lines[row - 1] ?? '').slice(columnOf(at) - 1))?.[0];
  if (root === undefined) return false;
  const own = new RegExp(
    String.raw`\b(?:private|protected|internal)\b[^;={]*\([^;{]*(?<![\w.])${escapedForRegex(root)}\s*[,):]`,
  );
  return lines.slice(Math.max(0, row - MAX_SIGNATURE), row).some((line) => own.test(line) && !OF_SERVER.test(line));
}
/** Protected methods that a server calls: `protected void doGet(HttpServletRequest request, …)`. */
const OF_SERVER =
  /\bprotected\b[^(]*\b(?:do(?:Get|Post|Put|Patch|Delete|Head|Options|Filter\w*)|service|handleRequest\w*)\s*\(/;

/** Code that sends the file to the client: nobody offers all files of a machine so. */
const SENDS = /given to \w*(?:send|serve|download|PhysicalFile|FileResponse)/i;

/** Code that joins texts or parts of paths. */
const JOINS = new RegExp(
  String.raw`\b(?:join|resolve|combine|concat|format|sprintf|append)\w*\(|\bFile\([^()]*,|` +
    // With one argument, it makes a path of a text.
    String.raw`\bPaths?\.(?:of|get)\((?:[^(),]|\([^()]*\))*,|` +
    String.raw`['"\x60\w)\]]\s*\+\s*|[$#]?\{[^}]*\}|%[sv]|['"\w)\]]\s\.\s|\.\s*['"$]`,
  'i',
);

/** Whether the program joins a part of its own to the input: only then can the input leave a folder. */
const isComposed = ({ at }: Flow, steps: readonly Step[], lines: readonly string[]): boolean =>
  [...steps.map((step) => step.at), at].some((place) =>
    JOINS.test((lines[lineOf(place) - 1] ?? '').replace(ENDS_FOLDER, '')),
  );

/** Calls that take a whole statement, unlike `where` and `order`. */
const RUNS_STATEMENT = /^given to \w*(?:query|exec|prepare|raw|statement)\w*$/i;

/** A text of the program that is a part of a statement: it has a word of SQL, or something is joined to it. */
const PART_OF_STATEMENT = new RegExp(
  String.raw`['"\x60].*\b(?:select|insert|update|delete|where|having|order by|limit|set|values|and|or)\b|` +
    String.raw`['"\x60]\s*[.+]|[.+]\s*['"\x60]|[$#]\{|%[sv]|\b(?:s?printf|format|concat|join|implode)\w*\(`,
  'i',
);

/** Whether a line on the way writes a part of the statement. */
const isWritten = (flow: Flow, steps: readonly Step[], linesOf: (file: string) => readonly string[]): boolean =>
  [...steps, flow].some(({ file, at }) => {
    const line = (linesOf(file)[lineOf(at) - 1] ?? '').slice(0, MAX_COLUMNS);
    return PART_OF_STATEMENT.test(line.replace(/\s(?:\/\/|#)\s.*$/, ''));
  });

/** `path + os.path.sep`: the separator behind a path puts nothing before it. */
const ENDS_FOLDER = /\+\s*(?:[\w.]*\b(?:sep|DirectorySeparatorChar)\b|(['"])[/\\]+\1)\s*[);]*\s*$/;

/** Steps that put the input, or what is made of it, where the sink finds it. */
const KEPT = /^(?:stored in|put into) /;
const NAMED = /^stored in [$@]{0,2}([\p{L}_][\w.]*)/u;
/** An expression that reads a place: `req.query.name`, `$_GET['name']`. */
const READ = /^[$@]?[\w.>?!:-]+(?:\[\s*['":]?\w+['"]?\s*\]|\((?:"\w*"|'\w*')?\))?/;

/** `params.each do |name, value|` */
const BLOCK = /^params\.\w+\s*(?:do|\{)\s*\|([^|]*)\|/;

/** Words that begin a condition. */
const CONDITION = /\b(?:if|elif|elsif|unless|while|until|switch|case|when|match|guard)\b/;
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
function isLookedAt({ at, weakness }: Flow, steps: readonly Step[], lines: readonly string[]): boolean {
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
    const told = weakness === 'request-forgery' ? present.replaceAll(SCHEME, ' ') : present;
    const use = uses.find((each) => each.test(told));
    if (use === undefined) return false;
    const judge = (RUN_AS_COMPOSED.has(weakness) ? JUDGES_COMPOSED : JUDGES).exec(told);
    if (judge !== null && use.test(told.slice(judge.index))) return true;
    if (!CONDITION.test(told)) return false;
    // The interpreter knows which conditions make a composed text safe, but not what an error that is kept leads to.
    if (RUN_AS_COMPOSED.has(weakness)) return !MEASURES.test(told) && KEEPS_ERROR.test(code[index + 1] ?? '');
    return decides(code, index, kept);
  });
}

/**
 * Whether the sink, or a step on the way to it, lies within the branches of a condition, or one of the branches leaves.
 * @param kept the lines of steps that keep the input
 */
function decides(code: readonly string[], index: number, kept: ReadonlySet<string>): boolean {
  const indent = indentOf(code[index]!);
  const after = code.slice(index + 1);
  const end = after.findIndex((line) => !/^\s*\{?\s*$/.test(line) && indentOf(line) <= indent);
  const branch = end < 0 ? after : after.slice(0, end);
  const isWithin = end < 0 || branch.some((line) => kept.has(line));
  const first = code.slice(index, index + LINES_OF_BRANCH);
  return (
    isWithin || first.some((line) => LEAVES.test(line)) || (branch[0] !== undefined && KEEPS_ERROR.test(branch[0]))
  );
}

/** A test for the beginning of every address says nothing about its host: `url.startsWith('http')`. */
const SCHEME = new RegExp(
  String.raw`[$@\w.>\[\]'"-]+\.(?:starts?_?with\??)\(\s*['"\x60]https?(?::\/\/)?['"\x60][^()]*\)|` +
    String.raw`\b(?:HasPrefix|str_starts_with)\([^(),]+,\s*['"]https?(?::\/\/)?['"]\s*\)`,
  'gi',
);

const NAME = String.raw`[$@\w.>\[\]'"-]+`;
/**
 * A test whether something was sent says nothing about its content: `if (!name)`, `isset($_GET['name'])`, `name ==
 * null`.
 */
const PRESENCE = new RegExp(
  String.raw`\b(?:isset|empty|is_null|IsNullOrEmpty|IsNullOrWhiteSpace|isEmpty|isBlank|isNotEmpty|isNotBlank)` +
    String.raw`\(\s*${NAME}\s*\)|` +
    String.raw`${NAME}\s*(?:[!=]==?|\bis(?:\s+not)?)\s*(?:null|nil|None|undefined|NULL|''|"")|` +
    String.raw`${NAME}\.(?:isEmpty\(\)|isBlank\(\)|blank\?|present\?|nil\?|empty\?)|` +
    String.raw`\b(?:if|unless|while)\s*\(?\s*!?\s*${NAME}\s*\)?\s*(?:$|\{|:|return\b|throw\b)`,
  'g',
);
