import { type Node, isMap, isScalar } from 'yaml';
import type { Source } from '../infrastructure/source';
import { UNKNOWN, bounded } from '../infrastructure/value';
import type { Found, Place, View } from '../infrastructure/view';
import { withNames, yamlView } from '../infrastructure/yaml-view';
import { entriesOf, textOf } from '../kit/yaml-tree';
import { hasJinja, parametersIn, withReferences } from './texts';

/** A view of constants. */
export function constants(values: ReadonlyMap<string, Found>, at: Place, open = false): View {
  return {
    at,
    open,
    value: (name) => values.get(name),
    names: () => [...values.keys()],
    blocks: () => ({ views: [], open }),
  };
}

/** The parameters of a module: a map or a text of `name=value`, and the additions of `args`. */
export function parametersOf(source: Source, node: Node | undefined, args: Node | undefined, at: Place): View {
  const text = isScalar(node) ? textOf(node) : undefined;
  const maps = [node, args].filter((each) => isMap(each));
  const view = withTexts(source, yamlView(source, maps, { at, open: false, doubts: 0 }), maps);
  if (text === undefined) return view;
  const written = new Map<string, Found>();
  for (const [name, value] of parametersIn(text))
    written.set(name, { value: readable(value), at: source.placeOf(node) });
  if (written.size === 0) return view;
  return { ...withNames(view, Object.fromEntries(written), {}), names: () => [...written.keys(), ...view.names()] };
}

/** Keeps texts with Jinja expressions in them: the rest still says something, such as the host of an address. */
function withTexts(source: Source, view: View, maps: readonly Node[]): View {
  const texts = new Map<string, Found>();
  for (const map of maps)
    for (const { key, keyNode, value } of entriesOf(source.tree, map)) {
      const text = isScalar(value) && typeof value.value === 'string' ? value.value : undefined;
      if (text !== undefined && hasJinja(text) && !texts.has(key))
        texts.set(key, { value: readable(text), at: source.placeOf(keyNode) });
    }
  return texts.size === 0 ? view : withNames(view, Object.fromEntries(texts), {});
}

export function readable(text: string) {
  if (!hasJinja(text)) return bounded(text);
  const filled = withReferences(text);
  return filled === undefined ? UNKNOWN : bounded(filled);
}
