import type { Case } from '../cases';

const MARK = /(?:\/\*|\/\/|#)\s*(BAD|OK)\b/;

/** Lines that end in a comment, `BAD` for a weakness and `OK` for none. */
export async function readMarks(files: readonly string[], textOf: (file: string) => Promise<string>): Promise<Case[]> {
  const cases: Case[] = [];
  for (const file of files)
    for (const [index, text] of (await textOf(file)).split('\n').entries()) {
      const mark = MARK.exec(text)?.[1];
      // A comment on a line of its own marks no code.
      if (mark === undefined || /^\s*(?:\/\*|\/\/|#|\*)/.test(text)) continue;
      cases.push({ name: `${file}:${index + 1}`, file, line: index + 1, isReal: mark === 'BAD' });
    }
  return cases;
}
