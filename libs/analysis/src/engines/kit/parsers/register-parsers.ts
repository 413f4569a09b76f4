import { registerDynamicLanguage } from '@ast-grep/napi';
import { oneLine } from '../per-file';
import { registrationOf } from './languages';

/**
 * Loads the parsers of languages. A process can do so once only, a second call is refused: where it takes several
 * passes, the first one has to name all languages.
 * @returns the languages without a parser, each with the reason
 */
export function registerParsers(languages: Iterable<string>): ReadonlyMap<string, string> {
  const missing = new Map<string, string>();
  const registrations: Parameters<typeof registerDynamicLanguage>[0] = {};
  for (const language of languages) {
    try {
      registrations[language] = registrationOf(language);
    } catch (error) {
      missing.set(language, oneLine(error instanceof Error ? error.message : String(error)));
    }
  }
  registerDynamicLanguage(registrations);
  return missing;
}
