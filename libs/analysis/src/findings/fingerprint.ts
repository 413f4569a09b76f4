import { sha256Hex } from '@assay/kernel';

export interface FingerprintedFinding {
  readonly rule: string;
  /** The path in the target; undefined for the target as a whole. */
  readonly path?: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** The code of the finding, if it is not on a line of a file. */
  readonly excerpt?: string;
  /** The subject of the finding, such as a name, if the code around its line does not tell it from other findings. */
  readonly subject?: string;
}

/**
 * Makes a fingerprint for each finding, in the order of the findings: 64 hexadecimal digits. It is made of the tool,
 * the rule, the path and the code around the line: the line itself and its nearest lines that are not blank, with white
 * space collapsed. It never contains the line number, so triage survives edits elsewhere in the file, new indentation
 * and other line ends. Findings that are equal in all of this are numbered from the top of the file. A finding without
 * a line has its excerpt, or else its message, in place of the code; one with a subject has its subject. The order of
 * `findings` does not matter.
 * @param readLines the lines of a file of the target, or undefined if it cannot be read
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
  { rule, path, line, message, excerpt, subject }: FingerprintedFinding,
  linesOf: (path: string) => NormalisedLines | undefined,
): string {
  if (subject !== undefined)
    return JSON.stringify([tool, rule, path === undefined ? '' : normalisePath(path), ['subject', collapse(subject)]]);
  const lines = path !== undefined && line !== undefined ? linesOf(path) : undefined;
  const code =
    lines && line !== undefined && line <= lines.count
      ? codeAround(lines, line)
      : excerpt === undefined
        ? ['message', normaliseMessage(message)]
        : ['excerpt', collapse(excerpt)];
  return JSON.stringify([tool, rule, path === undefined ? '' : normalisePath(path), code]);
}

/** `./a//c` and `a/c` name the same file. So do the two Unicode forms of `é`. */
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
 * Normalises each line once, and replaces a long line by its digest. Thousands of findings may lie on the single line
 * of a minified file, and each identity would otherwise contain the megabytes of that line.
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

/** Removes numbers, because positions and amounts in a message (`expected at 12:3`) change with every edit. */
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
