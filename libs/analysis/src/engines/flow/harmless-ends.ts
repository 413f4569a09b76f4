import { escapedForRegex } from '../kit/escaped-for-regex';
import { withoutComments } from '../kit/unverified';
import { isCalledBack } from './evidence-of-kinds';
import type { Flow } from './interpret/run';
import { firstStep } from './interpret/values';
import { isFixedByRoutes } from './rails-routes';
import { wayTo } from './trace';
import { columnOf, lineOf } from './ir';

/** Whether nothing can happen where a flow ends, by the lines there or by the kind of input. */
export function isHarmlessEnd(flow: Flow, linesOf: (file: string) => readonly string[]): boolean {
  if (isBaseOfAddress(flow, linesOf) || isFixedByRoutes(flow, linesOf)) return true;
  if (flow.weakness === 'header-injection') return isHeaderAgain(flow);
  if (flow.weakness === 'cross-site-scripting')
    return (
      isWithinText(flow, linesOf) ||
      isPlainOfGo(flow, linesOf) ||
      isAnswerOfOther(flow, linesOf) ||
      isRecordsOfLaravel(flow, linesOf) ||
      isTextAgain(flow, linesOf)
    );
  if (flow.weakness === 'intent-redirection') return isNamedTarget(flow, linesOf);
  if (flow.weakness === 'code-injection') return isHeldByObject(flow, linesOf);
  if (flow.weakness === 'path-traversal' && isRefusedByGo(flow, linesOf)) return true;
  if (flow.weakness === 'sql-injection') return isRecordOfGo(flow, linesOf) || isMapOfRails(flow, linesOf);
  if (flow.weakness === 'open-redirect') return isOwnAddressAgain(flow, linesOf);
  return false;
}

/** A header has no line breaks, whichever request it is from. A decoded header may have some. */
const isHeaderAgain = ({ taint }: Flow): boolean =>
  /^headers? of the request$/.test(taint.label) &&
  !wayTo(taint.step).some(({ note }) => /decod|unescape|base64|json/i.test(note));

/**
 * `new URL(path, location.href)`: of the page's address, only the host and the folder come through, which the site
 * chooses. The query and the part after `#`, which a stranger can write, do not.
 */
