import { OWN_LABELS, PREDICTABLE, type FlowWeakness } from '../../catalogue/flow/rows';
import { escapedForRegex } from '../kit/escaped-for-regex';
import { cutLines, someLine } from '../kit/lines-of-file';
import { TOLD_TO_OTHERS, isToldToOthers } from '../kit/told-to-others';
import { isBegun, isCalledBack, reservationsOfKind, reservationsOfPredictable } from './evidence-of-kinds';
import { reservationsOnTheWay } from './evidence-on-the-way';
import type { Flow } from './interpret/run';
import { HANDED_ON, type Step, isGuess } from './interpret/values';
import { columnOf, lineOf } from './ir';
import { KEPT, PARAMETER, RUN_AS_COMPOSED, isLookedAt } from './looked-at';
import { isBesidePlaceholders } from './placeholders';
import { NOTHING_KNOWN, type OfTarget, reservationsOfPlace } from './production';
import { withoutReadHelpers } from './read-helpers';
import { reservationsOfRights } from './rights';
import { isAsked } from './rules';
import { statementAt } from './statement-at';
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
/** Whether such a page brings the input, or uses what another file has read. */
const setsUp = (source: Step, flow: Flow): boolean => [source, flow].some(({ file }) => INSTALLER.test(file));

/**
 * Weaknesses of composed text that is run, where the program most often chooses among its own files, functions or
 * objects: a function on the way may know which there are.
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
/** The one reservation that does not turn a mild doubt into a grave one. */
export const HANDED_ON_TO_ANOTHER = 'it leads from one function to another';
/** A collection may hold the input under one name, and values of the program under others. */
const HANDED_ON_OR_COLLECTED = /^(?:passed to|returned by|put into) /;

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
  const whole = wayTo(taint.step);
  const steps = withoutReadHelpers(whole, weakness, linesOf);
  const [source] = steps;
  const lines = cutLines(linesOf(source!.file));
  const isOwnKind = OWN_LABELS[weakness as FlowWeakness]?.includes(taint.label) === true;
  // A function that makes a predictable value may have better ways to make it.
  if (isOwnKind && taint.label === PREDICTABLE)
    return reservationsOfPredictable({ flow, steps: whole, lines: cutLines(linesOf(whole[0]!.file)) });
  const way = { flow, steps, lines };
  const isMarkup = weakness === 'cross-site-scripting';
  const isOneFile = [...steps, flow].every(({ file }) => file === source!.file);
  return [
    ...(isOwnKind || OF_STRANGERS.test(taint.label) ? [] : ['who runs the program has a say in it']),
    ...(isHandedOn(flow, steps, lines) || isOfCaller(lines, source!) ? [HANDED_ON_TO_ANOTHER] : []),
    ...(steps.length > (isOneFile ? MAX_STEPS.here : MAX_STEPS.elsewhere) ? ['it is a long way'] : []),
    ...(flow.isOfKeyHolders ? ['none but the holders of a key may send it'] : []),
    ...(setsUp(source!, flow) ? ['it comes from pages that set the program up, before others may use it'] : []),
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
    ...reservationsOnTheWay(flow, whole, linesOf),
    ...reservationsOfPlace(flow, steps, lines, ofTarget),
    ...reservationsOfAuthors(flow, steps, lines, linesOf),
    ...(flow.weakness === 'sql-injection' && isBesidePlaceholders(steps, linesOf)
      ? ['the code that composes the statement writes placeholders for values']
      : []),
    ...(taint.doubt !== undefined && isGuess(taint.doubt) ? [GUESSES[taint.doubt]] : []),
    ...(RUN_AS_COMPOSED.has(weakness) && isAsked(taint.safe)
      ? ['a call that is not known is asked about it first']
      : []),
    ...(weakness === 'request-forgery' && !isBegun(flow) ? ['no more than a part of the address is chosen'] : []),
    ...(!isOneFile && RUN_AS_COMPOSED.has(weakness) && isFiltered(flow, whole, linesOf)
      ? ['a function on the way filters it, by its name']
      : []),
    ...((weakness === 'sql-injection' || weakness === 'command-injection') && isEscaped(whole, linesOf)
      ? ['a function on the way escapes it, by its name']
      : []),
    // The test by the slow expression is what looks at it.
    ...(isOneFile && weakness !== 'slow-pattern' && isLookedAt(flow, steps, lines)
      ? ['the lines between look at it']
      : []),
  ];
}

/** A right that its authors ask for, or a comment of theirs. */
const reservationsOfAuthors = (
  flow: Flow,
  steps: readonly Step[],
  lines: readonly string[],
  linesOf: (file: string) => readonly string[],
): string[] => [
  ...reservationsOfRights(flow, steps, lines),
  ...(isToldToOthers(linesOf(flow.file), lineOf(flow.at), flow.weakness) ? [TOLD_TO_OTHERS] : []),
  ...(isAnsweredByService(steps, linesOf) ? ['another service gets it, and answers what is used'] : []),
];

/** `answer, err := client.InitiateUpload(ctx, request)`: a call of another service, as clients for gRPC have them. */
const CALLS_SERVICE = /^\s*\w+\s*,\s*\w+\s*:?=\s*(?:[\w.]*\.)?\w*[cC]lient(?:\(\))?\.[A-Z]\w*\(\s*(?:\w+\.)?[cC]tx\s*,/;

const isAnsweredByService = (steps: readonly Step[], linesOf: (file: string) => readonly string[]): boolean =>
  steps.some(
    ({ note, file, at }) =>
      file.endsWith('.go') &&
      note.startsWith('stored in ') &&
      CALLS_SERVICE.test((linesOf(file)[lineOf(at) - 1] ?? '').slice(0, MAX_COLUMNS)),
  );

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

/** Whether a line on the way calls a function that is called after what it lets through. */
const isFiltered = (flow: Flow, steps: readonly Step[], linesOf: (file: string) => readonly string[]): boolean =>
  [...steps.slice(1), flow].some(({ file, at }) =>
    FILTERS.test((linesOf(file)[lineOf(at) - 1] ?? '').slice(columnOf(at) - 1, MAX_COLUMNS)),
  );

function isHandedOn(flow: Flow, steps: readonly Step[], lines: readonly string[]): boolean {
  const { weakness, file } = flow;
  const isHandOn = isChosenByProgram(flow) ? HANDED_ON_OR_COLLECTED : HANDED_ON;
  const calls = steps.filter((step, index) => isHandOn.test(step.note) && !isEntry(steps, index, lines)).length;
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
  const asked = new RegExp(String.raw`\w*(?:Request|Context|Exchange)\s+${escapedForRegex(root)}\s*[,)]`);
  return lines
    .slice(Math.max(0, row - MAX_SIGNATURE), row)
    .some((line) => own.test(line) && !OF_SERVER.test(line) && !asked.test(line));
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
