import type { Case } from '../cases';

/** `…/CWE_89/unsafe/case.php`: the folders say the weakness and whether it is real. */
export function readSuite(files: readonly string[]): Case[] {
  return files.flatMap((file): Case[] => {
    const folders = file.split('/').slice(0, -1);
    const label = folders.find((folder) => /^(?:un)?safe$/i.test(folder));
    const cwe = folders.findLast((folder) => /^CWE[-_]?\d+/i.test(folder));
    if (label === undefined || cwe === undefined) return [];
    const number = Number(/\d+/.exec(cwe)![0]);
    return [{ name: file, file, cwe: number, isReal: label.toLowerCase() === 'unsafe' }];
  });
}
