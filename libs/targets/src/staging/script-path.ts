import { endingOfScripts } from '@assay/source-text';
import { inertName } from './admission';

/** Endings that say how a script is started, and not its language. Any other may be one of templates. */
const STARTED = /^[^.]+\.(?:cgi|fcgi|command)$/i;

/**
 * The path in the copy of a script whose name says no language and whose first line says what runs it: `bin/setup` is
 * staged as `bin/setup.sh`, and `list.cgi` as `list.cgi.py`, so that the tools for its language look at it. Undefined
 * where that name belongs to another file, or configures an engine.
 * @param staged the path that it would have
 * @param isFree whether no other file of its folder has a path
 */
export function scriptPath(staged: string, language: string, isFree: (staged: string) => boolean): string | undefined {
  const name = staged.slice(staged.lastIndexOf('/') + 1);
  const ending = endingOfScripts(language);
  if ((name.includes('.') && !STARTED.test(name)) || ending === undefined) return undefined;
  const path = `${staged}.${ending}`;
  return inertName(`${name}.${ending}`) === `${name}.${ending}` && isFree(path) ? path : undefined;
}
