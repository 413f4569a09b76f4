import type { Expression } from '../ir';
import { nameInSource } from '../lower/scope';
import { rememberedByName } from './remembered-names';

/** The name that the source has for a variable, cut out of its id once: each use of the variable asks for it. */
export const nameOfVariable = rememberedByName(nameInSource);

/** The name of a called function; '' for a method and for a function without a name. */
export const nameOf = (callee: Expression): string => {
  if (callee.kind === 'variable') return nameOfVariable(callee.id) ?? '';
  if (callee.kind === 'own') return callee.name;
  // A function of PHP: the last of the names that it may mean.
  if (callee.kind === 'import') return callee.name ?? callee.module.split(/[ |]/).at(-1)!;
  return '';
};

/** The same, with the names of methods and of the language's globals. */
export const nameOfCalled = (callee: Expression): string =>
  callee.kind === 'field' || callee.kind === 'global' ? callee.name : nameOf(callee);
