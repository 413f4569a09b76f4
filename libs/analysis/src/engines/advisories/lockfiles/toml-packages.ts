import { isRecord } from '@assay/kernel';
import { parse } from 'smol-toml';
import { Unreadable } from '../../kit/per-file';

type Table = Readonly<Record<string, unknown>>;

/** A table of `[[package]]` with the line of its header, counted from 1. */
export interface TomlPackage {
  readonly line: number;
  readonly table: Table;
}

const DEEPEST = 100;

/**
 * Reads a lockfile of Cargo, Poetry or uv.
 * @throws Unreadable
 */
export function tomlPackages(text: string): { readonly document: Table; readonly packages: readonly TomlPackage[] } {
  const document = parseToml(text);
  const packages = document['package'];
  if (packages !== undefined && !Array.isArray(packages)) throw new Unreadable('package is no list of tables');
  const lines = headerLines(text);
  return {
    document,
    packages: ((packages ?? []) as unknown[])
      .filter(isRecord)
      .map((table, index) => ({ table, line: lines[index] ?? 1 })),
  };
}

/** @throws Unreadable */
function parseToml(text: string): Table {
  try {
    return parse(text, { maxDepth: DEEPEST }) as Table;
  } catch (error) {
    throw new Unreadable(`no TOML: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`);
  }
}

const headerLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (/^\s*\[\[\s*package\s*\]\]/.test(line) ? [index + 1] : []));

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const stringAt = (table: Table, key: string): string | undefined =>
  typeof table[key] === 'string' ? (table[key] as string) : undefined;
