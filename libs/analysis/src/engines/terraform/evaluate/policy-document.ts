import type { Body, Block } from '../syntax/ast';
import type { Blocks, View } from '../../infrastructure/view';
import { bodyView } from '../judge/view';
import type { Scope } from './expressions';
import {
  UNKNOWN,
  type Value,
  isList,
  isObject,
  isText,
  listOf,
  objectOf,
  parsedJson,
} from '../../infrastructure/value';

/** The policy that `data "aws_iam_policy_document"` makes, in the form of its JSON. */
export function policyDocument({ body, at }: Block, scope: Scope): Value {
  const view = bodyView(body, scope, at);
  const { views, open } = view.blocks('statement');
  const taken = [
    ...inherited(body, view, 'source_policy_documents'),
    ...inherited(body, view, 'override_policy_documents'),
  ];
  return objectOf([['Statement', listOf([...views.map(statement), ...taken], open || taken.includes(UNKNOWN))]]);
}

function inherited(body: Body, view: View, name: string): Value[] {
  if (!body.attributes.has(name)) return [];
  const documents = view.value(name)?.value ?? UNKNOWN;
  if (!isList(documents) || documents.open) return [UNKNOWN];
  return documents.items.flatMap((document) => {
    const parsed = isText(document) ? parsedJson(document) : UNKNOWN;
    const statements = isObject(parsed) ? parsed.entries.get('Statement') : undefined;
    return statements !== undefined && isList(statements) ? [...statements.items] : [UNKNOWN];
  });
}

const FIELDS = {
  sid: 'Sid',
  actions: 'Action',
  not_actions: 'NotAction',
  resources: 'Resource',
  not_resources: 'NotResource',
};

function statement(view: View): Value {
  const entries: [string, Value][] = [['Effect', view.value('effect')?.value ?? 'Allow']];
  for (const [name, key] of Object.entries(FIELDS)) {
    const found = view.value(name);
    if (found !== undefined) entries.push([key, found.value]);
  }
  for (const [name, key] of [
    ['principals', 'Principal'],
    ['not_principals', 'NotPrincipal'],
  ] as const) {
    const { views, open } = view.blocks(name);
    if (views.length > 0 || open) entries.push([key, principals(views, open)]);
  }
  const conditions = view.blocks('condition');
  if (conditions.views.length > 0 || conditions.open) entries.push(['Condition', conditionOf(conditions)]);
  return objectOf(entries);
}

function conditionOf({ views, open }: Blocks): Value {
  const tests = new Map<string, [string, Value][]>();
  for (const view of views) {
    const [test, variable] = [view.value('test')?.value, view.value('variable')?.value];
    if (test === undefined || variable === undefined || !isText(test) || !isText(variable)) return UNKNOWN;
    tests.set(test, [...(tests.get(test) ?? []), [variable, view.value('values')?.value ?? UNKNOWN]]);
  }
  return objectOf(
    [...tests].map(([test, asked]) => [test, objectOf(asked)] as const),
    open,
  );
}

function principals(views: readonly View[], open: boolean): Value {
  const byType = new Map<string, Value>();
  for (const view of views) {
    const type = view.value('type')?.value;
    if (type === undefined || !isText(type)) return UNKNOWN;
    const named = view.value('identifiers')?.value ?? UNKNOWN;
    // `type = "*"` with the identifier `*` is everybody, without a login.
    if (type === '*') return '*';
    const before = byType.get(type);
    byType.set(type, before === undefined ? named : together(before, named));
  }
  return { kind: 'object', entries: byType, open };
}

/** Several blocks may name principals of one type. */
const together = (...named: readonly Value[]): Value =>
  listOf(
    named.flatMap((each) => (isList(each) ? each.items : [each])),
    named.some((each) => isList(each) && each.open),
  );
