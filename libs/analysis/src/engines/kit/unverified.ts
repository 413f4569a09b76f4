import { isComment } from './comments';
import { indentOf } from './indent';
import { rowsOfCalls, someLine } from './lines-of-file';

/** How a condition is called by which people choose that a certificate is not verified, or that only they meet it. */
const CHOICE = new RegExp(
  'insecure|skip|verif|no_?check|self_?signed|trust|allow|unsafe|disable|ignore|local|debug|' +
    String.raw`testing|develop|\bdev\b|\bssl|ssl\b|_ssl|tls|certificate|\bcert`,
  'i',
);
const HEAD = /^\W*(?:else\s*if|elsif|elif|if|unless|case|when|switch)\b/;
/** `TlsMode::NoVerification => {`, `when`'s `Mode.INSECURE -> {` */
const ARM = /^\s*(?:[A-Z]\w*(?:::|\.))*[A-Z]\w*(?:\(\w*\))?\s*(?:=>|->)\s*\{?\s*$/;
const MOST_LINES = 80;

/** `client.verify_mode = VERIFY_NONE if options.insecure` of Ruby. */
const CHOSEN_BEHIND = /insecure|skip|verif|no_?check|self_?signed|unsafe|disable|ignore|debug|develop/i;
const CONDITION_BEHIND = /\S\s(?:if|unless)\s([^{};]*)$/;

/**
 * Whether one chooses that certificates are not verified: the line is in a branch whose condition names the choice, or
 * in a function that such branches alone call.
 * @param row from 1 on
 */
export const isByChoice = (lines: readonly string[], row: number): boolean =>
  isInChoice(lines, row) || isCalledByChoice(lines, row);

const isInChoice = (lines: readonly string[], row: number): boolean =>
  CHOSEN_BEHIND.test(CONDITION_BEHIND.exec(lines[row - 1] ?? '')?.[1] ?? '') ||
  // A line that closes a block begins at most one other: `} else if (insecure) {`.
  linesAround(lines, row).some((line) => (HEAD.test(line) || ARM.test(line)) && CHOICE.test(line.replace(HEAD, ''))) ||
  isOtherwise(lines, row);

const OF_PEERS = '(?:cert|ssl|tls|https|peer|host)';
const SETS_VERIFICATION = new RegExp(String.raw`verif\w*${OF_PEERS}|${OF_PEERS}\w*verif|insecure|skip_?verif`, 'i');

/** `def set_tls_verification(on):` with the line in what `if on:` does otherwise, or in `if not on:`. */
function isOtherwise(lines: readonly string[], row: number): boolean {
  const around = rowsAround(lines, row);
  const branches = around.filter((each) => HEAD.test(lines[each - 1]!) || ELSE.test(lines[each - 1]!));
  if (branches.length === 0) return false;
  const name = functionAround(lines, row);
  if (name !== undefined && SETS_VERIFICATION.test(name)) return true;
  return branches.some((each) => {
    const first = ELSE.test(lines[each - 1]!) ? conditionBefore(lines, each) : undefined;
    return first !== undefined && CHOSEN_BEHIND.test(first.replace(HEAD, ''));
  });
}

/** The name of a function where it is declared, after a word for functions or before its body. */
const DECLARED =
  /\b(?:def|fun|func|function|fn)\s+(?:\([^)]*\)\s*)?(?:self\.)?(\w{4,})|\s(\w{4,})\s*\([^()]*\)\s*\{\s*$/;

const declaredIn = (line: string): string | undefined =>
  HEAD.test(line) ? undefined : DECLARED.exec(line)?.slice(1).find(Boolean);

/** The name of the function around a line. */
const functionAround = (lines: readonly string[], row: number): string | undefined =>
  linesAround(lines, row)
    .map(declaredIn)
    .find((name) => name !== undefined);

function isCalledByChoice(lines: readonly string[], row: number): boolean {
  const head = linesAround(lines, row).find((line) => declaredIn(line) !== undefined);
  const name = head === undefined ? undefined : declaredIn(head);
  if (name === undefined) return false;
  const calls = rowsOfCalls(lines, name).filter((called) => lines[called] !== head);
  return calls.length > 0 && calls.every((called) => isInChoice(lines, called + 1));
}

const DEVELOPMENT =
  /\b(?:dev|develop|development|local|debug|test)\b|(?:is|in)_?(?:dev|debug|local)|!\s*\w*\.?(?:is_?)?prod/i;
const NOT_PRODUCTION = /(?:!==?|\bnot\b|\bunless\b)[^&|]*['"]?prod/i;
const PRODUCTION = /prod/i;
const ELSE = /^\W*else\s*(?:\{|:|$)/;

/**
 * Whether the line runs in development alone: the condition around it says so, or it is what else happens than in
 * production.
 * @param row from 1 on
 */
export const isForDevelopment = (lines: readonly string[], row: number): boolean =>
  rowsAround(lines, row).some((around) => {
    const line = lines[around - 1]!;
    if (!ELSE.test(line)) return HEAD.test(line) && isOfDevelopment(line.replace(HEAD, ''));
    const first = conditionBefore(lines, around);
    return first !== undefined && PRODUCTION.test(first) && !isOfDevelopment(first.replace(HEAD, ''));
  });

const isOfDevelopment = (condition: string): boolean => NOT_PRODUCTION.test(condition) || DEVELOPMENT.test(condition);

/** The head of the branch that comes before an `else`. */
function conditionBefore(lines: readonly string[], row: number): string | undefined {
  const indent = indentOf(lines[row - 1]!);
  for (let above = row - 2; above >= Math.max(0, row - 1 - MOST_LINES); above -= 1) {
    const line = lines[above]!;
    if (line.trim() === '' || indentOf(line) > indent) continue;
    if (indentOf(line) < indent) return undefined;
    if (HEAD.test(line)) return line;
  }
  return undefined;
}

/** The lines that are not comments as a whole. */
export const withoutComments = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => !isComment(line));

const OWN_MACHINE =
  /["'`](?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[?::1\]?)(?:[:/"'`]|$)|:\/\/(?:localhost|127\.0\.0\.1)\b/i;
const OTHER_MACHINE = /["'`]https?:\/\/(?!localhost|127\.|\[?::1|0\.0\.0\.0|[#$%{])[\w-]+\.\w/i;
const STARTS_SERVER = /\b(?:popen|spawn|fork|Popen|createServer|ListenAndServe|ServeTLS|ProcessBuilder)\b/;

/** Whether the file asks the server that it starts itself, or whether that of its own machine is well, and no other. */
export function asksOwnServer(file: string, lines: readonly string[]): boolean {
  if (!someLine(lines, OWN_MACHINE) || someLine(lines, OTHER_MACHINE)) return false;
  return /health|liveness|readiness/i.test(file) || someLine(lines, STARTS_SERVER);
}

const LINES_OF_CLIENT = { before: 3, after: 6 };

/** `host || 'localhost'`: what is meant where nobody says more. */
const DEFAULT = /(?:\|\||\?\?|\?:|\bor\b|\bdefault\w*\b\W{0,3}|,)\s*["'`][^"'`]*["'`]/gi;

/** Whether the lines around name an address of the own machine, and none of another one. */
export function asksOwnMachine(lines: readonly string[], row: number): boolean {
  const near = withoutComments(
    lines.slice(Math.max(0, row - 1 - LINES_OF_CLIENT.before), row + LINES_OF_CLIENT.after),
  ).map((line) => line.replaceAll(DEFAULT, ' '));
  return near.some((line) => OWN_MACHINE.test(line)) && !near.some((line) => OTHER_MACHINE.test(line));
}

const UNVERIFIED = /without_?verif|un_?verified|(?:no|skip)_?verif|insecure/i;
const VERIFIED =
  /\b(?:VERIFY_PEER|CERT_REQUIRED)\b|\brejectUnauthorized['"]?\s*[:=]\s*true|\bInsecureSkipVerify:\s*false/;

/** Whether a function says by its name that nothing is verified, and another one of the file verifies. */
export function isBesideVerified(lines: readonly string[], row: number): boolean {
  const name = functionAround(lines, row);
  return name !== undefined && UNVERIFIED.test(name) && someLine(lines, VERIFIED);
}

/** Whether a function says by its name that it verifies nothing, and its file only offers it to others. */
export function isOfferedUnverified(lines: readonly string[], row: number): boolean {
  const name = functionAround(lines, row);
  if (name === undefined || !UNVERIFIED.test(name)) return false;
  return rowsOfCalls(lines, name).every((called) => declaredIn(lines[called]!) === name);
}

/** `http.verify_mode = VERIFY_NONE`, and below it `VERIFY_PEER` where somebody has set a certificate. */
export function isVerifiedBelow(lines: readonly string[], row: number): boolean {
  const set = /^\s*([\w@.]+)\.verify_mode\s*=/.exec(lines[row - 1] ?? '')?.[1];
  return (
    set !== undefined &&
    lines
      .slice(row, row + LINES_BESIDE)
      .some((line) => line.includes(`${set}.verify_mode`) && /\bVERIFY_PEER\b/.test(line))
  );
}

const LINES_OF_COMMENT = 3;
/** `// The page has a certificate of development.` */
const FOR_DEVELOPERS = /\b(?:dev|development|localhost)\b/i;

/** Whether a comment right above says that the line is for those who work on the program. */
export const isSaidForDevelopers = (lines: readonly string[], row: number): boolean =>
  lines
    .slice(Math.max(0, row - 1 - LINES_OF_COMMENT), row)
    .some((line) => isComment(line) && FOR_DEVELOPERS.test(line));

/** Whether Python runs the line only where the file itself is started, as developers do. */
export const isInMain = (lines: readonly string[], row: number): boolean =>
  linesAround(lines, row).some((line) => /^if\s+__name__\s*==/.test(line));

/** Whether the function that the line is in tells its callers by its name that nothing is verified. */
export const isSaidUnverified = (lines: readonly string[], row: number): boolean =>
  linesAround(lines, row).some((line) => /\b(?:def|fun|func|function)\s+(?:\([^)]*\)\s*)?[\w.]*unverified/i.test(line));

/** The lines that are indented less and less above a line: the heads of the blocks around it, the innermost first. */
export const linesAround = (lines: readonly string[], row: number): string[] =>
  rowsAround(lines, row).map((around) => lines[around - 1]!);

function rowsAround(lines: readonly string[], row: number): number[] {
  const around: number[] = [];
  let indent = indentOf(lines[row - 1] ?? '');
  for (let above = row - 2; above >= Math.max(0, row - 1 - MOST_LINES) && indent > 0; above -= 1) {
    const line = lines[above]!;
    // A bracket on a line of its own stands as far left as the head above it.
    if (/^\s*\{?\s*$/.test(line) || indentOf(line) >= indent) continue;
    around.push(above + 1);
    indent = indentOf(line);
  }
  return around;
}

/** A check of one's own, or the certificate itself, which somebody is asked about. */
const OWN_CHECK = /\b(?:VerifyPeerCertificate|VerifyConnection)\b\s*[:=]|\.TLS\.PeerCertificates\b/;
const LINES_BESIDE = 12;
/** The certificate is judged after the connection, against roots that are named. */
const JUDGED_LATER = /\.Verify\((?:\w*opts|\w*options|x509\.VerifyOptions)/i;

/** Whether Go's own verification is switched off beside another one that takes its place. */
export const isVerifiedOtherwise = (lines: readonly string[], row: number): boolean =>
  lines.slice(Math.max(0, row - 1 - LINES_BESIDE), row + LINES_BESIDE).some((line) => OWN_CHECK.test(line)) ||
  lines.slice(row, row + MOST_LINES).some((line) => JUDGED_LATER.test(line));
