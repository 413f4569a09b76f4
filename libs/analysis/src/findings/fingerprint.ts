import { sha256Hex } from '@assay/kernel';

export interface FingerprintedFinding {
  readonly rule: string;
  /** The path in the target; undefined for the target as a whole. */
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** The code that is meant, where no line holds it. */
  readonly excerpt?: string;
}

/**
 * One fingerprint a finding, in the order of the findings: 64 hexadecimal digits. Made of the tool, the rule, the path
 * and the code around the line (itself and its nearest lines that are not blank, white space collapsed), never of the
 * line number: triage follows it through edits elsewhere, new indentation and line ends. Findings that this leaves
 * equal are numbered from the top of the file. Without a line the excerpt, or else the message, stands for the code.
 * The order of `findings` does not matter.
 * @param readLines the lines of a file of the target, or undefined when it cannot be read
 */
export function fingerprintFindings(
  tool: string,
  findings: readonly FingerprintedFinding[],
  readLines: (path: string) => readonly string[] | undefined,
): string[] {
  const files = new Map<string, NormalisedLines | undefined>();
  const linesOf = (path: string) => {
    if (!files.has(path)) files.set(path, normaliseLines(readLines(path)));
    return files.get(path);
  };
  const identities = findings.map((finding) => identity(tool, finding, linesOf));
  const fingerprints = new Array<string>(findings.length);
  for (const [text, indexes] of groupByText(identities)) {
    const ordered = indexes.sort((a, b) => compareFindings(findings[a]!, findings[b]!));
    for (const [occurrence, index] of ordered.entries())
      fingerprints[index] = sha256Hex(JSON.stringify([text, occurrence]));
  }
  return fingerprints;
}

function identity(
  tool: string,
  { rule, path, line, message, excerpt }: FingerprintedFinding,
  linesOf: (path: string) => NormalisedLines | undefined,
): string {
  const lines = path !== undefined && line !== undefined ? linesOf(path) : undefined;
  const code =
    lines && line !== undefined && line <= lines.count
      ? codeAround(lines, line)
      : excerpt === undefined
        ? ['message', normaliseMessage(message)]
        : ['excerpt', collapse(excerpt)];
  return JSON.stringify([tool, rule, path === undefined ? '' : normalisePath(path), code]);
}

/** `./a//c` and `a/c` are one file, and so are the two ways to write `é`. */
const normalisePath = (path: string): string =>
  path
    .replace(/\/+/g, '/')
    .replace(/^(\.\/)+/, '')
    .normalize('NFC');

const codeAround = (lines: NormalisedLines, line: number): string[] => [
  nearest(lines, line - 2, -1),
  lines.at(line - 1),
  nearest(lines, line, 1),
];

function nearest(lines: NormalisedLines, from: number, step: 1 | -1): string {
  for (let at = from; at >= 0 && at < lines.count; at += step) {
    const text = lines.at(at);
    if (text !== '') return text;
  }
  return '';
}

interface NormalisedLines {
  readonly count: number;
  at(index: number): string;
}

const LINE_KEPT = 200;

/**
 * Each line once, and a long one as its digest: thousands of findings may lie on the one line of a minified file, and
 * each identity would hold its megabytes.
 */
function normaliseLines(lines: readonly string[] | undefined): NormalisedLines | undefined {
  if (!lines) return undefined;
  const known = new Map<number, string>();
  const at = (index: number) => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const text = collapse(lines[index]!);
    const kept = text.length > LINE_KEPT ? sha256Hex(text) : text;
    known.set(index, kept);
    return kept;
  };
  return { count: lines.length, at };
}

const collapse = (line: string): string => line.replace(/\s+/g, ' ').trim();

/** Positions and amounts in a message move with every edit: `expected at 12:3`. */
const normaliseMessage = (message: string): string => collapse(message).replace(/\d+/g, '#');

function groupByText(texts: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    const group = groups.get(text);
    if (group) group.push(index);
    else groups.set(text, [index]);
  }
  return groups;
}

function compareFindings(a: FingerprintedFinding, b: FingerprintedFinding): number {
  return (
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    (a.message < b.message ? -1 : a.message > b.message ? 1 : 0)
  );
}
