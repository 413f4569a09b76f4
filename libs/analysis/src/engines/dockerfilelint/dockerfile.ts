import { escapeOf } from '../kit/dockerfile-escape';

/** The words of an instruction after its name and its `--flags`. */
const words = (line: string) =>
  line
    .trim()
    .split(/\s+/)
    .slice(1)
    .filter((word) => !word.startsWith('--'));

const WORD = /(?:[^\s"'\\]|\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*')+/g;
const HEREDOC = /^\d*<<-?(["']?)([A-Za-z_][^<"']*)\1$/;

/**
 * The words that end the here-documents that a line begins. As in BuildKit, `<<END` must be a separate word. In quotes
 * and after another `<` it is text, so `echo "<<END"` cannot hide the rest of the file.
 */
const heredocsIn = (line: string): string[] =>
  (line.match(WORD) ?? []).flatMap((word) => HEREDOC.exec(word)?.[2] ?? []);

/**
 * Rewrites a Dockerfile for the engine, which knows only the language of 2018. Line numbers stay.
 *
 * - Bodies of here-documents become comments, because the engine reads them as instructions. A here-document without an
 *   end does not count.
 * - Flags of FROM and ADD are removed, because the engine reads `--platform=` as the image and `--chown=` as a file.
 * - A backtick that continues a line becomes a backslash, where the directive `escape` names the backtick.
 */
export function readable(text: string): string {
  const lines = withBackslashes(text.split(/\r\n?|\n/));
  const lastAt = new Map(lines.map((line, index) => [line.trim(), index]));
  const waiting: string[] = [];
  let takesDocuments = false;
  return lines
    .map((line, index) => {
      if (waiting.length > 0) {
        if (line.trim() === waiting[0]) waiting.shift();
        return '#';
      }
      // An instruction may continue over several lines before its document begins.
      const goesOn =
        takesDocuments && (lines[index - 1]?.trimEnd().endsWith('\\') || /^\s*#/.test(lines[index - 1] ?? ''));
      takesDocuments = goesOn || /^\s*(?:run|copy|add)\b/i.test(line);
      if (takesDocuments) waiting.push(...heredocsIn(line).filter((end) => (lastAt.get(end) ?? -1) > index));
      return /^\s*(?:from|add)\s/i.test(line) ? line.replace(/\s--[a-z-]+(?:=\S+)?/gi, '') : line;
    })
    .join('\n');
}

/** If the backtick continues lines, as on Windows, a backslash at the end of a line is the end of a path. */
const withBackslashes = (lines: readonly string[]): readonly string[] =>
  escapeOf(lines) === '\\'
    ? lines
    : lines.map((line) => (/`\s*$/.test(line) ? line.replace(/`\s*$/, '\\') : line.replace(/\\\s*$/, '/')));

/** The engine's rules for lines that are no instructions. */
const BROKEN: ReadonlySet<string> = new Set(['invalid_command', 'required_params']);
/** The engine's rules about the first word of a line alone, which mean nothing within an instruction. */
const OF_FIRST_WORD: ReadonlySet<string> = new Set([...BROKEN, 'from_first', 'invalid_line', 'uppercase_commands']);
/** A line that another line must follow. */
const UNFINISHED = /(?:[,[({;|]|&&)\s*$/;
const NO_CODE = /^\s*(?:#|$)/;
/** An instruction begins with a word, and is hardly ever indented. */
const INSTRUCTION = /^[a-z]+(?:\s|$)/i;

/**
 * Keeps one finding for an instruction of several lines without continuation characters. The engine takes each further
 * line for an instruction of its own, which is unknown or empty.
 */
export function onceForEachInstruction<Item extends { readonly line: number; readonly rule: string }>(
  items: readonly Item[],
  lines: readonly string[],
): (Item & { readonly isUnfinished?: boolean })[] {
  const broken = new Set(items.filter(({ rule }) => BROKEN.has(rule)).map(({ line }) => line));
  const before = (line: number): number => {
    let at = line - 1;
    while (at > 0 && NO_CODE.test(lines[at - 1]!)) at -= 1;
    return at;
  };
  const goesOnFrom = (line: number): number | undefined => {
    const own = lines[line - 1] ?? '';
    const last = before(line);
    if (last < 1) return undefined;
    return UNFINISHED.test(lines[last - 1]!) || (broken.has(last) && !INSTRUCTION.test(own)) ? last : undefined;
  };
  /** The lines at which the rest of an instruction begins, each with that instruction. */
  const begins = new Map<number, number>();
  const begun = (line: number): number => begins.get(line) ?? line;
  for (const line of [...broken].sort((a, b) => a - b)) {
    const from = goesOnFrom(line);
    if (from !== undefined) begins.set(line, begun(from));
  }
  const told = new Set<number>();
  return items.flatMap((item) => {
    const line = begins.get(item.line);
    if (line === undefined || !OF_FIRST_WORD.has(item.rule)) return [item];
    if (!BROKEN.has(item.rule) || told.has(line) || broken.has(line)) return [];
    told.add(line);
    return [{ ...item, rule: 'invalid_command', line, isUnfinished: true }];
  });
}

/**
 * Whether the engine's finding is wrong. A base that is an earlier stage or a variable needs no tag, a port may be a
 * range or a variable, and a source that begins with a slash is below the root of the context. The engine knows neither
 * the options of HEALTHCHECK nor the meaning of `-qq`. It looks for `apt-get install` beside `apt-get update` only, and
 * not in a branch of the shell.
 */
export function isMistaken(rule: string, line: number, lines: readonly string[]): boolean {
  const own = lines[line - 1] ?? '';
  if (rule === 'missing_tag' || rule === 'latest_tag') {
    const image = words(own)[0] ?? '';
    return (
      image.includes('$') ||
      image.toLowerCase() === 'scratch' ||
      (rule === 'missing_tag' && stagesBefore(line, lines).has(image.toLowerCase()))
    );
  }
  if (rule === 'add_src_invalid')
    return !words(own)
      .slice(0, -1)
      .some((source) => /^["'[,]*\/?\.\.(?:\/|$)/.test(source));
  if (rule === 'missing_args') return /^\s*maintainer\s+\S/i.test(own);
  if (rule === 'add_dest_invalid') return isOneFile(words(own));
  if (rule === 'apt-get-update_require_install') return installsAfterUpdate(instructionAt(line, lines));
  if (rule === 'apt-get_missing_param') return !asks(instructionAt(line, lines));
  if (rule === 'invalid_format' && HEALTHCHECK.test(own)) return true;
  return (
    rule === 'invalid_port' &&
    words(own).every((port) => /\$|^\d+(?:-\d+)?(?:\/(?:tcp|udp|sctp))?$/i.test(port) && !overflows(port))
  );
}

/** `ADD target/app-*.jar /app.jar`: the pattern stands for the version of one file, which is renamed. */
const isOneFile = ([source = '', destination = '', ...more]: readonly string[]): boolean => {
  const extension = /\.\w+$/.exec(destination)?.[0];
  return more.length === 0 && extension !== undefined && /[\w-][*?][^/]*$/.test(source) && source.endsWith(extension);
};

const HEALTHCHECK =
  /^\s*healthcheck(?:\s+--(?:interval|timeout|start-period|start-interval|retries)=\S+)+\s+(?:cmd\s+\S|\\)/i;
const overflows = (port: string) => (port.match(/\d+/g) ?? []).some((number) => Number(number) > 65_535);

const OPTIONS = String.raw`\bapt(?:-get|itude)?\s+(?:-\S{1,60}\s+){0,12}`;
const UPDATES = new RegExp(`${OPTIONS}update\\b`);
const INSTALLS = new RegExp(`${OPTIONS}(?:install|build-dep)\\b`);

function installsAfterUpdate(text: string): boolean {
  const update = UPDATES.exec(text);
  return update !== null && INSTALLS.test(text.slice(update.index + update[0].length));
}

/** `-qq` also means `-y`. */
const QUIET = /(?:^|\s)-(?:qq|q=2|-quiet=2)(?=\s)/;
const ASSENTS = /(?:^|\s)(?:-\w*y\w*|--yes|--assume-yes)(?=\s|$)/;

/** Whether one of the installations waits for a confirmation. */
const asks = (text: string): boolean =>
  text.split(/&&|;|\|\|/).some((command) => INSTALLS.test(command) && !QUIET.test(command) && !ASSENTS.test(command));

/** An instruction with all its continued lines. */
function instructionAt(line: number, lines: readonly string[]): string {
  let end = line;
  while (end < lines.length && (/\\\s*$/.test(lines[end - 1]!) || /^\s*#/.test(lines[end - 1]!))) end += 1;
  return lines.slice(line - 1, end).join('\n');
}

function stagesBefore(line: number, lines: readonly string[]): Set<string> {
  const stages = lines
    .slice(0, line - 1)
    .flatMap((each) => /^\s*from\s.*\sas\s+(\S+)\s*$/i.exec(each)?.[1]?.toLowerCase() ?? []);
  return new Set(stages);
}
