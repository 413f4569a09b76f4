import { type Scope, evaluate, pairsOf, withNames } from '../evaluate/expressions';
import { UNKNOWN, type Value, isList, isObject, isUnknown, objectOf } from '../evaluate/value';
import type { Block, Body, Expression, Place } from '../syntax/ast';

export interface Found {
  readonly value: Value;
  readonly at: Place;
  /** Where the configuration has it as an expression: what it refers to. */
  readonly expression?: Expression;
}

/** A block, or an object that stands for one, as rules ask for it. */
export interface View {
  readonly at: Place;
  value(name: string): Found | undefined;
  /** The blocks of a type. More may be there where it is open. */
  blocks(type: string): { readonly views: readonly View[]; readonly open: boolean };
  /** Whether it may have attributes and blocks that are not known. */
  readonly open: boolean;
}

const MOST_BLOCKS = 200;

export function bodyView(body: Body, scope: Scope, at: Place): View {
  const values = new Map<string, Found | undefined>();
  const value = (name: string): Found | undefined => {
    if (!values.has(name)) {
      const attribute = body.attributes.get(name);
      values.set(
        name,
        attribute && { value: evaluate(attribute.value, scope), at: attribute.at, expression: attribute.value },
      );
    }
    return values.get(name);
  };
  return {
    at,
    open: false,
    value,
    blocks: (type) => {
      const written = body.blocks.filter((block) => block.type === type);
      const dynamic = body.blocks.filter(({ type: each, labels }) => each === 'dynamic' && labels[0] === type);
      const attribute = written.length + dynamic.length === 0 ? value(type) : undefined;
      if (attribute !== undefined) return objectsOf(attribute);
      const made = dynamic.map((block) => expanded(block, type, scope));
      return {
        views: [
          ...written.map((block) => bodyView(block.body, scope, block.at)),
          ...made.flatMap(({ views }) => views),
        ].slice(0, MOST_BLOCKS),
        open: made.some(({ open }) => open),
      };
    },
  };
}

/** The blocks that a `dynamic` one stands for. One whose number is not known is shown once, with unknown values. */
function expanded({ body, at }: Block, type: string, scope: Scope): { views: View[]; open: boolean } {
  const content = body.blocks.find((block) => block.type === 'content');
  const each = body.attributes.get('for_each');
  if (content === undefined || each === undefined) return { views: [], open: true };
  const iterator = body.attributes.get('iterator')?.value;
  const name = iterator?.kind === 'name' ? iterator.name : type;
  const over = evaluate(each.value, scope);
  const pairs = pairsOf(over);
  const view = (key: Value, value: Value) =>
    bodyView(
      content.body,
      withNames(scope, {
        [name]: objectOf([
          ['key', key],
          ['value', value],
        ]),
      }),
      at,
    );
  if (pairs === undefined) return { views: [], open: true };
  return {
    views: pairs.slice(0, MOST_BLOCKS).map(([key, value]) => view(key, value)),
    open: (over as { open?: boolean }).open === true || pairs.length > MOST_BLOCKS,
  };
}

/** Blocks that are written as an attribute: one object, or a list of them. */
function objectsOf({ value, at }: Found): { views: readonly View[]; open: boolean } {
  if (isObject(value)) return { views: [objectView(value, at)], open: false };
  if (isList(value))
    return { views: value.items.slice(0, MOST_BLOCKS).map((item) => objectView(item, at)), open: value.open };
  return { views: [], open: value !== null };
}

/** Of what is not known, everything may be there. */
function objectView(object: Value, at: Place): View {
  const entries = isObject(object) ? object.entries : new Map<string, Value>();
  const open = isUnknown(object) || (isObject(object) && object.open);
  const value = (name: string): Found | undefined => {
    const found = entries.get(name);
    return found === undefined ? (open ? { value: UNKNOWN, at } : undefined) : { value: found, at };
  };
  return {
    at,
    open,
    value,
    blocks: (type) => {
      const found = value(type);
      return found === undefined ? { views: [], open: false } : objectsOf(found);
    },
  };
}
