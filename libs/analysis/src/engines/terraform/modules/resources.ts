import { evaluate, pairsOf } from '../evaluate/expressions';
import { MISSING_FOLDER, MODULE_SIGNS_IN } from '../../../catalogue/terraform/shapes';
import { UNKNOWN, type Value, isList, isObject, isUnknown, numberOf } from '../../infrastructure/value';
import type { Judged } from '../../infrastructure/resource';
import { type BodyView, bodyView } from '../judge/view';
import type { Scope } from '../evaluate/expressions';
import type { Block } from '../syntax/ast';
import { type ModuleInstance, isRepeated, repetition } from './instance';

/** One resource as it is made: one of several where it is repeated. */
export interface Resource extends Judged {
  /** As rules name it: `aws_s3_bucket`, `data.…`, `provider.…`, `backend.…`, `module`, `variable`. */
  readonly type: string;
  readonly name: string;
  readonly block: Block;
  readonly instance: ModuleInstance;
  readonly scope: Scope;
  readonly view: BodyView;
  /** Whether it may not be there. */
  readonly doubtful: boolean;
}

/** As many as a list has items. Each costs steps, too. */
const MOST_REPETITIONS = 2_000;
const STEPS_EACH = 20;

export function resourcesOf(instance: ModuleInstance): Resource[] {
  const signsIn = instance.module.blocks.some(isSetUpOverSsh);
  return instance.module.blocks.flatMap((block) => {
    const [first = '', name = ''] = block.labels;
    if (block.type === 'resource' && signsIn && OF_FIREWALL.test(first))
      return repeated(block, first, name, instance).map((resource) => known(resource, MODULE_SIGNS_IN, true));
    if (block.type === 'resource') return repeated(block, first, name, instance);
    if (block.type === 'data') return repeated(block, `data.${first}`, name, instance);
    if (block.type === 'module') return [called(one(block, 'module', first, instance))];
    if (block.type === 'variable') return [named(one(block, 'variable', first, instance))];
    if (block.type === 'provider') return [one(block, `provider.${first}`, first, instance)];
    if (block.type !== 'terraform') return [];
    return block.body.blocks
      .filter(({ type }) => type === 'backend')
      .map((backend) => one(backend, `backend.${backend.labels[0] ?? ''}`, backend.labels[0] ?? '', instance));
  });
}

const one = (block: Block, type: string, name: string, instance: ModuleInstance, scope = instance.scope): Resource => ({
  type,
  name,
  block,
  instance,
  scope,
  view: bodyView(block.body, scope, block.at),
  doubtful: false,
});

/** A block whose name says something of it, which rules ask for as `name`. */
const named = (resource: Resource): Resource => known(resource, 'name', resource.name);

/** The call of a module, with the folder that it names and the target does not have. */
function called(resource: Resource): Resource {
  const missing = resource.instance.module.calls.find(({ block }) => block === resource.block)?.missing;
  return missing === undefined ? resource : known(resource, MISSING_FOLDER, missing);
}

/** A resource with one more value that rules ask for. */
const known = (resource: Resource, name: string, value: string | boolean): Resource => ({
  ...resource,
  view: {
    ...resource.view,
    value: (each) =>
      each === name
        ? { value, at: resource.block.at, expression: { kind: 'literal', value } }
        : resource.view.value(each),
  },
});

/** Resources that open ports. */
const OF_FIREWALL = /_(?:security_group|security_group_rule|security_group_ingress_rule|security_rule|firewall)$/;

/** Whether commands run on the machine that a resource makes, or is about, over SSH. */
function isSetUpOverSsh({ type, body }: Block): boolean {
  if (type !== 'resource') return false;
  const isDone = body.blocks.some((each) => each.type === 'provisioner' && each.labels[0] === 'remote-exec');
  const connection = body.blocks.find((each) => each.type === 'connection')?.body.attributes.get('type')?.value;
  return isDone && !(connection?.kind === 'literal' && connection.value === 'winrm');
}

function repeated(block: Block, type: string, name: string, instance: ModuleInstance): Resource[] {
  return repetitionsOf(block, instance.scope).map(({ scope, doubtful }) => ({
    ...one(block, type, name, instance, scope),
    doubtful,
  }));
}

/** The scopes in which a block is there: one for each of its repetitions, one if nobody knows how many there are. */
export function repetitionsOf(block: Block, scope: Scope): { readonly scope: Scope; readonly doubtful: boolean }[] {
  if (!isRepeated(block)) return [{ scope, doubtful: false }];
  const unknown = { scope: repetition(scope, UNKNOWN, UNKNOWN), doubtful: true };
  const count = block.body.attributes.get('count');
  if (count !== undefined) {
    const number = countOf(evaluate(count.value, scope));
    if (number === undefined) return [unknown];
    const most = affordable(number, scope);
    const counted = Array.from({ length: most }, (_, index) => ({
      scope: repetition(scope, index, UNKNOWN),
      doubtful: false,
    }));
    return most < number ? [...counted, unknown] : counted;
  }
  const over = evaluate(block.body.attributes.get('for_each')!.value, scope);
  const pairs = pairsOf(over);
  if (pairs === undefined) return [unknown];
  const most = affordable(pairs.length, scope);
  const made = pairs.slice(0, most).map(([key, value]) => ({
    // In a set the key is the item.
    scope: repetition(scope, isList(over) ? value : key, value),
    doubtful: false,
  }));
  const open = (isList(over) || isObject(over)) && over.open;
  return open || most < pairs.length ? [...made, unknown] : made;
}

/** How many of the repetitions are judged. */
function affordable(wanted: number, { budget }: Scope): number {
  const most = Math.min(wanted, MOST_REPETITIONS);
  if (most < wanted) budget.leaveOut();
  return budget.spend(most * STEPS_EACH) ? most : 0;
}

function countOf(value: Value): number | undefined {
  if (isUnknown(value)) return undefined;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = numberOf(value);
  return number === undefined || number < 0 ? undefined : number;
}
