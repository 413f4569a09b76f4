import type { VariableId } from '../ir';
import { UNKNOWN, type Value, isSame, join } from './values';

/** An object of the target, such as a map, a list or an instance. Replaced as a whole when it changes. */
export interface HeapObject {
  readonly kind: 'list' | 'map';
  readonly fields: ReadonlyMap<string, Value>;
  /** What lies under keys that are not known. */
  readonly rest: Value;
  /** Of a list: how many of its elements are in `fields`; undefined when their places are not known any more. */
  readonly length?: number;
}

/**
 * What variables and objects hold at one point of the run. A branch works on a fork, which keeps only what it changes;
 * `merge` brings the branches together again.
 */
export class State {
  private readonly variables = new Map<VariableId, Value>();
  private readonly objects = new Map<number, HeapObject>();
  /** By access key: weaknesses that a condition has ruled out for what stands there. */
  private readonly guards = new Map<string, number>();
  /** Whether no run gets here: it has returned, thrown or left a loop. */
  isDead = false;

  constructor(private readonly base?: State) {}

  private guardedKeys(): string[] {
    const keys = [...this.guards.keys()];
    for (let state = this.base; state; state = state.base) keys.push(...state.guards.keys());
    return keys;
  }

  fork(): State {
    return new State(this);
  }

  get(id: VariableId): Value | undefined {
    let found = this.variables.get(id);
    for (let state = this.base; found === undefined && state; state = state.base) found = state.variables.get(id);
    return found;
  }

  set(id: VariableId, value: Value): void {
    this.variables.set(id, value);
  }

  object(key: number): HeapObject | undefined {
    let found = this.objects.get(key);
    for (let state = this.base; found === undefined && state; state = state.base) found = state.objects.get(key);
    return found;
  }

  setObject(key: number, object: HeapObject): void {
    this.objects.set(key, object);
  }

  guard(key: string): number {
    let found = this.guards.get(key);
    for (let state = this.base; found === undefined && state; state = state.base) found = state.guards.get(key);
    return found ?? 0;
  }

  setGuard(key: string, mask: number): void {
    this.guards.set(key, mask);
  }

  /** Forgets the guards of a place that gets another value, and of what lies below it. */
  forgetGuards(key: string): void {
    for (const known of this.guardedKeys()) if (known === key || known.startsWith(`${key}.`)) this.guards.set(known, 0);
  }

  /**
   * Takes over what forks of this state made of it, each of them or a state forked from one. Where all are dead, this
   * one is.
   * @returns whether anything changed
   */
  merge(forks: readonly State[]): boolean {
    const alive = forks.filter(({ isDead }) => !isDead);
    if (alive.length === 0) {
      this.isDead = true;
      return false;
    }
    let changed = false;
    for (const id of this.changed(alive, ({ variables }) => variables)) {
      const value = alive.map((fork) => fork.get(id) ?? UNKNOWN).reduce(join);
      const before = this.get(id);
      if (before === undefined || !isSame(before, value)) {
        this.variables.set(id, value);
        changed = true;
      }
    }
    for (const key of this.changed(alive, ({ objects }) => objects)) {
      const object = alive.flatMap((fork) => fork.object(key) ?? []).reduce(joinObjects);
      const before = this.object(key);
      if (before === undefined || !isSameObject(before, object)) {
        this.objects.set(key, object);
        changed = true;
      }
    }
    for (const key of this.changed(alive, ({ guards }) => guards))
      this.guards.set(
        key,
        alive.map((fork) => fork.guard(key)).reduce((one, other) => one & other),
      );
    return changed;
  }

  private changed<Key>(forks: readonly State[], part: (state: State) => ReadonlyMap<Key, unknown>): Set<Key> {
    const keys = new Set<Key>();
    for (const fork of forks)
      for (let state: State | undefined = fork; state && state !== this; state = state.base)
        for (const key of part(state).keys()) keys.add(key);
    return keys;
  }
}

function joinObjects(one: HeapObject, other: HeapObject): HeapObject {
  if (one === other) return one;
  const fields = new Map(one.fields);
  for (const [name, value] of other.fields) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? value : join(known, value));
  }
  const isSameLength = one.length !== undefined && one.length === other.length;
  return {
    kind: one.kind,
    fields,
    rest: join(one.rest, other.rest),
    ...(isSameLength ? { length: one.length } : {}),
  };
}

function isSameObject(one: HeapObject, other: HeapObject): boolean {
  return (
    one === other ||
    (one.length === other.length &&
      one.fields.size === other.fields.size &&
      isSame(one.rest, other.rest) &&
      [...one.fields].every(([name, value]) => {
        const same = other.fields.get(name);
        return same !== undefined && isSame(value, same);
      }))
  );
}
