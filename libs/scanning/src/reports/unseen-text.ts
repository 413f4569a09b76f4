import { counted } from '@assay/kernel';
import type { UnseenCode } from '../domain/session-events';

/** Such as `no tool knows terraform: 538 files with 12000 lines (main.tf, dns.tf, …)`. */
export function unseenText({ language, files, lines, first }: UnseenCode): string {
  const places = `${first.join(', ')}${files > first.length ? ', …' : ''}`;
  return `no tool knows ${language}: ${counted(files, 'file')} with ${counted(lines, 'line')} (${places})`;
}
