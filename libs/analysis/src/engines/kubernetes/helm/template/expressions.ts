import { HOLE } from '../../../infrastructure/value';
import type { Place } from '../../../infrastructure/view';
import { callFunction } from '../functions/call';
import type { Origins } from '../values/origins';
import {
  type Channel,
  type Dict,
  Marked,
  NOT_KNOWN,
  Native,
  type Origin,
  type TemplateValue,
  isDict,
  isList,
  truthOf,
} from '../values/value';
import type { Operand, Pipe } from './ast';
import type { Context } from './context';
import { Refused } from './refused';

/** Evaluates what stands between braces: pipes of commands, with the variables of the template around them. */
export abstract class Expressions implements Context {
  doubts = 0;
  abstract channel: Channel;

  protected variables: { readonly name: string; value: TemplateValue }[] = [];
  /** Which values of the chart were asked for. */
  protected told: Origin[] = [];

  constructor(readonly origins: Origins) {}

  abstract get place(): Place;
  abstract spend(steps: number): void;
  abstract refuse(reason: string): void;
  abstract change(dict: Dict, key: string, value: TemplateValue | undefined): void;
  abstract include(name: string, dot: TemplateValue): TemplateValue;
  abstract expand(text: TemplateValue, dot: TemplateValue): TemplateValue;

  protected scoped<Found>(run: () => Found): Found {
    const depth = this.variables.length;
    try {
      return run();
    } finally {
      this.variables.length = Math.min(depth, this.variables.length);
    }
  }

  protected set(name: string, value: TemplateValue, assigns: boolean): void {
    if (!assigns) {
      this.variables.push({ name, value });
      return;
    }
    const variable = this.variables.findLast((each) => each.name === name);
    if (variable === undefined) throw new Refused(`no variable is called ${name}`);
    variable.value = value;
  }

  protected pipe(pipe: Pipe, dot: TemplateValue, isRange = false): TemplateValue {
    let value: TemplateValue | undefined;
    for (const command of pipe.commands) value = this.command(command, dot, value);
    const [name] = pipe.variables;
    if (name !== undefined && !isRange) this.set(name, value!, pipe.assigns);
    return value!;
  }

  private command(operands: readonly Operand[], dot: TemplateValue, piped: TemplateValue | undefined): TemplateValue {
    this.spend(1);
    const [first, ...rest] = operands;
    const last = piped === undefined ? [] : [piped];
    if (first!.kind === 'function') return this.call(first!.name, rest, last, dot);
    const args = (): TemplateValue[] => [...rest.map((operand) => this.operand(operand, dot)), ...last];
    if (rest.length > 0 || piped !== undefined) {
      if (first!.kind === 'literal' || first!.fields.length === 0)
        throw new Refused('a value that is no function is called');
      return this.field(this.base(first!, dot), first!.fields, args());
    }
    return this.operand(first!, dot);
  }

  private call(
    name: string,
    rest: readonly Operand[],
    last: readonly TemplateValue[],
    dot: TemplateValue,
  ): TemplateValue {
    if (name === 'and' || name === 'or') return this.shortCut(name, rest, last, dot);
    const args = [...rest.map((operand) => this.operand(operand, dot)), ...last];
    const value = callFunction(name, args, this);
    this.spend(weightOf(value));
    return value;
  }

  private shortCut(
    name: 'and' | 'or',
    rest: readonly Operand[],
    last: readonly TemplateValue[],
    dot: TemplateValue,
  ): TemplateValue {
    let value: TemplateValue = null;
    const ends = name === 'or';
    for (const next of [
      ...rest.map((operand) => () => this.operand(operand, dot)),
      ...last.map((each) => () => each),
    ]) {
      value = next();
      const truth = truthOf(value);
      if (truth === undefined || truth === ends) return value;
    }
    return value;
  }

  private base(operand: Exclude<Operand, { kind: 'literal' | 'function' }>, dot: TemplateValue): TemplateValue {
    if (operand.kind === 'dot') return dot;
    if (operand.kind === 'pipe') return this.scoped(() => this.pipe(operand.pipe, dot));
    const variable = this.variables.findLast(({ name }) => name === operand.name);
    if (variable === undefined) throw new Refused(`no variable is called ${operand.name}`);
    return variable.value;
  }

  private operand(operand: Operand, dot: TemplateValue): TemplateValue {
    if (operand.kind === 'literal') return operand.value;
    if (operand.kind === 'function') return this.call(operand.name, [], [], dot);
    const base = this.base(operand, dot);
    // In parentheses nothing is nothing, and so is each part of it.
    return base === null && operand.kind === 'pipe' ? null : this.field(base, operand.fields, []);
  }

  /** @param args what the last field is called with */
  private field(base: TemplateValue, fields: readonly string[], args: readonly TemplateValue[]): TemplateValue {
    let value = base;
    for (const [index, name] of fields.entries()) {
      const isLast = index === fields.length - 1;
      if (value === NOT_KNOWN) return NOT_KNOWN;
      if (value instanceof Native) {
        const member = value.member(name, isLast ? args : []);
        if (member === undefined) throw new Refused(`there is no ${name}`);
        value = member;
      } else if (isDict(value)) value = this.memberOf(value, name, isLast);
      else if (value === null) throw new Refused(`nil pointer evaluating .${fields.slice(0, index + 1).join('.')}`);
      else throw new Refused(`there is no .${name} in a value that is no map`);
    }
    return value;
  }

  /** A member of a map; one of the chart's values says so. */
  memberOf(dict: TemplateValue, name: string, tells = true): TemplateValue {
    const value = (isDict(dict) ? dict.get(name) : undefined) ?? null;
    const origin = tells ? this.origins.member(dict, name) : undefined;
    if (origin === undefined) return value;
    this.told.push(origin);
    if (typeof value !== 'string') return value;
    const { place: at, doubts } = this;
    const piece = { text: value, at, doubts, from: origin };
    if (value !== '') return new Marked([piece]);
    return new Marked([{ ...piece, text: HOLE, only: 'judged' }]);
  }
}

function weightOf(value: TemplateValue): number {
  if (typeof value === 'string') return value.length >> 6;
  if (value instanceof Marked) return value.pieces.length;
  if (isList(value)) return value.length;
  return isDict(value) ? value.size : 0;
}
