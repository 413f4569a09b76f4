import { createHash } from 'node:crypto';

export type Language = 'c' | 'java' | 'javascript' | 'php' | 'python' | 'go' | 'ruby' | 'csharp' | 'kotlin';

/** One labelled place of a corpus. */
export interface Case {
  /** Unique in the corpus. The name decides the share. */
  readonly name: string;
  /** The path in the corpus's folder. */
  readonly file: string;
  /** Set if one file has several cases. */
  readonly line?: number;
  /** `89`; undefined if the corpus does not name the weakness. */
  readonly cwe?: number;
  readonly isReal: boolean;
  /** The common part of the names of a case and its twin with the other label, if any: both are in the same share. */
  readonly pair?: string;
}

export interface Corpus {
  readonly cases: readonly Case[];
  /** Files that the cases use, in the corpus's folder. */
  readonly support: readonly string[];
}

export type Share = 'development' | 'kept apart';

/**
 * Rules are written while looking only at the development share. A third of the names is kept apart: a result that
 * holds only for the development share was tuned.
 */
export const shareOf = ({ file, pair }: Pick<Case, 'file' | 'pair'>): Share =>
  createHash('sha256')
    .update(pair ?? file)
    .digest()
    .readUInt32BE(0) %
    3 ===
  0
    ? 'kept apart'
    : 'development';

/**
 * The same number of each weakness, label and share, chosen by hashes of the names, so that the choice stays the same.
 */
export function sampled(cases: readonly Case[], most: number): Case[] {
  const groups = new Map<string, Case[]>();
  for (const each of cases) {
    const key = `${each.cwe ?? ''} ${each.isReal} ${shareOf(each)}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) =>
    group
      .map((each) => ({ each, hash: createHash('sha256').update(`sample ${each.name}`).digest('hex') }))
      .sort((one, other) => (one.hash < other.hash ? -1 : 1))
      .slice(0, most)
      .map(({ each }) => each),
  );
}

const ENDINGS: Readonly<Record<string, Language>> = {
  java: 'java',
  js: 'javascript',
  mjs: 'javascript',
  ts: 'javascript',
  tsx: 'javascript',
  php: 'php',
  py: 'python',
  go: 'go',
  ...Object.fromEntries(['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp'].map((ending) => [ending, 'c' as const])),
  rb: 'ruby',
  erb: 'ruby',
  cs: 'csharp',
  kt: 'kotlin',
};

export const languageOf = (file: string): Language | undefined => ENDINGS[file.split('.').at(-1)!.toLowerCase()];
