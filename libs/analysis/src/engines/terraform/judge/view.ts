import type { Budget } from '../../infrastructure/budget';
import type { Blocks, Found, Place, View } from '../../infrastructure/view';
import { MOST_ITEMS, type Scope, evaluate, namesOf, pairsOf, withNames } from '../evaluate/expressions';
import {
  UNKNOWN,
  type Value,
  isList,
  isObject,
  isText,
  isUnknown,
  objectOf,
  parsedJson,
  weightOf,
} from '../../infrastructure/value';
import type { Block, Body, Expression } from '../syntax/ast';

/** The view of a block as it is written. */
export interface BodyView extends View {
  value(name: string): FoundExpression | undefined;
}

interface FoundExpression extends Found {
  /** The expression that refers to other values. */
  readonly expression: Expression;
}

function foundAt(at: Place, expression: Expression, scope: Scope): FoundExpression {
  const [of, ...names] = namesOf(expression) ?? [];
  const variable = of === 'var' ? `var.${names.join('.')}` : undefined;
  return { value: evaluate(expression, scope), at, expression, ...(variable !== undefined && { variable }) };
}

export function bodyView(body: Body, scope: Scope, at: Place): BodyView {
  const values = new Map<string, FoundExpression | undefined>();
  const value = (name: string): FoundExpression | undefined => {
    if (!values.has(name)) {
      const attribute = body.attributes.get(name);
      values.set(name, attribute && foundAt(attribute.at, attribute.value, scope));
    }
    return values.get(name);
  };
  const known = new Map<string, Blocks>();
  const blocksOf = (type: string): Blocks => {
    const written = body.blocks.filter((block) => block.type === type);
    const dynamic = body.blocks.filter(({ type: each, labels }) => each === 'dynamic' && labels[0] === type);
    const attribute = written.length + dynamic.length === 0 ? value(type) : undefined;
    if (attribute !== undefined) return objectsOf(attribute, scope.budget);
    const made = dynamic.map((block) => expanded(block, type, scope));
    return {
      views: [...written.map((block) => bodyView(block.body, scope, block.at)), ...made.flatMap(({ views }) => views)],
      open: made.some(({ open }) => open),
    };
  };
  return {
    at,
    open: false,
    value,
    names: () => [...body.attributes.keys()],
    blocks: (type) => {
      const blocks = known.get(type) ?? blocksOf(type);
      known.set(type, blocks);
      scope.budget.spend(blocks.views.length);
      return blocks;
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
  const shown = shownOf(pairs, scope.budget);
  return {
    views: shown.map(([key, value]) => view(key, value)),
    open: (over as { open?: boolean }).open === true || shown.length < pairs.length,
  };
}

/** Blocks that are written as an attribute: one object, or a list of them, or a text of JSON that has such. */
function objectsOf({ value: written, at }: Found, budget: Budget): Blocks {
  const value = isText(written) && budget.spend(weightOf(written)) ? parsedJson(written) : written;
  if (isObject(value)) return { views: [objectView(value, at, budget)], open: false };
  if (!isList(value)) return { views: [], open: value !== null };
  const shown = shownOf(value.items, budget);
  return {
    views: shown.map((item) => objectView(item, at, budget)),
    open: value.open || shown.length < value.items.length,
  };
}

/** As many as are judged, each of which costs a step. */
function shownOf<Item>(items: readonly Item[], budget: Budget): readonly Item[] {
  if (items.length > MOST_ITEMS) budget.leaveOut();
  return budget.spend(Math.min(items.length, MOST_ITEMS)) ? items.slice(0, MOST_ITEMS) : [];
}

/** An object that is not known may have every name. */
function objectView(object: Value, at: Place, budget: Budget): View {
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
    names: () => [...entries.keys()],
    blocks: (type) => {
      const found = value(type);
      return found === undefined ? { views: [], open: false } : objectsOf(found, budget);
    },
  };
}
