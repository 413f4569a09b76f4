import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const LANGUAGES = ['csharp', 'go', 'java', 'javascript', 'kotlin', 'php', 'python', 'ruby'] as const;
export type Language = (typeof LANGUAGES)[number];

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The rules were written on the development share. Which holes of the other one are missed is never shown. */
export const SHARES = ['development', 'kept-apart'] as const;
export type Share = (typeof SHARES)[number];

/** A commit of an application that fixes a hole, and where the hole was. */
export interface Fix {
  /** The commit. Its first parent has the hole. */
  readonly fix: string;
  readonly language: Language;
  /** The rule of data flow that ought to report it. */
  readonly weakness: string;
  readonly cwe: string;
  /** The dangerous call in the first parent. */
  readonly file: string;
  readonly line: number;
  /** The same call in the commit. `null`: the commit removes it. */
  readonly lineAfter: number | null;
  /** The folder that is scanned, where that is not the whole repository. */
  readonly folder?: string;
  readonly what: string;
  /** The severity that the hole is reported with. `null`: it is missed. */
  readonly before?: Severity | null;
  /** The severity that the fixed call is reported with. `null`: it is not reported, as it should be. */
  readonly after?: Severity | null;
  /** Why it is missed, or still reported. */
  readonly why?: string;
}

export interface FixesOfRepository {
  readonly repository: string;
  readonly fixes: readonly Fix[];
}

/** The hash of the commit decides, so that nobody chooses. */
export const shareOf = ({ fix }: Pick<Fix, 'fix'>): Share => (/^[0-7]/.test(fix) ? 'development' : 'kept-apart');

/** The lists of a folder, by the names of their files. */
export function readFixes(folder: string): ReadonlyMap<string, FixesOfRepository> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as FixesOfRepository]),
  );
}
