import type ts from 'typescript';
import type { Place } from '../markup';

/** The expression that a name or a property stands for, and the scope in which its own names are looked up. */
export interface Meaning {
  readonly expression: ts.Expression;
  readonly scope: Scope;
}

/** The names that are known where an expression stands. */
export interface Scope {
  /** @param at the identifier, which tells a variable from others of its name */
  of(name: string, at: ts.Node): Meaning | undefined;
  /** Whether a name may stand for something, which is cheaper to ask; undefined for a scope that cannot tell. */
  readonly knows?: (name: string) => boolean;
  /** Where a component is used that shows what is read here; undefined for what stands there itself. */
  readonly place?: Place;
  /** Whether some of the names have got values from a use or from an entry of a list. */
  readonly isBound?: true;
}

/** A scope without any name. It stands apart from what reads scopes, which loads a compiler. */
export const NO_SCOPE: Scope = { of: () => undefined };
