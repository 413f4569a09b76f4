import type { Rule } from 'eslint';
import type { CallExpression, Node, Property } from 'estree';
import { isCalculatedWith } from './calculated';
import { fromRequest } from './request-values';
import { type AnyNode, isOfOwnClass, methodOf, unwrapped, valuesOf, writtenName } from './syntax';
import { type Part, isOpen, partsOf } from './texts';

/** How clients of databases name the method that takes a statement. */
const TAKES_SQL = /^\$?(?:query|execute|exec|raw|run|all|get|each|prepare|unsafe|\w*Raw(?:Unsafe)?|sql)$/;

/** Stands for a value that is not in the text. No person would give a value this name. */
const STAND_IN = '\u0000';
const COLUMN = String.raw`[\w.\u0000]+(?:\s+as\s+\w+)?`;
/** `SELECT` needs a list of columns before its `FROM`, so that "Select a file from the list" is no statement. */
const SELECT =
  String.raw`select\s+(?:(?:distinct|all)\s+)?` +
  String.raw`(?:${COLUMN}\s+from\s|(?:[*"'\x60[(]|${COLUMN}\s*[,(])[^;]*?\sfrom\s)`;
const STATEMENT = new RegExp(
  String.raw`^\s*(?:with\s+\w+\s+as\s*\(|${SELECT}|insert\s+(?:or\s+\w+\s+)?into\s|replace\s+into\s` +
    String.raw`|update\s+\S+\s+set\s|delete\s+from\s|(?:alter|drop|create)\s+(?:user|role)\s)`,
  'i',
);
/** A value is compared, listed or matched: before it stands an operator, and no keyword that a name follows. */
const AT_A_VALUE = /(?:[=<>]|\b(?:like|ilike|values|limit|offset|in|between|and|set)\b|[(,])\s*\(?\s*$/i;
/**
 * Where databases list their own tables and columns. Who asks there puts in names of tables, as libraries and
 * migrations do.
 */
const OWN_CATALOGUE = new RegExp(
  String.raw`\b(?:sqlite_(?:temp_)?(?:master|schema)|information_schema|pg_[a-z]+|sys\.\w+|(?:all|user|dba)_\w+s)\b`,
  'i',
);
const MADE_BY_CODE = new RegExp(
  'placeholder|column|cols?$|field|table|where|clause|cond|sql|query|order|sort|direction|schema|join|index' +
    '|params?$|marks|prefix|suffix|filter|select|expr|limit|offset|count|size|page',
  'i',
);

/** Whether the value is a piece of the statement, such as the marks for its parameters: it stands in no quotes. */
function isMadeByCode(value: AnyNode, context: Rule.RuleContext): boolean {
  const isList = (each: Node) => {
    const inner = unwrapped(each);
    return inner.type === 'CallExpression' && /^(?:join|repeat|fill|map)$/.test(methodOf(inner.callee) ?? '');
  };
  const inner = unwrapped(value);
  const named = inner.type === 'MemberExpression' && !inner.computed ? inner.property : inner;
  if (MADE_BY_CODE.test(context.sourceCode.getText(named)) || isList(inner)) return true;
  return (valuesOf(value, context) ?? []).some(isList);
}

const quotesOpen = (text: string): boolean => (text.split("'").length - 1) % 2 === 1;

/** A value in a statement that can end the statement's text: it stands in quotes, or where a value is compared. */
function injected(parts: readonly Part[], place: AnyNode, context: Rule.RuleContext): boolean {
  let before = '';
  const asksCatalogue = OWN_CATALOGUE.test(
    parts.map((part) => (typeof part === 'string' ? part : context.sourceCode.getText(part.value))).join(''),
  );
  const isHarmless = (value: AnyNode) =>
    (asksCatalogue || isCalculatedWith(value, place, context)) && !fromRequest(value, context);
  for (const part of parts) {
    if (typeof part === 'string') {
      before += part;
      continue;
    }
    if (isOpen(part.value, context) && !isHarmless(part.value)) {
      if (quotesOpen(before)) return true;
      if (AT_A_VALUE.test(before) && !isMadeByCode(part.value, context)) return true;
    }
    before += STAND_IN;
  }
  return false;
}

/** `db.query("SELECT … WHERE name = '" + name + "'")` */
export const sqlFromValues: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow SQL statements that are put together from text and values' },
    schema: [],
  },
  create: (context) => ({
    CallExpression(node: CallExpression) {
      // Who has the method itself is a client of databases, and puts statements together for others.
      if (isOfOwnClass(node.callee)) return;
      const [statement] = node.arguments;
      if (!statement || statement.type === 'SpreadElement' || !TAKES_SQL.test(methodOf(node.callee) ?? '')) return;
      const parts = partsOf(statement, context);
      const text = parts.map((part) => (typeof part === 'string' ? part : STAND_IN)).join('');
      if (!STATEMENT.test(text) || !injected(parts, node as AnyNode, context)) return;
      context.report({ node: statement, message: 'A value is written into the text of this SQL statement' });
    },
  }),
};

/** `users.find({ $where: `this.id == ${id}` })`: MongoDB runs the text as JavaScript. */
export const whereFromValues: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'disallow $where conditions of MongoDB that are put together from text and values' },
    schema: [],
  },
  create: (context) => ({
    Property(node: Property) {
      if (writtenName(node.key, node.computed) !== '$where') return;
      const condition = unwrapped(node.value);
      const parts = partsOf(condition, context);
      if (!parts.some((part) => typeof part === 'string')) return;
      if (!parts.some((part) => typeof part !== 'string' && isOpen(part.value, context))) return;
      context.report({ node: condition, message: 'A value is written into JavaScript that the database runs' });
    },
  }),
};
