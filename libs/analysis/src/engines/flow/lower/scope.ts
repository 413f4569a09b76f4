import type { VariableId } from '../ir';

/** Holds what is known of the type of the answer that the program is writing. */
export const RESPONSE_TYPE: VariableId = 't:type of the response';

/** Numbers that are unique in a target, and what is known of the variables that have them. */
export class Ids {
  private last = 0;
  /** Variables that a function uses which another one around it declares: they outlive a call of the outer one. */
  readonly captured = new Set<VariableId>([RESPONSE_TYPE]);

  next(): number {
    this.last += 1;
    return this.last;
  }
}

const TEMPORARY = 't:';
const UNNAMED = `${TEMPORARY}#`;

/** A variable that the source does not name: it holds what is read twice. */
export const temporaryVariable = (ids: Ids): VariableId => `${UNNAMED}${ids.next()}`;

/** The same, of what more than one statement may set: the value of a switch. */
export const yieldedVariable = (ids: Ids): VariableId => `${TEMPORARY}yielded ${ids.next()}`;

/** Whether a variable is a temporary one, or a place begins at it: nobody reads it after the statement that sets it. */
export const isTemporary = (place: string): boolean => place.startsWith(UNNAMED);

/** Whether a variable is a class's own: whoever runs next reads what the last one left there. */
export const isStatic = (id: VariableId): boolean => id.includes('::');

/** The name that the source has for a variable; undefined where it has none. */
export const nameInSource = (id: VariableId): string | undefined =>
  id.startsWith(TEMPORARY) ? undefined : withoutNumber(id.slice(id.indexOf(':') + 1));

/** `name` of `name#12` */
function withoutNumber(name: string): string {
  const end = name.lastIndexOf('#');
  if (end < 0 || end === name.length - 1) return name;
  for (let at = end + 1; at < name.length; at += 1) if (name[at]! < '0' || name[at]! > '9') return name;
  return name.slice(0, end);
}

/** The variable of JavaScript that holds all arguments of a function. */
export const ARGUMENTS = 'arguments';

/** The variable that holds what a generator has yielded so far. */
export const YIELDED = ' yielded';
/** The variable that holds what a generator gives to the block of its context manager. */
export const GIVEN = ' given';

/** The names that are declared in one place of a file. Names resolve to the nearest scope around that declares them. */
export class Scope {
  private readonly names = new Map<string, VariableId>();
  /** Of the scope of a function: the variables of functions around it that it uses, or a function within it. */
  readonly captures = new Set<VariableId>();
  /** Whether the function of this scope reads JavaScript's `arguments`, or an arrow function within it does. */
  readsArguments = false;

  constructor(
    private readonly ids: Ids,
    readonly parent: Scope | undefined,
    /** The scope of the function around; this one where it is a function's. */
    functionScope?: Scope,
  ) {
    this.ofFunction = functionScope ?? this;
  }

  /** The scope of a method whose file declares no variables. */
  static ofMethod(ids: Ids): Scope {
    return new Scope(ids, new Scope(ids, undefined));
  }

  readonly ofFunction: Scope;

  /** The outermost scope around. */
  get ofFile(): Scope {
    return this.parent?.ofFile ?? this;
  }

  /** Gives a name to a variable of another scope. */
  adopt(name: string, id: VariableId): void {
    this.names.set(name, id);
    this.ids.captured.add(id);
  }

  /** Gives a second name to a variable of this scope. */
  alias(name: string, id: VariableId): void {
    this.names.set(name, id);
  }

  declare(name: string): VariableId {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const id = `v:${name}#${this.ids.next()}`;
    this.names.set(name, id);
    return id;
  }

  /** The variable that this scope itself has for a name. */
  own(name: string): VariableId | undefined {
    return this.names.get(name);
  }

  /** The variable that a name means, whether a function around this one has declared it, and whether the file has. */
  find(name: string): { readonly id: VariableId; readonly isOuter: boolean; readonly isOfFile?: boolean } | undefined {
    const id = this.names.get(name);
    if (id !== undefined && name === ARGUMENTS) this.readsArguments = true;
    if (id !== undefined) return { id, isOuter: false, isOfFile: this.ofFunction.parent === undefined };
    const found = this.parent?.find(name);
    if (found === undefined) return undefined;
    const isOuter = found.isOuter || this.parent!.ofFunction !== this.ofFunction;
    if (isOuter) this.ids.captured.add(found.id);
    if (isOuter && found.isOfFile === false) this.ofFunction.captures.add(found.id);
    return isOuter === found.isOuter ? found : { ...found, isOuter };
  }
}
