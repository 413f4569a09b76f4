import pc from 'picocolors';
import type { Settings } from '@assay/kernel';
import { wrapped } from './wrapped';

export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'weaker' | 'problem';
  readonly says: string;
}

const MARK = { ok: pc.green('✓'), weaker: pc.yellow('!'), problem: pc.red('✗') } as const;

/** @param width of the terminal; undefined in a pipe, where each check and setting has one line */
export function doctorText(
  settings: Settings['listed'],
  sections: Readonly<Record<string, readonly Check[]>>,
  width: number = Number.MAX_SAFE_INTEGER,
): string {
  const lines: string[] = [];
  for (const [title, checks] of Object.entries(sections)) {
    lines.push(pc.bold(title[0]!.toUpperCase() + title.slice(1)));
    for (const { name, state, says } of checks) {
      const [first = '', ...rest] = wrapped(`${name}: ${says}`, width - 2);
      lines.push(`${MARK[state]} ${first}`, ...rest.map((line) => `  ${line}`));
    }
    lines.push('');
  }
  // Problems come before the settings, because nobody should have to look for them below fifty settings.
  lines.push(pc.bold('Settings'));
  for (const { name, value, source, description } of settings)
    lines.push(`${name} = ${value} ${pc.dim(`(${source})`)}`, ...wrapped(description, width, '  ').map(pc.dim));
  return `${lines.join('\n')}\n`;
}
