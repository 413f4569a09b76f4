import type { Problem } from '../kit/per-file';

type Check = 'weasel' | 'illusion' | 'so' | 'thereIs' | 'passive' | 'adverb' | 'tooWordy' | 'cliches';
type WriteGood = (
  text: string,
  options: Partial<Record<Check, boolean>>,
) => { index: number; offset: number; reason: string }[];

const CHECKS: readonly Check[] = ['weasel', 'illusion', 'so', 'thereIs', 'passive', 'adverb', 'tooWordy', 'cliches'];
const RULES: Readonly<Record<string, Check>> = { 'repeated-word': 'illusion', cliche: 'cliches', wordy: 'tooWordy' };

/** write-good merges the messages of two checks about one word and names neither. So each check runs alone. */
export function proseQuality(text: string, rules: ReadonlySet<string>): Problem[] {
  const writeGood = require('write-good') as WriteGood;
  const prose = withoutCode(text);
  const placeOf = places(text);
  return Object.entries(RULES)
    .filter(([rule]) => rules.has(rule))
    .flatMap(([rule, check]) => {
      const only = Object.fromEntries(CHECKS.map((each) => [each, each === check])) as Record<Check, boolean>;
      return writeGood(prose, only)
        .filter(({ index, offset }) =>
          isMeant(rule, prose.slice(index, index + offset), prose.slice(Math.max(0, index - 200), index)),
        )
        .map(({ index, reason }) => ({ rule, ...placeOf(index), message: reason }));
    });
}

/**
 * Whether a message is useful. Numbers repeat in tables and versions, and a paragraph may begin with the word of its
 * heading. Few of the sentences that got a message about single words or "it is" (700 on 150 read-me files) could be
 * shortened.
 */
function isMeant(rule: string, words: string, before: string): boolean {
  if (rule === 'repeated-word')
    return (
      /^[a-z]+$/i.test(words) &&
      /[a-z](?:[ \t]+|[ \t]*\r?\n[ \t]*)$/i.test(before) &&
      !/(?:^|\n)#[^\n]*\r?\n[ \t]*$/.test(before)
    );
  return (
    rule !== 'wordy' ||
    /^utili[sz]/i.test(words) ||
    (/\s/.test(words) &&
      !/^(?:it (?:is|was)|type of|all of|similar to|in addition|provided that|in between|outside of)$/i.test(words))
  );
}

/**
 * Overwrites code, tables, addresses and markup, which are noise in prose. A full stop in their place keeps the
 * surrounding words apart. The length stays.
 */
function withoutCode(text: string): string {
  const blank = (match: string) => match.replace(/[^\n\r]/g, '.');
  return text
    .replace(/^(`{3,}|~{3,})[^]{0,20000}?^\1/gm, blank)
    .replace(/^(?: {4}|\t|\s{0,3}\|).*$/gm, blank)
    .replace(/`[^`\n]{1,500}`/g, blank)
    .replace(/<[a-z/!][^<>]{0,2000}>/gi, blank)
    .replace(/\bhttps?:\S{1,2000}/g, blank);
}

/** Translates an offset to its line and column, both counted from 1. */
function places(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}
