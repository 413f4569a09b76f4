import { CONFIG, CONFIG_NAME, MARKUP, PROSE, TRANSLATION } from '../../../catalogue/secret-writing/languages';
import { extname } from 'node:path';

/** How a language writes a value: `code` quotes texts, `config` has them bare, `prose` has both among sentences. */
export type Writing = 'code' | 'config' | 'markup' | 'prose';

export function writingOf(path: string): Writing {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = extname(name).toLowerCase();
  if (PROSE.has(extension)) return 'prose';
  if (MARKUP.has(extension)) return 'markup';
  if (CONFIG.has(extension) || CONFIG_NAME.test(name)) return 'config';
  return extension === '' ? 'config' : 'code';
}

export const isTranslation = (path: string): boolean => TRANSLATION.test(path);
