import type { Rule } from 'eslint';
import type { ToolDefinition } from '../../catalogue/tool';
import { rulesOf } from './lint-config';
import type { Plugin } from './plugins';

type RuleModule = Plugin['rules'][string];

/** Which rule runs in a worker that has stopped answering: the worker writes it to memory that both threads share. */
export class RunningRule {
  readonly memory: SharedArrayBuffer;
  private readonly cell: Int32Array;
  private rules: readonly string[] = [];
  private numbers: ReadonlyMap<string, number> = new Map();
  private watched = new WeakMap<RuleModule, RuleModule>();

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.cell = new Int32Array(memory);
  }

  /** Both threads number the rules of the same tools in the same way. */
  among(tools: readonly ToolDefinition[]): void {
    this.rules = [...new Set(tools.flatMap(rulesOf))];
    this.numbers = new Map(this.rules.map((rule, index) => [rule, index + 1]));
    this.watched = new WeakMap();
    this.cell[0] = 0;
  }

  /** Undefined between rules, as while a file is parsed. */
  get current(): string | undefined {
    return this.rules[Atomics.load(this.cell, 0) - 1];
  }

  /** The same plugin, whose rules say when they run. */
  watching(prefix: string, plugin: Plugin): Plugin {
    const rules = Object.entries(plugin.rules).map(([name, rule]) => [
      name,
      this.watchedRule(`${prefix}/${name}`, rule),
    ]);
    return { ...plugin, rules: Object.fromEntries(rules) as Plugin['rules'] };
  }

  private watchedRule(id: string, rule: RuleModule): RuleModule {
    const number = this.numbers.get(id);
    if (number === undefined) return rule;
    let watched = this.watched.get(rule);
    if (!watched) this.watched.set(rule, (watched = watch(rule as Rule.RuleModule, this.cell, number) as RuleModule));
    return watched;
  }
}

type Listener = (first?: unknown, second?: unknown, third?: unknown) => void;

function watch(rule: Rule.RuleModule, cell: Int32Array, number: number): Rule.RuleModule {
  // A listener has three parameters at most, and is called a million times a minute: an array for them would cost 5 %.
  const watchListener =
    (listener: Listener): Listener =>
    (first, second, third) => {
      cell[0] = number;
      listener(first, second, third);
      cell[0] = 0;
    };
  return {
    ...rule,
    create(context) {
      cell[0] = number;
      const listeners = Object.entries(rule.create(context));
      cell[0] = 0;
      return Object.fromEntries(
        listeners.map(([selector, listener]) => [selector, watchListener(listener as Listener)]),
      );
    },
  };
}
