import { type Origin, type TemplateValue, isDict, isList } from './value';

interface Known {
  readonly origin: Origin;
  readonly members: Map<string, Origin>;
}

/** Which maps and lists are parts of a chart's values, and where each of their members is written. */
export class Origins {
  private readonly known = new WeakMap<object, Known>();

  /** Notes where a map or list, and what is in it, is written. */
  note(value: object, origin: Origin, members: Map<string, Origin>): void {
    this.known.set(value, { origin, members });
  }

  /** Notes where more of its members are written. */
  add(value: object, members: ReadonlyMap<string, Origin>): void {
    for (const [name, origin] of members) this.known.get(value)?.members.set(name, origin);
  }

  of(value: TemplateValue): Origin | undefined {
    return isDict(value) || isList(value) ? this.known.get(value)?.origin : undefined;
  }

  /** The origin of a member. A user may set one that is not there. */
  member(value: TemplateValue, name: string): Origin | undefined {
    if (!isDict(value) && !isList(value)) return undefined;
    const known = this.known.get(value);
    if (known === undefined) return undefined;
    return known.members.get(name) ?? { path: known.origin.path === '' ? name : `${known.origin.path}.${name}` };
  }

  copy(from: object, to: object): void {
    const known = this.known.get(from);
    if (known !== undefined) this.known.set(to, { origin: known.origin, members: new Map(known.members) });
  }
}
