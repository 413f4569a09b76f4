import type { Place } from '../../infrastructure/view';

export type { Place };

/** An expression of HCL, without its spelling: parentheses, comments and quotes are gone. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** Texts and interpolations in turn. One interpolation alone is no template but its expression. */
  | { readonly kind: 'template'; readonly parts: readonly Expression[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly entries: readonly ObjectEntry[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'get'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly key: Expression }
  /** `a.b[*].c`: what follows the star is done to each item, which `rest` calls `SPLAT_ITEM`. */
  | { readonly kind: 'splat'; readonly of: Expression; readonly rest: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[]; readonly spread: boolean }
  | ForExpression
  | { readonly kind: 'conditional'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  /** An expression that cannot be read, or is not evaluated: directives of templates, nesting beyond the bound. */
  | { readonly kind: 'opaque' };

export interface ForExpression {
  readonly kind: 'for';
  readonly key: string | undefined;
  readonly value: string;
  readonly of: Expression;
  /** Where the result is an object. */
  readonly resultKey: Expression | undefined;
  readonly result: Expression;
  readonly test: Expression | undefined;
  readonly grouped: boolean;
}

export interface ObjectEntry {
  readonly key: Expression;
  readonly value: Expression;
  readonly at: Place;
}

export interface Attribute {
  readonly name: string;
  readonly value: Expression;
  readonly at: Place;
}

export interface Body {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: Body;
  readonly at: Place;
}

/** The name of the item in what follows the star of a splat. No identifier of HCL has such a name. */
export const SPLAT_ITEM = '*';

export const OPAQUE: Expression = { kind: 'opaque' };

/** A file, and the place of the first thing in it that could not be read. Blocks around such a place are left out. */
export interface ParsedFile {
  readonly file: string;
  readonly body: Body;
  readonly fault: Place | undefined;
}
