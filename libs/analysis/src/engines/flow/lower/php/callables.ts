import type { Expression } from '../../ir';

/** Where functions of the language take the function that they call. */
const TAKES_CALLABLE: Readonly<Record<string, number>> = {
  array_map: 0,
  call_user_func: 0,
  call_user_func_array: 0,
  array_filter: 1,
  array_walk: 1,
};

/** The name of a function: `'trim'`, `'Text::clean'`, or an object or a class with a name. */
export type Callable =
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'method'; readonly of: string | Expression; readonly name: string };

export const positionOfCallable = (called: string): number | undefined =>
  Object.hasOwn(TAKES_CALLABLE, called) ? TAKES_CALLABLE[called] : undefined;

export function callableIn(value: Expression): Callable | undefined {
  if (value.kind === 'literal') return named(value.value);
  const pair = pairIn(value);
  if (pair === undefined) return undefined;
  const [of, name] = pair;
  if (name.kind !== 'literal' || typeof name.value !== 'string') return undefined;
  if (of.kind !== 'literal') return { kind: 'method', of, name: name.value.replace(/^parent::/, '') };
  return typeof of.value === 'string' ? { kind: 'method', of: of.value, name: name.value } : undefined;
}

function named(text: unknown): Callable | undefined {
  const [, of, name] = /^(?:([\w\\]+)::)?([\w\\]+)$/.exec(String(text)) ?? [];
  if (name === undefined) return undefined;
  return of === undefined ? { kind: 'function', name } : { kind: 'method', of, name };
}

/** The two elements of `array($this, 'clean')`. */
function pairIn(value: Expression): readonly [Expression, Expression] | undefined {
  const items = value.kind === 'list' ? value.items.map((item) => item.value) : [];
  return items.length === 2 ? [items[0]!, items[1]!] : undefined;
}

/** Methods of a view of Laminas or Zend that hand out a helper by its name. */
const GIVES_HELPER = /^(?:plugin|getViewHelper|getHelper)$/;
/** The helpers of views that escape, each with a function of the language that makes the same values safe. */
const ESCAPING: Readonly<Record<string, string>> = {
  escapeHtml: 'htmlspecialchars',
  escapeHtmlAttr: 'htmlspecialchars',
  escapeJs: 'htmlspecialchars',
  escapeCss: 'htmlspecialchars',
  escapeUrl: 'rawurlencode',
};

/** `$this->plugin('escapeHtml')`: a function of the language that does what the helper does when it is called. */
export function escapingHelper(method: string, given: Expression | undefined): string | undefined {
  if (!GIVES_HELPER.test(method) || given?.kind !== 'literal' || typeof given.value !== 'string') return undefined;
  return Object.hasOwn(ESCAPING, given.value) ? ESCAPING[given.value] : undefined;
}
