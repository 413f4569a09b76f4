import type { LocalScanResult } from '../local-scan';
import { counted } from './counted';

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
