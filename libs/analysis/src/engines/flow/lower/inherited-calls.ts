import { type Syntax, kindOf } from './syntax';

/** A class, and the function in it that a node belongs to. */
export interface Around {
  readonly owner: Syntax;
  readonly method: Syntax | undefined;
}

/** The nearest class around a node, and the outermost function of that class around it. */
export function classAround(
  node: Syntax,
  classes: ReadonlySet<string>,
  methods: ReadonlySet<string>,
): Around | undefined {
  let method: Syntax | undefined;
  for (let each = node.parent(); each !== null; each = each.parent()) {
    const kind = kindOf(each);
    if (classes.has(kind)) return { owner: each, method };
    if (methods.has(kind)) method = each;
  }
  return undefined;
}
