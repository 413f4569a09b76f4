import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder with its bytes, whatever its name. */
export function filesBelow(folder: string): { readonly path: string; readonly content: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, content: readFileSync(path) }));
}

/** The files in which a text stands as it is, or in hex or base64 at any of its three alignments. */
export function filesThatHold(text: string, folder: string): string[] {
  const bytes = Buffer.from(text);
  // The characters that the neighbours of the text have no part in.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(offset === 0 ? 0 : 4, -1),
  );
  const needles = [text, bytes.toString('hex'), ...base64, bytes.toString('utf16le')];
  return filesBelow(folder)
    .filter(({ content }) => needles.some((needle) => content.includes(needle)))
    .map(({ path }) => path);
}