function isBaseOfAddress({ taint }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  if (taint.label !== 'address of the page') return false;
  const { file, at } = firstStep(taint.step);
  const before = (linesOf(file)[lineOf(at) - 1] ?? '').slice(0, columnOf(at) - 1);
  return /\bnew URL\((?!\s*(?:''|""|``)?\s*,)[^()]*(?:\([^()]*\)[^()]*)*,\s*$/.test(before.slice(-MAX_BEFORE));
}

/**
 * `$page = new $class($request); call_user_func([$page, $method])`: what an object was made with runs nothing. The
 * class may not be input itself.
 */
function isHeldByObject(flow: Flow, linesOf: (file: string) => readonly string[]): boolean {
  const steps = wayTo(flow.taint.step);
  const last = steps.at(-1)!;
  if (!isCalledBack(flow) || last.file !== flow.file) return false;
  const lines = linesOf(flow.file);
  const made = /(\$\w+)\s*=\s*new\s+([$\\\w]+)\(/.exec(lines[lineOf(last.at) - 1] ?? '');
  if (made === null || steps.some(({ note }) => note === `stored in ${made[2]!}`)) return false;
  // The class is written here, or a caller names it.
  const assigns = new RegExp(String.raw`${escapedForRegex(made[2]!)}\s*=[^=>]`);
  const before = lines.slice(0, lineOf(last.at) - 1);
  const head = before.findLastIndex((line) => /\bfunction\b/.test(line));
  if (withoutComments(before.slice(head + 1)).some((line) => assigns.test(line))) return false;
  return (lines[lineOf(flow.at) - 1] ?? '').includes(`[${made[1]!},`);
}

/** `"no " + "#{name}".`: a text and a part that is marked make a text that is not. */
const JOINED_TO_TEXT = /"\s*\+\s*"[^\n]*"\.$/;

/** `"all of #{name.html_safe}"`: the text around is not marked, and the template that prints it escapes it. */
function isWithinText({ file, at, reaches }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  if (reaches !== 'given to html_safe' || !/\.(?:rb|erb)$/.test(file)) return false;
  const lines = linesOf(file);
  const [before, line] = [lines[lineOf(at) - 2] ?? '', lines[lineOf(at) - 1] ?? ''];
  const written = line.slice(0, line.indexOf('html_safe')).slice(-MAX_BEFORE);
  if (JOINED_TO_TEXT.test(`${before.slice(-MAX_BEFORE)}\n${written}`)) return true;
  return /html_safe/.test(line) && !/html_safe/.test(line.replaceAll(/#\{[^{}]*\.html_safe\s*\}/g, ''));
}

/** The first text that a line of Go writes: `w.Write([]byte("no file: " + name))`, `io.WriteString(w, "…" + name)`. */
const FIRST_OF_GO = new RegExp(
  String.raw`(?:\.Write\(\[\]byte\(|\bWriteString\((?:\s*\w+\s*,)?|\bFprint(?:f|ln)?\(\s*\w+\s*,\s*)\s*` +
    String.raw`(?:fmt\.Sprintf\(\s*)?"([^"]*)"`,
);

/** Lines after which an answer may be markup. */
const TELLS_MARKUP = /Content-Type|["`]\s*<|\.Execute\w*\(/;
/** `w.Header().Set("Content-Type", "application/json")`, often in another branch. */
const TELLS_TEXT = /\.(?:Set|Add)\(\s*"Content-Type"\s*,\s*"(?:application\/json|text\/plain)[^"<]*"\s*\)\s*$/;

/**
 * Where nothing else tells the type of an answer, Go looks at its beginning: an answer that begins with words is plain
 * text.
 */
function isPlainOfGo({ file, at }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  if (!file.endsWith('.go')) return false;
  const lines = linesOf(file);
  const row = lineOf(at);
  const first = FIRST_OF_GO.exec(lines[row - 1] ?? '')?.[1];
  if (first === undefined || !/^[\w("'[{]/.test(first)) return false;
  const head = lines.slice(0, row).findLastIndex((line) => /^func\b/.test(line));
  // Markup that the function writes before, and a type that it tells.
  return head >= 0 && !lines.slice(head, row).some((line) => !TELLS_TEXT.test(line) && TELLS_MARKUP.test(line));
}

/** `val to = Intent(this, SettingsActivity::class.java)`: whatever else the intent holds, the code names its target. */
function isNamedTarget({ file, at }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  const lines = linesOf(file);
  const row = lineOf(at);
  const sent = /^[\w.?]*\(\s*(\w+)/.exec((lines[row - 1] ?? '').slice(columnOf(at) - 1))?.[1];
  if (sent === undefined) return false;
  const made = new RegExp(String.raw`\bva[lr]\s+${sent}\b[^=]*=\s*(.*)`);
  const last = lines.slice(Math.max(0, row - LINES_OF_FUNCTION), row).findLast((line) => made.test(line));
  return /^Intent\([^()]*,\s*\w+::class\.java\s*\)/.test(made.exec(last ?? '')?.[1] ?? '');
}

/**
 * `http.ServeFile`, and `c.File` of gin, which calls it, refuse requests with `..` in their path, so no client leaves a
 * folder by it.
 */
function isRefusedByGo({ taint, reaches, file }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  if (!file.endsWith('.go') || !/\b(?:path|address) of the request$/.test(taint.label)) return false;
  const isOfGin =
    (reaches === 'given to File' || reaches === 'given to FileAttachment') &&
    linesOf(file).some((line) => line.includes('"github.com/gin-gonic/gin"'));
  return isOfGin || reaches === 'given to ServeFile';
}

/** A call that begins further to the left is not read. */
const MAX_BEFORE = 300;

/** A function's head stands at most this many lines above. */
const LINES_OF_FUNCTION = 80;

/** `tx.Where(target)`, with a parameter that is a record: its fields become values beside the statement. */
function isRecordOfGo({ file, at }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  if (!file.endsWith('.go')) return false;
  const lines = linesOf(file);
  const row = lineOf(at);
  const name = /^\.?\w*\(?&?(\w+)\)/.exec(
    (lines[row - 1] ?? '').slice(columnOf(at) - 1).replace(/^[\w.]*\.(?=\w+\()/, ''),
  )?.[1];
  const head = lines.slice(Math.max(0, row - LINES_OF_FUNCTION), row - 1).findLast((line) => /^func\b/.test(line));
  return name !== undefined && new RegExp(String.raw`[(,]\s*${name}\s+\*?(?:\w+\.)?[A-Z]\w*\s*[,)]`).test(head ?? '');
}

/** `Markup(text).unescape()`: what was marked as markup becomes a text again. */
const isTextAgain = ({ file, at }: Flow, linesOf: (file: string) => readonly string[]): boolean =>
  file.endsWith('.py') &&
  /^[\w.]*Markup\((?:[^()]|\([^()]*\)){0,200}\)\.(?:unescape|striptags)\(/.test(
    (linesOf(file)[lineOf(at) - 1] ?? '').slice(columnOf(at) - 1),
  );

/** `io.Copy(w, answer.Body)` of what a client has got: another server wrote it, whatever chose the address. */
function isAnswerOfOther({ file, at, reaches }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  if (!file.endsWith('.go') || reaches !== 'given to Copy') return false;
  const lines = linesOf(file);
  const row = lineOf(at);
  const name = /\bCopy\([^,()]+,\s*(\w+)\.Body\s*\)/.exec(lines[row - 1] ?? '')?.[1];
  if (name === undefined) return false;
  const head = lines.slice(0, row).findLastIndex((line) => /^func\b/.test(line));
  const got = new RegExp(String.raw`\b${name}\s*,\s*\w+\s*:?=\s`);
  return head >= 0 && lines.slice(head + 1, row).some((line) => got.test(line));
}

/** `$notes = Note::query()`, `Note::where('name', $name)`: records, which become JSON where they are answered. */
const FINDS_RECORDS = /=\s*\w+::(?:query|where\w*|with|select)\(/;
const GETS_RECORDS = /->(?:get|paginate|first\w*)\([^()]*\)\s*;/;
const LINES_OF_QUERY = 12;

/** `return response($notes)` with records that Eloquent has found. */
function isRecordsOfLaravel({ file, at, reaches, taint }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  if (!file.endsWith('.php') || reaches !== 'given to response') return false;
  const lines = linesOf(file);
  const name = /\bresponse\(\s*(\$\w+)\s*[,)]/.exec(lines[lineOf(at) - 1] ?? '')?.[1];
  const last = wayTo(taint.step).at(-1)!;
  if (name === undefined || last.note !== `stored in ${name}` || last.file !== file) return false;
  const statement = lines.slice(lineOf(last.at) - 1, lineOf(last.at) - 1 + LINES_OF_QUERY);
  const end = statement.findIndex((line) => line.trimEnd().endsWith(';'));
  return FINDS_RECORDS.test(statement[0] ?? '') && end >= 0 && GETS_RECORDS.test(statement[end]!);
}

/** Methods of a model that take a map of columns and values, and quote both. */
const TAKES_MAP = /\b(?:where|rewhere|find_by!?|exists\?|delete_by|destroy_by)\(\s*(\w+)\s*\)/;
/** `params[:search]&.to_unsafe_h&.slice(:key)`: a map, of which no value is taken out. */
const MAP_OF_PARAMETERS = new RegExp(
  String.raw`\.(?:to_unsafe_h(?:ash)?|to_h)\b` +
    String.raw`(?:&?\.(?:slice|except|select|reject|filter|compact(?:_blank)?|symbolize_keys|transform_keys)\b` +
    String.raw`(?:\([^()]*\)|\s*\{[^{}]*\})?)*\s*(?:\|\|\s*\{\s*\})?\s*$`,
);

/** `where(query)`, with a variable that holds a map of parameters. */
function isMapOfRails(flow: Flow, linesOf: (file: string) => readonly string[]): boolean {
  const { file, at } = flow;
  if (!file.endsWith('.rb')) return false;
  const lines = linesOf(file);
  const name = TAKES_MAP.exec((lines[lineOf(at) - 1] ?? '').slice(columnOf(at) - 1))?.[1];
  const last = wayTo(flow.taint.step).at(-1)!;
  return (
    name !== undefined &&
    last.note === `stored in ${name}` &&
    last.file === file &&
    MAP_OF_PARAMETERS.test((lines[lineOf(last.at) - 1] ?? '').slice(0, MAX_COLUMNS))
  );
}
/** Text further to the right was not written by hand. */
const MAX_COLUMNS = 1_000;

/** `redirect(request.url.replace("/v1", "", 1))`: the address begins with the own host, and a part of it is changed. */
function isOwnAddressAgain({ file, at, taint }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  const source = firstStep(taint.step);
  if (taint.label !== 'address of the request' || !file.endsWith('.py') || source.file !== file) return false;
  if (lineOf(source.at) !== lineOf(at)) return false;
  const read = (linesOf(file)[lineOf(at) - 1] ?? '').slice(columnOf(source.at) - 1);
  return /^request\.url(?:\.replace\((['"])\/[^'"]*\1\s*,\s*(['"])(?!\/\/)[^'":]*\2(?:\s*,\s*\d+)?\))?\s*[,)]/.test(
    read,
  );
}
