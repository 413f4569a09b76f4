import type { Budget } from '../../../infrastructure/budget';
import type { Place } from '../../../infrastructure/view';
import { piecesOf } from '../values/marks';
import type { Origins } from '../values/origins';
import {
  type Channel,
  type Dict,
  Marked,
  NOT_KNOWN,
  Native,
  type Origin,
  type Piece,
  type TemplateValue,
  isDict,
  isList,
  isText,
  plainText,
  printed,
  sortedKeys,
  truthOf,
} from '../values/value';
import { type BranchNode, type TemplateNode, TemplateSyntaxError } from './ast';
import { Expressions } from './expressions';
import { parseTemplate } from './parse';
import { Refused, TooMuch } from './refused';
import type { Defined, TemplateText } from './text';

/** Templates in templates. Helm allows a thousand, of which charts use some twenty. */
const DEEPEST_CALLS = 100;
/** Branches that do not hold by default, in such branches. */
const DEEPEST_DOUBTS = 5;
const LONGEST_OUTPUT = 4 * 1024 * 1024;
const MOST_TOLD = 20;

type Jump = 'break' | 'continue' | undefined;

/**
 * Evaluates the templates of one chart. Beside what Helm prints by the default values, it prints what stands under
 * conditions that a user's values may make true, with a count of doubts, so that nobody takes what a user may add for
 * missing.
 */
export class Evaluation extends Expressions {
  channel: Channel = 'printed';
  /** Why Helm would refuse to print the template with the default values. */
  refused: string | undefined;
  /** The parts that the chart lacks for the template to be printed to its end. */
  readonly missing = new Set<string>();
  /** Whether something under a condition that does not hold could not be evaluated. */
  isTorn = false;

  private out: Piece[] = [];
  private length = 0;
  private file: TemplateText;
  private offset = 0;
  private calls = 0;
  private journal: (() => void)[] = [];
  private under: Origin | undefined;

  constructor(
    file: TemplateText,
    private readonly defined: ReadonlyMap<string, Defined>,
    origins: Origins,
    private readonly budget: Budget,
    private readonly lacksCharts: readonly string[],
  ) {
    super(origins);
    this.file = file;
  }

  get place(): Place {
    return this.file.placeOf(this.offset);
  }

  /** Returns the output of a template. */
  run(nodes: readonly TemplateNode[], dot: TemplateValue): readonly Piece[] {
    this.variables = [{ name: '$', value: dot }];
    this.walk(nodes, dot);
    return this.out;
  }

  spend(steps: number): void {
    if (!this.budget.spend(steps)) throw new TooMuch('it takes too many steps');
  }

  refuse(reason: string): void {
    if (this.doubts === 0) this.refused ??= reason;
  }

  change(dict: Dict, key: string, value: TemplateValue | undefined): void {
    if (this.doubts > 0) {
      const [had, before] = [dict.has(key), dict.get(key)!];
      this.journal.push(() => (had ? dict.set(key, before) : dict.delete(key)));
    }
    if (value === undefined) dict.delete(key);
    else dict.set(key, value);
  }

  include(name: string, dot: TemplateValue): TemplateValue {
    const template = this.defined.get(name);
    if (template === undefined) {
      const charts = this.lacksCharts;
      if (charts.length === 0) throw new Refused(`no template is called ${name}`);
      this.missing.add(`${name}, which one of the charts that are not in the target may define: ${charts.join(', ')}`);
      return NOT_KNOWN;
    }
    return this.called(template, dot);
  }

  expand(text: TemplateValue, dot: TemplateValue): TemplateValue {
    if (text === NOT_KNOWN) return NOT_KNOWN;
    const source = isText(text) ? plainText(text) : printed(text);
    // Most values are no templates: they keep their places.
    if (!source.includes('{{')) return isText(text) ? text : source;
    this.spend(source.length >> 4);
    const parsed = parsedOrRefused(source);
    const { place } = this;
    const file: TemplateText = { placeOf: () => place };
    return this.called({ nodes: parsed.nodes, file }, dot);
  }

  private called({ nodes, file }: Defined, dot: TemplateValue): TemplateValue {
    if (this.calls >= DEEPEST_CALLS) throw new TooMuch('its templates call each other too deeply');
    const saved = [this.out, this.file, this.offset, this.variables, this.under] as const;
    [this.out, this.file, this.variables] = [[], file, [{ name: '$', value: dot }]];
    this.calls += 1;
    try {
      this.walk(nodes, dot);
      return new Marked(this.out);
    } finally {
      this.calls -= 1;
      [this.out, this.file, this.offset, this.variables, this.under] = saved;
    }
  }

  private walk(nodes: readonly TemplateNode[], dot: TemplateValue): Jump {
    for (const node of nodes) {
      this.spend(1);
      this.offset = node.at;
      switch (node.kind) {
        case 'text':
          this.text(node.text, node.at);
          break;
        case 'action': {
          const { value, told } = this.telling(() => this.pipe(node.pipe, dot));
          this.offset = node.at;
          if (node.pipe.variables.length === 0) this.emit(piecesOf(this, value, told[0] ?? this.under));
          break;
        }
        case 'template':
          this.emit(
            piecesOf(
              this,
              this.tried(() => this.include(node.name, node.pipe === undefined ? null : this.pipe(node.pipe, dot))),
            ),
          );
          break;
        case 'break':
        case 'continue':
          return node.kind;
        default: {
          const jump = this.scoped(() => this.branch(node, dot));
          if (jump !== undefined) return jump;
        }
      }
    }
    return undefined;
  }

