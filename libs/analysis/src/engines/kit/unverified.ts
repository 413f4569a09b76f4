import { indentOf } from './indent';

/** How a condition is called by which people choose that a certificate is not verified, or that only they meet it. */
const CHOICE = new RegExp(
  'insecure|skip|verif|no_?check|self_?signed|trust|allow|unsafe|disable|ignore|local|debug|' +
    String.raw`testing|develop|\bdev\b|\bssl|ssl\b|_ssl|tls|certificate|\bcert`,
  'i',
);
const HEAD = /^\W*(?:else\s*if|elsif|elif|if|unless|case|when|switch)\b/;
const MOST_LINES = 80;

/**
 * Whether one chooses that certificates are not verified: the line is in a branch whose condition names the choice.
 * @param row from 1 on
 */
export const isByChoice = (lines: readonly string[], row: number): boolean =>
  // What closes a block begins another one at most: `} else if (insecure) {`.
  linesAround(lines, row).some((line) => HEAD.test(line) && CHOICE.test(line.replace(HEAD, '')));

/** Whether Python runs the line only where the file itself is started, as developers do. */
export const isInMain = (lines: readonly string[], row: number): boolean =>
  linesAround(lines, row).some((line) => /^if\s+__name__\s*==/.test(line));

/** Whether the function that the line is in tells its callers by its name that nothing is verified. */
export const isSaidUnverified = (lines: readonly string[], row: number): boolean =>
  linesAround(lines, row).some((line) => /\b(?:def|fun|func|function)\s+(?:\([^)]*\)\s*)?[\w.]*unverified/i.test(line));

/** The lines that are indented less and less above a line: the heads of the blocks around it, the innermost first. */
function linesAround(lines: readonly string[], row: number): string[] {
  const around: string[] = [];
  let indent = indentOf(lines[row - 1] ?? '');
  for (let above = row - 2; above >= Math.max(0, row - 1 - MOST_LINES) && indent > 0; above -= 1) {
    const line = lines[above]!;
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    around.push(line);
    indent = indentOf(line);
  }
  return around;
}

/** A check of one's own, or the certificate itself, which somebody is asked about. */
const OWN_CHECK = /\b(?:VerifyPeerCertificate|VerifyConnection)\b\s*[:=]|\.TLS\.PeerCertificates\b/;
const LINES_BESIDE = 12;

/** Whether Go's own verification is switched off beside another one that takes its place. */
export const isVerifiedOtherwise = (lines: readonly string[], row: number): boolean =>
  lines.slice(Math.max(0, row - 1 - LINES_BESIDE), row + LINES_BESIDE).some((line) => OWN_CHECK.test(line));
