import { counted } from '@assay/kernel';
import type { LocalScanResult } from '../local-scan';

/** Why nothing is known of the code, if all that there is was left out. */
export function unseenCode({ lines, roles }: LocalScanResult['session']): string | undefined {
  if (lines !== 0) return undefined;
  const leftOut = roles.filter((each) => each.leftOut && each.lines > 0);
  if (leftOut.length === 0) return undefined;
  const sum = leftOut.reduce((total, each) => total + each.lines, 0);
  const names = [...new Set(leftOut.map(({ role }) => role))];
  return (
    `all of the code (${counted(sum, 'line')}) was left out as ${names.join(', ')}: ` +
    `--include ${names.join(',')} looks at it`
  );
}

/** Whether there was nothing to look at: neither a file for any tool nor anything else. */
export const isEmpty = ({ files, summary }: Pick<LocalScanResult['session'], 'files' | 'summary'>): boolean =>
  files === 0 && summary?.toolsRun === 0;

/** Why a gate proves nothing about an empty target, which is more often a wrong path than what was meant. */
export const emptyTarget = (session: LocalScanResult['session']): string | undefined =>
  isEmpty(session) ? 'nothing was looked at: the target has no file for any tool' : undefined;

/**
 * Code of a language that no tool knows counts against the verdict from this share of all lines: a script or a makefile
 * beside the code does not.
 */
const CONSIDERABLE = 0.1;

/** Which considerable part of the code no tool knows. */
export function uncoveredCode({ lines, unseen = [] }: LocalScanResult['session']): string | undefined {
  const considerable = unseen.filter((code) => code.lines > 0 && code.lines >= CONSIDERABLE * (lines ?? 0));
  if (considerable.length === 0) return undefined;
  const named = considerable.map(
    (code) => `${code.language} (${counted(code.files, 'file')}, ${counted(code.lines, 'line')})`,
  );
  return `no tool knows ${named.join(', ')}: nothing is known of this code`;
}
