import { WRITTEN } from '../../../catalogue/secret-writing/written';
import type { Assignment } from './assignment';

const BASIC = /\bBasic ([A-Za-z0-9+/]{8,200}={0,2})(?![A-Za-z0-9+/=])/g;

/** Finds the assignments in one of the forms of `WRITTEN`, each with the place of the secret alone. */
export function writtenIn(text: string, count?: (steps: number) => void): Assignment[] {
  const found: Assignment[] = [];
  for (const { stem, expression, name } of WRITTEN) {
    stem.lastIndex = 0;
    for (let at = stem.exec(text); at !== null; at = stem.exec(text)) {
      expression.lastIndex = stem.lastIndex;
      const match = expression.exec(text);
      count?.(match === null ? 200 : match[0].length);
      if (match === null) continue;
      const value = match[1]!.replace(/["']$/, '');
      const start = match.index + match[0].lastIndexOf(match[1]!);
      found.push({ name, value, start, end: start + value.length, by: 'pair', isQuoted: true });
      stem.lastIndex = Math.max(stem.lastIndex, expression.lastIndex);
    }
  }
  return [...found, ...basicIn(text)];
}

/** `Basic` with `user:password` in base64. The secret is the whole, and is judged by the password. */
function basicIn(text: string): Assignment[] {
  return [...text.matchAll(BASIC)].flatMap((match) => {
    const decoded = Buffer.from(match[1]!, 'base64').toString('latin1');
    const at = decoded.indexOf(':');
    if (at < 1 || !/^[\x20-\x7e]{3,150}$/.test(decoded)) return [];
    const start = match.index + match[0].length - match[1]!.length;
    const place = { start, end: start + match[1]!.length };
    return [{ name: 'password', value: decoded.slice(at + 1), ...place, by: 'pair' as const, isQuoted: true }];
  });
}
