import { FLOW_WEAKNESSES, type FlowRows, type FlowWeakness, type Path, type SinkRow } from '../../catalogue/flow/rows';

export const ALL_WEAKNESSES = (1 << FLOW_WEAKNESSES.length) - 1;
export const bitOf = (weakness: FlowWeakness): number => 1 << FLOW_WEAKNESSES.indexOf(weakness);
const maskOf = (weaknesses: readonly FlowWeakness[] | 'all'): number =>
  weaknesses === 'all' ? ALL_WEAKNESSES : weaknesses.reduce((mask, weakness) => mask | bitOf(weakness), 0);

/** The rows of a language's frameworks, by what the interpreter asks for. */
export class FlowRules {
  readonly sources = new Map<Path, string>();
  /** Sources that are texts, whatever is sent. */
  readonly texts = new Set<Path>();
  readonly sinks = new Map<Path, SinkRow[]>();
  readonly assigned = new Map<Path, SinkRow[]>();
  readonly returned = new Map<Path, SinkRow[]>();
  readonly sanitizers = new Map<Path, number>();
  readonly handlers = new Map<Path, readonly Path[]>();
  readonly decorated = new Map<Path, string>();
  readonly decoratedParameters = new Map<Path, string>();
  readonly conventions: NonNullable<FlowRows['conventions']>[number][] = [];
  private readonly aliases = new Map<Path, Path>();

  constructor(rows: readonly FlowRows[]) {
    for (const row of rows) {
      for (const [path, label] of Object.entries(row.sources ?? {})) this.sources.set(path, label);
      for (const path of row.texts ?? []) this.texts.add(path);
      for (const [path, other] of Object.entries(row.aliases ?? {})) this.aliases.set(path, other);
      for (const { call, parameters } of row.handlers ?? []) this.handlers.set(call, parameters);
      for (const { decorator, label } of row.decorated ?? []) this.decorated.set(decorator, label);
      for (const [path, label] of Object.entries(row.decoratedParameters ?? {}))
        this.decoratedParameters.set(path, label);
      for (const { call, safeFor } of row.sanitizers ?? []) this.sanitizers.set(call, maskOf(safeFor));
      this.conventions.push(...(row.conventions ?? []));
      for (const sink of row.sinks ?? []) {
        if (sink.call !== undefined) add(this.sinks, sink.call, sink);
        if (sink.assign !== undefined) add(this.assigned, sink.assign, sink);
        if (sink.returnOf !== undefined) add(this.returned, sink.returnOf, sink);
      }
    }
  }

  /** The name under which rows know a path. */
  known(path: Path): Path {
    let name = path;
    // An alias may lead to another; a circle of them would be a mistake of ours, and ends.
    for (let turns = 0; turns < 5; turns++) {
      const next = this.aliases.get(name);
      if (next === undefined) return name;
      name = next;
    }
    return name;
  }

  /** The first of the paths that the table has; else what it has for a method of any receiver. */
  find<Row>(table: ReadonlyMap<Path, Row>, paths: readonly Path[], method?: string): Row | undefined {
    for (const path of paths) {
      const row = table.get(path);
      if (row !== undefined) return row;
    }
    return method === undefined ? undefined : table.get(`*.${method}`);
  }
}

function add(table: Map<Path, SinkRow[]>, path: Path, sink: SinkRow): void {
  const known = table.get(path);
  if (known) known.push(sink);
  else table.set(path, [sink]);
}
