import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

// Files of data that somebody or something fills in before a parser reads them.

/** `<EDIT: …>`, `<your-domain>`, `<REPLACE …>` on a line of its own: the reader is to write something there. */
const FOR_READERS = /^[ \t]*(?:-[ \t]+)?<(?:edit|your|replace|insert|fill|change|add|todo)\b[^<>\n]{0,200}>[ \t]*$/im;

export const asksToBeFilledIn = (text: string): boolean => FOR_READERS.test(text);

/** `%{ if enabled }`, `%{~ endfor ~}` */
const DIRECTIVE = /%\{~?\s*(?:if\s|else\b|endif\b|for\s|endfor\b)/;
const VARIABLE = /(?<!\$)\$\{[^}\n]*\}/;

const MOST_CONFIGURATIONS = 50;
const MOST_BYTES = 512 * 1024;

/**
 * Whether Terraform makes the file of a template: by its directives, or because a configuration beside it or above it
 * names it in a call of `templatefile`.
 * @param path the absolute path
 * @param staged the same, relative to the target: nothing above that is read
 */
export function isFilledByTerraform(path: string, staged: string, text: string): boolean {
  if (DIRECTIVE.test(text)) return true;
  if (!VARIABLE.test(text)) return false;
  const name = basename(staged).replace(/[^\w-]/g, '\\$&');
  const call = new RegExp(`\\btemplatefile\\(\\s*"[^"\\n]{0,300}\\b${name}"`);
  let folder = dirname(path);
  for (let depth = staged.split('/').length; depth > 0; depth -= 1) {
    if (configurationsIn(folder).some((configuration) => call.test(configuration))) return true;
    folder = dirname(folder);
  }
  return false;
}

const configurationsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tf'))
    .slice(0, MOST_CONFIGURATIONS)
    .map(({ name }) => join(folder, name))
    .filter((file) => statSync(file).size <= MOST_BYTES)
    .map((file) => readFileSync(file, 'utf8'));
