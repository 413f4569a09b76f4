import { createHash } from 'node:crypto';

export type Language = 'c' | 'java' | 'javascript' | 'php' | 'python' | 'go' | 'ruby' | 'csharp' | 'kotlin';

/** One labelled place of a corpus. */
export interface Case {
  /** Unique in the corpus. Its share is chosen by this name. */
  readonly name: string;
  /** In the corpus's folder. */
  readonly file: string;
  /** Where one file has several cases. */
  readonly line?: number;
  /** `89`; undefined if the corpus does not say which weakness it is. */
  readonly cwe?: number;
  readonly isReal: boolean;
  /** What it has in common with its twin of the other label, where it has one: both are in the same share. */
  readonly pair?: string;
}

export interface Corpus {
  readonly cases: readonly Case[];
  /** Files that the cases use, in the corpus's folder. */
  readonly support: readonly string[];
}

export type Share = 'development' | 'kept apart';

/**
 * Rules are written while looking at the development share alone. A third of the names is kept apart: what holds for
 * the one and not for the other was tuned.
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

/** The same number of each weakness, label and share, chosen by the hashes of their names: the same ones each time. */
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
