import type { Language } from '../cases';

/** One finding of a tool. */
export interface Detection {
  /** The path in the scanned folder. */
  readonly file: string;
  readonly line: number;
  /** `89`; undefined if the tool names no weakness. */
  readonly cwe?: number;
  /** The rule, to look up the reason. */
  readonly rule: string;
}

export interface Tool {
  readonly name: string;
  readonly languages: readonly Language[];
  /** The program that it needs; undefined for a tool of this project. */
  readonly program?: string;
  /** @throws Error if the tool failed */
  readonly detect: (folder: string, languages: ReadonlySet<Language>) => Promise<Detection[]>;
}

/** `CWE-89`, `CWE-89: SQL injection`, `https://…/89.html`. */
export function cweNumber(text: unknown): number | undefined {
  const number = /\d+/.exec(String(text ?? ''))?.[0];
  return number === undefined ? undefined : Number(number);
}