  /** Text line by line: what is indented by a caller keeps its lines. */
  private text(text: string, at: number): void {
    let start = 0;
    while (start < text.length) {
      const end = text.indexOf('\n', start) + 1 || text.length;
      const piece = { text: text.slice(start, end), at: this.file.placeOf(at + start), doubts: this.doubts };
      this.emit([this.under === undefined ? piece : { ...piece, from: this.under }]);
      start = end;
    }
  }

  private emit(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      this.length += piece.text.length;
      this.out.push(piece.doubts >= this.doubts ? piece : { ...piece, doubts: this.doubts });
    }
    this.spend(pieces.length);
    if (this.length > LONGEST_OUTPUT) throw new TooMuch('it prints too much');
  }

  /** Which values of the chart were asked for meanwhile. */
  private telling(evaluate: () => TemplateValue): { value: TemplateValue; told: readonly Origin[] } {
    const before = this.told;
    this.told = [];
    try {
      return { value: this.tried(evaluate), told: this.told };
    } finally {
      for (const origin of this.told) if (before.length < MOST_TOLD) before.push(origin);
      this.told = before;
    }
  }

  /** A value that Helm refuses with the default values is not known: with a user's values it may be something. */
  private tried(evaluate: () => TemplateValue): TemplateValue {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refuse(error.message);
      return NOT_KNOWN;
    }
  }

  private branch(node: BranchNode, dot: TemplateValue): Jump {
    const { value, told } = this.telling(() => this.pipe(node.pipe, dot, node.kind === 'range'));
    const truth = truthOf(value);
    if (node.kind === 'range') return this.range(node, value, dot, told);
    const inner = node.kind === 'with' ? value : dot;
    if (truth === true) return this.deciding(told, node, () => this.walk(node.body, inner));
    const perhaps = node.kind === 'with' ? NOT_KNOWN : dot;
    if (truth === undefined || told.length > 0) this.perhaps(node.body, () => this.walk(node.body, perhaps));
    if (truth === undefined) {
      this.perhaps(node.otherwise, () => this.walk(node.otherwise, dot));
      return undefined;
    }
    return this.deciding(told, node, () => this.walk(node.otherwise, dot));
  }

  /** The content of a branch depends on a value; a branch around a whole object says little about its lines. */
  private deciding(told: readonly Origin[], { body }: BranchNode, run: () => Jump): Jump {
    const [origin] = told;
    if (origin === undefined || holdsObject(body)) return run();
    const before = this.under;
    this.under = origin;
    try {
      return run();
    } finally {
      this.under = before;
    }
  }

  /** Evaluates what does not hold by default; nothing that it changes stays. */
  private perhaps(body: readonly TemplateNode[], run: () => void): void {
    if (body.length === 0 || holdsObject(body)) return;
    if (this.doubts >= DEEPEST_DOUBTS) {
      this.isTorn = true;
      return;
    }
    const values = this.variables.map(({ value }) => value);
    const [variables, changes] = [this.variables, this.journal.length];
    const { missing } = this;
    const known = missing.size;
    this.doubts += 1;
    try {
      this.scoped(run);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.isTorn = true;
    } finally {
      this.doubts -= 1;
      for (const undo of this.journal.splice(changes).reverse()) undo();
      for (const [index, value] of values.entries()) variables[index]!.value = value;
      for (const name of [...missing].slice(known)) missing.delete(name);
    }
  }

  private range(node: BranchNode, value: TemplateValue, dot: TemplateValue, told: readonly Origin[]): Jump {
    const [first, second] = node.pipe.variables;
    const once = (key: TemplateValue, item: TemplateValue): Jump =>
      this.scoped(() => {
        const [one, other] = second === undefined ? [undefined, first] : [first, second];
        for (const [name, each] of [[one, key] as const, [other, item] as const])
          if (name !== undefined) this.set(name, each, node.pipe.assigns);
        return this.walk(node.body, item);
      });
    const items = this.itemsOf(value);
    if (items === undefined || items.length === 0) {
      if (items === undefined || told.length > 0) this.perhaps(node.body, () => once(NOT_KNOWN, NOT_KNOWN));
      if (items !== undefined) return this.walk(node.otherwise, dot);
      return undefined;
    }
    for (const [key, item] of items) if (this.deciding(told, node, () => once(key, item)) === 'break') break;
    return undefined;
  }

  private itemsOf(value: TemplateValue): [TemplateValue, TemplateValue][] | undefined {
    if (value === NOT_KNOWN) return undefined;
    if (value === null) return [];
    if (isList(value)) return value.map((item, index) => [BigInt(index), item]);
    if (isDict(value)) return sortedKeys(value).map((key) => [key, value.get(key)!]);
    if (typeof value === 'bigint') {
      if (value > 100_000n) throw new TooMuch('it repeats something too often');
      return Array.from({ length: Math.max(0, Number(value)) }, (_, index) => [BigInt(index), BigInt(index)]);
    }
    if (isText(value)) return [...plainText(value)].map((letter, at) => [BigInt(at), BigInt(letter.codePointAt(0)!)]);
    const members = value instanceof Native ? value.member('range', []) : undefined;
    if (members !== undefined) return this.itemsOf(members);
    throw new Refused('it repeats something for each part of a value that has no parts');
  }
}

/** Such a branch prints whole objects: by default there are none. */
const holdsObject = (nodes: readonly TemplateNode[]): boolean =>
  nodes.some(
    (node) =>
      (node.kind === 'text' && /^(?:apiVersion|kind):/m.test(node.text)) ||
      ('body' in node && (holdsObject(node.body) || holdsObject(node.otherwise))),
  );

function parsedOrRefused(source: string) {
  try {
    return parseTemplate(source);
  } catch (error) {
    if (error instanceof TemplateSyntaxError) throw new Refused(`a value is no template: ${error.message}`);
    throw error;
  }
}
