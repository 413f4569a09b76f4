import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** Types that say more of another one: `Annotated[int, Query(gt=0)]`, `Optional[int]`. */
const WRAPPING = /^(?:\w+\.)?(?:Annotated|Optional|Required|NotRequired|Final)$/;

/** The name and the arguments of a type with arguments. */
function withArguments(type: Syntax): readonly [string, readonly Syntax[]] | undefined {
  const node = kindOf(type) === 'type' ? meaningful(type)[0] : type;
  if (!node) return undefined;
  const [name, list] = meaningful(node);
  if (kindOf(node) === 'generic_type' && name && list) return [name.text(), meaningful(list)];
  if (kindOf(node) === 'subscript' && name) return [name.text(), meaningful(node).slice(1)];
  return undefined;
}

/** The type of the values themselves: `int` of `Annotated[Optional[int], Query(gt=0)]` and of `int | None`. */
export function innerType(type: Syntax, depth = 0): Syntax {
  const [name, args] = withArguments(type) ?? [];
  if (name !== undefined && WRAPPING.test(name) && args?.[0] && depth < MAX_DEPTH) return innerType(args[0], depth + 1);
  const node = kindOf(type) === 'type' ? meaningful(type)[0] : type;
  if (node && kindOf(node) === 'binary_operator' && field(node, 'right')?.text() === 'None') {
    const left = field(node, 'left');
    if (left && depth < MAX_DEPTH) return innerType(left, depth + 1);
  }
  return type;
}
const MAX_DEPTH = 8;

/** The call of `Depends` in `Annotated[str, Depends(made)]`. */
export function dependencyIn(type: Syntax): Syntax | undefined {
  const [, args = []] = withArguments(type) ?? [];
  return args
    .map((each) => (kindOf(each) === 'type' ? meaningful(each)[0] : each))
    .find(
      (each) =>
        each && kindOf(each) === 'call' && /\b(?:Depends|Security)$/.test(field(each, 'function')?.text() ?? ''),
    );
}
