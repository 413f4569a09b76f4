import { type Value, isList, isObject, listOf, objectOf } from '../../infrastructure/value';
import type { BodyView } from '../judge/view';
import { policyDocument } from '../evaluate/policy-document';
import type { Body, Expression } from '../syntax/ast';
import type { ModuleInstance } from './instance';
import { referencesOf } from './references';
import { type Resource, resourcesOf } from './resources';

const DOCUMENT = 'data.aws_iam_policy_document';
const PRINCIPALS = ['Principal', 'NotPrincipal'];
const NOWHERE: Expression = { kind: 'literal', value: null };

/**
 * Documents of policies that nothing in the target was asked about: nobody names them, or a module that comes from
 * elsewhere gets them. To be asked for once all resources are judged. Each has its policy as `json`, and as
 * `policy` what of it says what somebody may do, and not who.
 */
export function unjudgedDocuments(instance: ModuleInstance): Resource[] {
  const left = resourcesOf(instance).filter(({ type, name }) => type === DOCUMENT && !instance.hasFound(type, name));
  if (left.length === 0) return [];
  const named = namedIn(instance);
  return left
    .filter(({ name }) => !named.has(`${DOCUMENT}.${name}`))
    .map((resource) => ({ ...resource, view: withPolicy(resource) }));
}

function withPolicy({ block, scope, view }: Resource): BodyView {
  const document = policyDocument(block, scope);
  const said: Readonly<Record<string, Value>> = { json: document, policy: permissionsOf(document) };
  return {
    ...view,
    value: (name) => {
      const value = said[name];
      return value === undefined ? view.value(name) : { value, at: block.at, expression: NOWHERE };
    },
  };
}

/** Without the statements that say who may do it: they belong to a resource, or to a role. */
function permissionsOf(document: Value): Value {
  const statements = isObject(document) ? document.entries.get('Statement') : undefined;
  if (statements === undefined || !isList(statements)) return document;
  const own = statements.items.filter((each) => !isObject(each) || !PRINCIPALS.some((name) => each.entries.has(name)));
  return objectOf([['Statement', listOf(own, statements.open)]]);
}

/** The documents that resources, other documents and modules of the target name. */
function namedIn(instance: ModuleInstance): ReadonlySet<string> {
  const { blocks, calls } = instance.module;
  const foreign = new Set(calls.filter(({ folder }) => folder === undefined).map(({ block }) => block));
  const named = new Set<string>();
  for (const block of blocks)
    if (['resource', 'data', 'module'].includes(block.type) && !foreign.has(block))
      addNames(block.body, instance, named);
  return named;
}

function addNames({ attributes, blocks }: Body, instance: ModuleInstance, named: Set<string>): void {
  if (!instance.scope.budget.spend(attributes.size + 1)) return;
  for (const { value } of attributes.values())
    for (const address of referencesOf(value, instance, undefined).resources) named.add(address);
  for (const { body } of blocks) addNames(body, instance, named);
}
