import { counted } from '@assay/kernel';
import type { LocalScanResult } from '../local-scan';

const NAMED = 2;

/** The files that a tool has not read, or not to the end, in one sentence; empty if there are none. */
export function notReadText(reports: LocalScanResult['session']['toolReports']): string {
  const files = new Map<string, string>();
  let untold = 0;
  for (const [tool, { result }] of Object.entries(reports)) {
    const listed = result?.unreadable ?? [];
    for (const { file, reason } of listed) if (!files.has(file)) files.set(file, `${tool}: ${reason}`);
    untold = Math.max(untold, (result?.unreadableTotal ?? 0) - listed.length);
  }
  if (files.size === 0) return '';
  const named = [...files].slice(0, NAMED).map(([file, reason]) => `${file} (${reason})`);
  const total = `${untold > 0 ? 'more than ' : ''}${counted(files.size, 'file')}`;
  const more = files.size > NAMED || untold > 0 ? ', … (--format json lists more)' : '';
  return `${total} not read, or not to the end: ${named.join(', ')}${more}`;
}
