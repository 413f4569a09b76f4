import { readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Unreadable, decodeText } from '../kit/per-file';
import { readHtml } from './read/html';
import { Page, type PageSurroundings } from './rules/page';

const MAX_SHEET_BYTES = 2 * 1024 * 1024;

/** The files that a page of a target names, as far as the target itself has them. */
export function surroundingsOf(root: string, file: string): PageSurroundings {
  const textAt = (address: string): { readonly path: string; readonly text: string } | undefined => {
    const path = pathOf(file, address);
    const text = path === undefined ? undefined : textOfFile(join(root, path));
    return path === undefined || text === undefined ? undefined : { path, text };
  };
  return {
    sheetAt: (href) => textAt(href)?.text,
    frameOf(srcdoc, src) {
      const found = srcdoc === undefined ? (src === undefined ? undefined : textAt(src)) : { path: file, text: srcdoc };
      if (found === undefined || !(srcdoc !== undefined || /\.x?html?$/i.test(found.path))) return undefined;
      try {
        return new Page(readHtml(found.text, { sheetAt: () => undefined }), { sheetAt: () => undefined });
      } catch (error) {
        if (error instanceof Unreadable) return undefined; // it is said where the file itself is judged
        throw error;
      }
    },
  };
}

/** The file of the target that an address names, seen from a page; undefined for one that is elsewhere. */
function pathOf(page: string, address: string): string | undefined {
  const [path = ''] = address.trim().split(/[?#]/);
  if (path === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return undefined;
  const resolved = normalize(path.startsWith('/') ? path.slice(1) : join(dirname(page), path));
  return resolved.startsWith('..') || resolved.startsWith('/') ? undefined : resolved;
}

/** The text of a file of the target; undefined if there is none, or no text that could be a style sheet. */
function textOfFile(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > MAX_SHEET_BYTES) return undefined;
  try {
    return decodeText(readFileSync(path));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
