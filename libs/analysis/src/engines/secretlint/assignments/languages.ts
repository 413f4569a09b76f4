import { CONFIG, CONFIG_NAME, DATA, MARKUP, PROSE, TRANSLATION } from '../../../catalogue/secret-writing/languages';
import { extname } from 'node:path';

/**
 * How a language writes a value: `code` and `data` quote texts, `config` has them bare, `prose` has both among
 * sentences.
 */
export type Writing = 'code' | 'data' | 'config' | 'markup' | 'prose';

export function writingOf(path: string): Writing {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = extname(name).toLowerCase();
  if (PROSE.has(extension)) return 'prose';
  if (MARKUP.has(extension)) return 'markup';
  if (CONFIG.has(extension) || CONFIG_NAME.test(name)) return 'config';
  if (DATA.has(extension)) return 'data';
  return extension === '' ? 'config' : 'code';
}

export const isTranslation = (path: string): boolean => TRANSLATION.test(path);
