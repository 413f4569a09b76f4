import { LANGUAGES, type Language, type LanguageKind } from './languages';

/** The language of a file that no entry of the table names. */
export const UNKNOWN_LANGUAGE = 'unknown';

const byExtension = index((language) => language.extensions);
const byName = index((language) => language.names);
const byInterpreter = index((language) => language.interpreters);
const endings = new Map(
  LANGUAGES.flatMap(({ id, extensions, interpreters }) => (interpreters && extensions ? [[id, extensions[0]!]] : [])),
);
const kinds = new Map(LANGUAGES.map(({ id, kind }) => [id, kind]));

/** The id of a file's language, by its name or else by its `#!` line; `unknown` if neither is known. */
export function detectLanguage(path: string, firstBytes: Uint8Array = new Uint8Array()): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return (
    byName.get(name) ??
    // `Dockerfile.dev` and `.env.production`: the known name comes first, and the author chooses the rest.
    (/^(docker|container)file\./.test(name) ? 'dockerfile' : name.startsWith('.env.') ? 'ini' : undefined) ??
    (name.includes('.') ? byExtension.get(extension) : undefined) ??
    byInterpreter.get(interpreter(firstBytes)) ??
    UNKNOWN_LANGUAGE
  );
}

/** The ending of files of a language that has an interpreter, without its dot; undefined for other languages. */
export const endingOfScripts = (language: string): string | undefined => endings.get(language);

export const languageKind = (language: string): LanguageKind | undefined => kinds.get(language);

/**
 * Whether the lines of a language are billed. Code and markup are, but not data, lock files, prose or images.
 */
export const isBillable = (language: string): boolean => ['source', 'markup'].includes(languageKind(language) ?? '');

/** The program of a `#!` line: `node` for `#!/usr/bin/env -S node --flag`, `python3` for `#!/usr/bin/python3.11`. */
function interpreter(bytes: Uint8Array): string {
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return '';
  const line = Buffer.from(bytes.subarray(2, 130)).toString('latin1').split('\n')[0]!;
  const program =
    line
      .trim()
      .split(/\s+/)
      .find((word) => !/(^|\/)env$|^-|=/.test(word)) ?? '';
  return program
    .slice(program.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/(\d)\.\d+$/, '$1');
}

function index(keys: (language: Language) => readonly string[] | undefined): ReadonlyMap<string, string> {
  const entries = LANGUAGES.flatMap((language) => (keys(language) ?? []).map((key) => [key, language.id] as const));
  const map = new Map(entries);
  if (map.size !== entries.length) throw new Error('two languages claim the same file name');
  return map;
}
