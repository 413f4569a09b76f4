import { basename } from 'node:path';
import type { Case } from '../cases';

/**
 * A table of answers, `name, category, real, CWE`, with a line a case, for files of the cases' names.
 * @throws Error for a line that is no answer
 */
export function readAnswers(table: string, files: readonly string[]): Case[] {
  const byName = new Map(files.map((file) => [basename(file).replace(/\.[^.]+$/, ''), file]));
  const cases: Case[] = [];
  for (const [index, line] of table.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [name = '', , real, cwe] = line.split(',').map((cell) => cell.trim());
    const isHeading = index === 0 && !/^(?:true|false)$/i.test(real ?? '');
    if (isHeading) continue;
    if (!/^(?:true|false)$/i.test(real ?? '') || !/^\d+$/.test(cwe ?? ''))
      throw new Error(`line ${index + 1} of the answers is none: ${line.slice(0, 80)}`);
    const file = byName.get(name);
    if (file) cases.push({ name, file, cwe: Number(cwe), isReal: real!.toLowerCase() === 'true' });
  }
  return cases;
}
