import { posix } from 'node:path';
import { type Node, isMap } from 'yaml';
import { Unreadable } from '../../kit/per-file';
import { type YamlTree, at, entriesOf, itemsOf, parseYaml, textOf, textsOf } from '../../kit/yaml-tree';
import { parametersIn } from '../texts';

export interface HandlerPlay {
  /** The roles of the play, by their names. One that is not known has a name that no role has. */
  readonly roles: readonly string[];
}

/** The handlers, plays and roles that a file names. */
export interface HandlerFacts {
  /** Names and topics of its handlers. */
  readonly handlers: readonly string[];
  /** Names of all of its tasks, which are handlers where others import the file as such. */
  readonly tasks: readonly string[];
  /** Files whose tasks are handlers, without their folders. */
  readonly filesOfHandlers: readonly string[];
  readonly plays: readonly HandlerPlay[];
  /** Roles that its tasks include, or that it depends on. */
  readonly roles: readonly string[];
  /** Whether it may have handlers that cannot be read. */
  readonly isDoubtful: boolean;
}

/** Plays, and files that name roles. Most files of tasks do neither. */
const TELLING = /\b(?:hosts|handlers|(?:include|import)_role|dependencies)["']?\s*:/;
const UNKNOWN_ROLE = '?';
const DEEPEST = 30;

export const isFileOfHandlers = (path: string): boolean => /(?:^|\/)[^/]*handlers?[^/]*(?:\/|\.ya?ml$)/i.test(path);

/** Whether a file is to be read for handlers, plays and roles. */
export const tellsOfHandlers = (path: string, text: string): boolean => isFileOfHandlers(path) || TELLING.test(text);

export function handlerFactsIn(path: string, text: string): HandlerFacts {
  try {
    const facts = parseYaml(text).map((tree) => factsOf(path, tree));
    return joined(facts);
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof RangeError)) throw error;
    return { ...joined([]), isDoubtful: isFileOfHandlers(path) || /^\s*(?:-\s+)?(?:handlers|roles)\s*:/m.test(text) };
  }
}

const joined = (facts: readonly HandlerFacts[]): HandlerFacts => ({
  handlers: facts.flatMap(({ handlers }) => handlers),
  tasks: facts.flatMap(({ tasks }) => tasks),
  filesOfHandlers: facts.flatMap(({ filesOfHandlers }) => filesOfHandlers),
  plays: facts.flatMap(({ plays }) => plays),
  roles: facts.flatMap(({ roles }) => roles),
  isDoubtful: facts.some(({ isDoubtful }) => isDoubtful),
});

function factsOf(path: string, tree: YamlTree): HandlerFacts {
  const items = itemsOf(tree, tree.root);
  const plays = items.filter((item) => at(tree, item, 'hosts') !== undefined);
  const tasks = tasksIn(tree, items);
  const handlers = [
    ...(isFileOfHandlers(path) ? tasks : []),
    ...plays.flatMap((play) => tasksIn(tree, itemsOf(tree, at(tree, play, 'handlers')))),
  ];
  return {
    handlers: handlers.flatMap((task) => namesOf(tree, task)),
    tasks: tasks.flatMap((task) => namesOf(tree, task)),
    filesOfHandlers: handlers.flatMap((task) => filesOf(tree, task)),
    plays: plays.map((play) => ({ roles: [...rolesOfPlay(tree, play), ...includedIn(tree, [play])] })),
    roles: [
      ...includedIn(tree, items),
      ...(/(?:^|\/)meta\/main\.ya?ml$/.test(path) ? namedRoles(tree, at(tree, tree.root, 'dependencies')) : []),
    ],
    isDoubtful: false,
  };
}

/** All tasks of plays and of blocks. */
function tasksIn(tree: YamlTree, items: readonly Node[], depth = 0): Node[] {
  if (depth > DEEPEST) return [];
  const lists = ['block', 'rescue', 'always', 'pre_tasks', 'tasks', 'post_tasks', 'handlers'];
  return items.flatMap((item) =>
    isMap(item)
      ? [item, ...lists.flatMap((list) => tasksIn(tree, itemsOf(tree, at(tree, item, list)), depth + 1))]
      : [],
  );
}

const namesOf = (tree: YamlTree, task: Node): string[] =>
  ['name', 'listen'].flatMap((key) => textsOf(tree, at(tree, task, key))).filter((name) => name !== '');

const filesOf = (tree: YamlTree, task: Node): string[] =>
  entriesOf(tree, task)
    .filter(({ key }) => /(?:^|\.)(?:include|(?:include|import)_tasks)$/.test(key))
    .map(({ value }) => posix.basename(textOf(value) ?? textOf(at(tree, value, 'file')) ?? ''));

const rolesOfPlay = (tree: YamlTree, play: Node): string[] => {
  const roles = at(tree, play, 'roles');
  return textOf(roles) === undefined ? namedRoles(tree, roles) : [UNKNOWN_ROLE];
};

const namedRoles = (tree: YamlTree, list: Node | undefined): string[] =>
  itemsOf(tree, list).map((item) =>
    roleNamed(textOf(item) ?? textOf(at(tree, item, 'role')) ?? textOf(at(tree, item, 'name'))),
  );

/** `common`, of `../roles/common` and of `example.tools.common`. A name such as `example.common` is a folder's. */
function roleNamed(written: string | undefined): string {
  if (written === undefined || written === '' || written.includes('{{')) return UNKNOWN_ROLE;
  const name = posix.basename(written);
  return /^[a-z_]\w*\.[a-z_]\w*\.[a-z_]\w*$/.test(name) ? name.split('.').at(-1)! : name;
}

/** The roles that tasks include, in plays and blocks as well. */
const includedIn = (tree: YamlTree, items: readonly Node[]): string[] =>
  tasksIn(tree, items)
    .flatMap((task) => entriesOf(tree, task))
    .filter(({ key }) => /(?:^|\.)(?:include|import)_role$/.test(key))
    .map(({ value }) =>
      roleNamed(textOf(at(tree, value, 'name')) ?? parametersIn(textOf(value) ?? '').get('name') ?? undefined),
    );
