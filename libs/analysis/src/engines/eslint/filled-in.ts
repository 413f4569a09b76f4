import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { basename, dirname } from 'node:path/posix';

// Data files that a reader or a script fills in before a parser reads them.

/** A placeholder for readers on a line of its own: `<EDIT: …>`, `<your-domain>`, `<REPLACE …>`. */
const FOR_READERS = /^[ \t]*(?:-[ \t]+)?<(?:edit|your|replace|insert|fill|change|add|todo)\b[^<>\n]{0,200}>[ \t]*$/im;

export const asksToBeFilledIn = (text: string): boolean => FOR_READERS.test(text);

/** `%{ if enabled }`, `%{~ endfor ~}` */
const DIRECTIVE = /%\{~?\s*(?:if\s|else\b|endif\b|for\s|endfor\b)/;
const VARIABLE = /(?<!\$)\$\{[^}\n]*\}/;

const CALL = /\btemplatefile\(\s*"(?:[^"\n]{0,300}\/)?([^"\n/]{1,100})"/g;

const MOST_CONFIGURATIONS = 50;
const MOST_BYTES = 512 * 1024;
/** The maximum bytes of all configurations of a target that are read. Each is read at most once. */
const MOST_BYTES_OF_ALL = 8 * 1024 * 1024;

/**
 * Whether a file is a template of Terraform: by its directives, or because a configuration beside or above it names it
 * in a call of `templatefile`. Nothing above the target is read.
 * @param root the absolute path of the target
 */
export function filesOfTerraform(root: string): (staged: string, text: string) => boolean {
  const named = new Map<string, ReadonlySet<string>>();
  let left = MOST_BYTES_OF_ALL;
  const read = (folder: string): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const file of configurationsIn(join(root, folder))) {
      const { size } = statSync(file);
      if (size > MOST_BYTES || size > left) continue;
      left -= size;
      for (const [, name] of readFileSync(file, 'utf8').matchAll(CALL)) names.add(name!);
    }
    return names;
  };
  const namesIn = (folder: string): ReadonlySet<string> => {
    const known = named.get(folder) ?? read(folder);
    named.set(folder, known);
    return known;
  };
  return (staged, text) => {
    if (DIRECTIVE.test(text)) return true;
    if (!VARIABLE.test(text)) return false;
    for (let folder = dirname(staged); ; folder = dirname(folder)) {
      if (namesIn(folder).has(basename(staged))) return true;
      if (folder === '.') return false;
    }
  };
}

const configurationsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tf'))
    .slice(0, MOST_CONFIGURATIONS)
    .map(({ name }) => join(folder, name));
