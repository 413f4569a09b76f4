import { posix } from 'node:path';
import {
  type HandlerFacts,
  type HandlerPlay,
  handlerFactsIn,
  isFileOfHandlers,
  tellsOfHandlers,
} from './handler-facts';

/** Whether nothing in the target is a handler that a task of the file can mean by a name. */
export type IsMissingHandler = (file: string, name: string) => boolean;

/** A file of the target, read when it is asked for; undefined if it is no text. */
export type ReadFile = (path: string) => string | undefined;

/** Characters. To find the variables in a longer name could take long. */
const LONGEST = 500;
/** The parts of a name that begins and ends with variables. */
const ANY = ['', ''];

interface Role {
  readonly roles: Set<string>;
  hasHandlers: boolean;
}

/**
 * The handlers of a target. A play has those of all of its roles, so a name is missing only if no file has it. It may
 * be in a role from elsewhere: where a play has one, nothing is missing in it and in its roles.
 */
export function handlersOf(paths: readonly string[], read: ReadFile): IsMissingHandler {
  const files = new Map(
    paths.map((path) => {
      const text = read(path);
      return [path, text !== undefined && tellsOfHandlers(path, text) ? handlerFactsIn(path, text) : undefined];
    }),
  );
  const imported = new Set([...files.values()].flatMap((facts) => facts?.filesOfHandlers ?? []));
  const tasks = paths
    .filter((path) => imported.has(posix.basename(path)))
    .flatMap((path) => (files.get(path) ?? handlerFactsIn(path, read(path) ?? '')).tasks);
  const known = new Known(files, tasks);
  return (file, name) => known.isMissing(file, name);
}

class Known {
  private readonly names = new Set<string>();
  /** The fixed parts of names that variables are in, in their order. */
  private readonly templates: (readonly string[])[] = [];
  private readonly roles = new Map<string, Role>();
  private readonly plays: readonly HandlerPlay[];
  private readonly hasDoubt: boolean;

  /** @param imported names of tasks that others import as handlers */
  constructor(
    private readonly files: ReadonlyMap<string, HandlerFacts | undefined>,
    imported: readonly string[],
  ) {
    const facts = [...files.values()].filter((each) => each !== undefined);
    this.plays = facts.flatMap(({ plays }) => plays);
    this.hasDoubt = facts.some(({ isDoubtful }) => isDoubtful);
    for (const [path, each] of files) this.addRole(path, each);
    for (const name of [...imported, ...facts.flatMap(({ handlers }) => handlers)]) this.addName(name);
  }

  private addName(name: string): void {
    this.names.add(name);
    if (!name.includes('{')) return;
    this.templates.push(name.length > LONGEST ? ANY : name.split(/\{\{.*?\}\}|\{%.*?%\}/s));
  }

  private addRole(path: string, facts: HandlerFacts | undefined): void {
    const name = this.roleOf(path);
    if (name === undefined) return;
    const role = this.roles.get(name) ?? { roles: new Set(), hasHandlers: false };
    this.roles.set(name, role);
    role.hasHandlers ||= isFileOfHandlers(path);
    for (const other of facts?.roles ?? []) role.roles.add(other);
  }

  /** The name of the role that a file belongs to; empty for a role that is the whole target. */
  private roleOf(path: string): string | undefined {
    const folder = /^(.*\/|)(?:tasks|handlers|defaults|vars|meta|templates|files)\/.+$/s.exec(path)?.[1];
    if (folder === undefined) return undefined;
    const isRole =
      /(?:^|\/)roles\/.+$/s.test(folder) || ['yml', 'yaml'].some((end) => this.files.has(`${folder}meta/main.${end}`));
    return isRole ? posix.basename(folder) : undefined;
  }

  isMissing(file: string, name: string): boolean {
    if (this.hasDoubt || this.isKnown(name) || this.isKnown(name.split(' : ').at(-1)!)) return false;
    const plays = this.files.get(file)?.plays ?? [];
    if (plays.length > 0) return plays.every((play) => this.isWhole(play));
    const role = this.roleOf(file);
    if (role === undefined) return this.plays.length > 0 && this.plays.every((play) => this.isWhole(play));
    if (!this.behind([role]).every((each) => this.roles.has(each))) return false;
    // Plays name such a role by its folder, which nobody knows.
    if (role === '') return this.roles.get(role)!.hasHandlers;
    const having = this.plays.filter((play) => this.behind(play.roles).includes(role));
    return having.every((play) => this.isWhole(play)) && (having.length > 0 || this.roles.get(role)!.hasHandlers);
  }

  private isKnown(name: string): boolean {
    return this.names.has(name) || this.templates.some((parts) => hasInOrder(name, parts));
  }

  private isWhole({ roles }: HandlerPlay): boolean {
    return this.behind(roles).every((each) => this.roles.has(each));
  }

  /** Roles and those that they need, and so on. */
  private behind(roles: Iterable<string>): string[] {
    const found = new Set(roles);
    for (const name of found) for (const other of this.roles.get(name)?.roles ?? []) found.add(other);
    return [...found];
  }
}

/** Whether the text begins with the first part, ends with the last and has the others between, in linear time. */
function hasInOrder(text: string, [first, ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  if (!text.startsWith(first!) || !text.endsWith(last)) return false;
  let at = first!.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}
