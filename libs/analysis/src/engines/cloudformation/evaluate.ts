import { type Node, type Scalar, isMap, isScalar, isSeq } from 'yaml';
import type { Budget } from '../infrastructure/budget';
import {
  HOLE,
  UNKNOWN,
  type Value,
  areEqual,
  bounded,
  isList,
  isText,
  isUnknown,
  isWhole,
  joinedTexts,
  listOf,
  numberOf,
  objectOf,
  readAlike,
  textOf,
  toJson,
} from '../infrastructure/value';
import { at, entriesOf, itemsOf, textOf as scalarText, valueOf } from '../kit/yaml-tree';
import { type Call, addsEntries, callOf, partsOfSub } from './functions';
import type { Template } from './template';

/** The result of the conditions around a node: another node, nothing (`AWS::NoValue`), or one of several. */
export type Chosen = Node | 'removed' | 'unknown';

/** Types of parameters whose values are stored in SSM. */
const KEPT_ELSEWHERE = /^AWS::SSM::Parameter::/;
/** Names of parameters for secrets, which are judged at their declaration, not at each use. */
const SECRET = /passw|pwd|secret|token/i;
const PSEUDO: Readonly<Record<string, Value>> = {
  'AWS::NoValue': null,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** Evaluates the values of a template as far as they are known before deployment. */
export class Evaluator {
  private readonly truths = new Map<string, boolean | undefined>();
  private readonly underConditions = new Map<string, Evaluator>();

  constructor(
    readonly template: Template,
    readonly budget: Budget,
    /** A condition that is assumed to hold: that of the resource under judgement. */
    private readonly given?: string,
  ) {}

  /** An evaluator of the same template in which the condition holds. */
  under(condition: string | undefined): Evaluator {
    if (condition === undefined) return this;
    const known = this.underConditions.get(condition) ?? new Evaluator(this.template, this.budget, condition);
    this.underConditions.set(condition, known);
    return known;
  }

  /** Whether a node refers to a parameter. */
  isAskedFor(node: Node | undefined): boolean {
    const call = node && callOf(this.tree, node);
    return call?.name === 'Ref' && this.isParameter(scalarText(call.argument) ?? '');
  }

  isParameter(name: string): boolean {
    return this.template.parameters.has(name);
  }

  /** Follows `Fn::If` to the branch that is taken. */
  chosen(node: Node): Chosen {
    return this.budget.within<Chosen>('unknown', () => {
      const call = callOf(this.tree, node);
      if (call?.name === 'Ref') return scalarText(call.argument) === 'AWS::NoValue' ? 'removed' : node;
      if (call?.name !== 'Fn::If') return node;
      const [name, yes, no] = itemsOf(this.tree, call.argument);
      const truth = this.holds(scalarText(name) ?? '');
      const branch = truth === undefined ? undefined : truth ? yes : no;
      return branch === undefined ? 'unknown' : this.chosen(branch);
    });
  }

  value(node: Node | undefined): Value {
    if (node === undefined) return null;
    return this.budget.within<Value>(UNKNOWN, () => {
      const call = callOf(this.tree, node);
      return call === undefined ? this.plain(node) : this.called(call);
    });
  }

  /** Whether a condition of the template holds; undefined if unknown. */
  holds(name: string): boolean | undefined {
    if (name === this.given) return true;
    if (!this.truths.has(name)) {
      this.truths.set(name, undefined); // the result for a condition that depends on itself
      this.truths.set(name, this.truthOf(this.template.conditions.get(name)?.node));
    }
    return this.truths.get(name);
  }

  private get tree() {
    return this.template.tree;
  }

  private truthOf(node: Node | undefined): boolean | undefined {
    return this.budget.within<boolean | undefined>(undefined, () => {
      const call = node && callOf(this.tree, node);
      if (call === undefined) return undefined;
      if (call.name === 'Condition') return this.holds(scalarText(call.argument) ?? '');
      const items = itemsOf(this.tree, call.argument);
      if (call.name === 'Fn::Equals') return this.equals(items);
      const truths = items.map((item) => this.truthOf(item));
      if (call.name === 'Fn::Not') return truths[0] === undefined ? undefined : !truths[0];
      const decisive = call.name === 'Fn::Or';
      if (call.name !== 'Fn::And' && !decisive) return undefined;
      if (truths.includes(decisive)) return decisive;
      return truths.includes(undefined) ? undefined : !decisive;
    });
  }

  private equals([one, other]: readonly Node[]): boolean | undefined {
    const [left, right] = [this.value(one), this.value(other)];
    if (left === null || right === null || typeof left === 'object' || typeof right === 'object')
      return areEqual(left, right, this.budget);
    return readAlike(left, right);
  }

  private plain(node: Node): Value {
    if (isScalar(node)) return this.scalar(node);
    if (isSeq(node)) {
      const items = itemsOf(this.tree, node).map((item) => this.value(item));
      return listOf(items.filter((item) => item !== null));
    }
    if (!isMap(node)) return UNKNOWN;
    const entries = entriesOf(this.tree, node);
    const written = entries.filter(({ key }) => !addsEntries(key));
    const values = written.map(({ key, value }) => [key, this.value(value)] as const);
    return objectOf(
      values.filter(([, value]) => value !== null),
      written.length < entries.length,
    );
  }

  private scalar(node: Scalar): Value {
    const { value } = node;
    if (node.tag !== undefined && /^![A-Za-z]/.test(node.tag) && callOf(this.tree, node) === undefined) return UNKNOWN;
    if (typeof value === 'string') {
      this.budget.spend(value.length >> 6);
      // CloudFormation reads YAML 1.1, in which these are booleans.
      if (node.type === 'PLAIN' && /^(?:yes|no|on|off)$/i.test(value)) return /^(?:yes|on)$/i.test(value);
      const text = value.replaceAll(HOLE, ' ');
      return this.template.isService ? withoutVariables(text) : bounded(text);
    }
    return value === null || typeof value === 'boolean' || typeof value === 'number' ? value : UNKNOWN;
  }

  private called(call: Call): Value {
    const { tree, budget } = this;
    const items = () => itemsOf(tree, call.argument);
    switch (call.name) {
      case 'Ref':
        return this.ref(scalarText(call.argument) ?? '');
      case 'Fn::If': {
        const [name, yes, no] = items();
        const truth = this.holds(scalarText(name) ?? '');
        if (truth !== undefined) return this.value(truth ? yes : no);
        const [one, other] = [this.value(yes), this.value(no)];
        return areEqual(one, other, budget) === true ? one : UNKNOWN;
      }
      case 'Fn::Sub':
        return this.sub(call);
      case 'Fn::Join': {
        const [separator, parts] = items();
        const list = this.value(parts);
        if (!isList(list)) return UNKNOWN;
        const texts = [...list.items.map(textOf), ...(list.open ? [HOLE] : [])];
        return joinedTexts(texts, scalarText(separator) ?? '');
      }
      case 'Fn::Select': {
        const [index, from] = items();
        const list = this.value(from);
        const number = numberOf(this.value(index));
        return isList(list) && number !== undefined ? (list.items[number] ?? UNKNOWN) : UNKNOWN;
      }
      case 'Fn::Split': {
        const [separator, from] = items();
        const text = this.value(from);
        const by = scalarText(separator) ?? '';
        return isText(text) && isWhole(text) && by !== '' ? listOf(text.split(by)) : UNKNOWN;
      }
      case 'Fn::FindInMap':
        return this.mapped(items());
      case 'Fn::Base64':
        // The decoded text is judged, not its encoding.
        return this.argument(call);
      case 'Fn::ToJsonString':
        return toJson(this.argument(call), budget);
      default:
        return UNKNOWN;
    }
  }

  private argument({ argument, tagged }: Call): Value {
    if (argument === undefined) return UNKNOWN;
    if (!tagged) return this.value(argument);
    const inner = callOf(this.tree, argument, false);
    return inner !== undefined
      ? this.called(inner)
      : isScalar(argument)
        ? (scalarText(argument) ?? '')
        : this.plain(argument);
  }

  private ref(name: string): Value {
    if (Object.hasOwn(PSEUDO, name)) return PSEUDO[name]!;
    const parameter = this.template.parameters.get(name)?.node;
    if (parameter === undefined) return UNKNOWN;
    const type = scalarText(at(this.tree, parameter, 'Type')) ?? '';
    const fallback = at(this.tree, parameter, 'Default');
    if (fallback === undefined || !isScalar(fallback) || KEPT_ELSEWHERE.test(type) || SECRET.test(name)) return UNKNOWN;
    const value = this.scalar(fallback);
    const isOfList = type === 'CommaDelimitedList' || type.startsWith('List<');
    return isOfList && value !== null && !isUnknown(value)
      ? listOf(
          textOf(value)
            .split(',')
            .map((text) => text.trim()),
        )
      : value;
  }

  private sub({ argument }: Call): Value {
    const [first, names] = isSeq(argument) ? itemsOf(this.tree, argument) : [argument];
    const text = scalarText(first);
    if (text === undefined) return UNKNOWN;
    const own = new Map(entriesOf(this.tree, names).map(({ key, value }) => [key, value]));
    const parts = partsOfSub(text.replaceAll(HOLE, ' ')).map((part) => {
      if (!part.isName) return part.text;
      return textOf(own.has(part.text) ? this.value(own.get(part.text)) : this.ref(part.text));
    });
    this.budget.spend(text.length >> 6);
    return joinedTexts(parts, '');
  }

  private mapped(items: readonly Node[]): Value {
    const path = items.slice(0, 3).map((item) => this.value(item));
    if (path.length < 3 || !path.every((part) => typeof part !== 'object' && isWhole(textOf(part)))) return UNKNOWN;
    let found = this.template.mappings;
    for (const key of path.map(textOf)) {
      const entries = entriesOf(this.tree, found);
      // Each look-up walks the entries of a mapping, of which there may be very many.
      if (!this.budget.spend(entries.length >> 4)) return UNKNOWN;
      found = entries.find((entry) => entry.key === key)?.value;
    }
    return found === undefined ? UNKNOWN : this.value(found);
  }
}

export const isRemoved = (node: Node): boolean => valueOf(node) === null;

/** A variable of the Serverless Framework: `${self:custom.name, 'a'}`, `${file(a.yml)}`. `${AWS::Region}` is a name. */
const VARIABLE = /\$\{(?!AWS::)[\w-]*[:(][^${}]*\}/g;
const DEEPEST_VARIABLE = 8;

/** A text in which variables, which may have others in them, are not known. One variable alone is any value. */
function withoutVariables(text: string): Value {
  let known = text;
  for (let step = 0; step < DEEPEST_VARIABLE && known.includes('${'); step += 1) {
    const next = known.replaceAll(VARIABLE, HOLE);
    if (next === known) break;
    known = next;
  }
  return known.trim() === HOLE ? UNKNOWN : bounded(known);
}
