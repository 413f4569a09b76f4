import { type Node, isMap, isScalar, isSeq } from 'yaml';
import { COMMANDS, MISPLACED, MISSING_FILE, MISSING_HANDLER, PLAY, TASK } from '../../catalogue/ansible-rules/rule';
import type { Judged } from '../infrastructure/resource';
import type { Source } from '../infrastructure/source';
import { UNKNOWN } from '../infrastructure/value';
import type { Found, View } from '../infrastructure/view';
import { withNames, yamlView } from '../infrastructure/yaml-view';
import { type Entry, at, entriesOf, itemsOf, oneOrMore, textOf, valueOf } from '../kit/yaml-tree';
import { isAcceptedIn } from './accepted-tasks';
import { KEYWORDS, isModule, isWithoutKeywords, mayBeModule, moduleOf } from './modules';
import { hasJinja, secretIn, showsSecret, textsBelow } from './texts';
import { parametersOf, readable } from './views';

const BLOCKS = ['block', 'rescue', 'always'] as const;
const LISTS = ['pre_tasks', 'tasks', 'post_tasks', 'handlers'] as const;
const PLAY_MARKS = ['roles', 'vars', 'gather_facts', 'become', 'vars_files', 'connection', 'remote_user', ...LISTS];
const DEEPEST = 30;
const MOST_TASKS = 20_000;

/** Settings around a task that apply to it. */
interface Above {
  /** `no_log` of the nearest block or play that sets it. */
  readonly noLog: Found | undefined;
  readonly depth: number;
  readonly missing: Missing;
}

/** Files and handlers that tasks name and that are not there. */
export interface Missing {
  /** The file that a module names, if it is not there. */
  file(module: string, named: string): string | undefined;
  /** Whether no handler has a name. */
  handler(name: string): boolean;
}

/** The plays and tasks of a document; undefined if it is neither a playbook nor a file of tasks. */
export function playbookIn(source: Source, missing: Missing): Judged[] | undefined {
  const { tree } = source;
  if (!isSeq(tree.root)) return undefined;
  const items = itemsOf(tree, tree.root);
  if (items.length === 0 || items.length > MOST_TASKS || !items.every((item) => isMap(item))) return undefined;
  const plays = items.filter((item) => isPlay(source, item));
  const others = items.filter((item) => !plays.includes(item));
  const tasks = others.filter((item) => isTask(source, item));
  if (plays.length === 0 && tasks.length * 2 < others.length + 1) return undefined;
  const top: Above = { noLog: undefined, depth: 0, missing };
  return [
    ...plays.flatMap((play) => ofPlay(source, play, missing)),
    ...others.flatMap((item) => ofTask(source, item, top)),
  ];
}

const isPlay = ({ tree }: Source, item: Node): boolean => {
  const keys = new Set(entriesOf(tree, item).map(({ key }) => key));
  return keys.has('hosts') && PLAY_MARKS.some((mark) => keys.has(mark));
};

const isTask = ({ tree }: Source, item: Node): boolean =>
  entriesOf(tree, item).some(
    ({ key, value }) =>
      isModule(key) || key === 'action' || key === 'local_action' || (key === 'block' && isSeq(value)),
  );

function ofPlay(source: Source, play: Node, missing: Missing): Judged[] {
  const place = source.placeOf(play);
  const view = yamlView(source, [play], { at: place, open: false, doubts: 0 });
  const above: Above = { noLog: view.value('no_log'), depth: 1, missing };
  const name = nameOf(source, play);
  return [
    { type: PLAY, name, view: withNames(view, {}, { own: { views: [], open: false } }) },
    ...LISTS.flatMap((list) =>
      itemsOf(source.tree, at(source.tree, play, list)).flatMap((task) => ofTask(source, task, above)),
    ),
  ];
}

const nameOf = ({ tree }: Source, node: Node): string =>
  (textOf(at(tree, node, 'name')) ?? '').replaceAll(/[^\w .-]/g, '').slice(0, 60) || 'unnamed';

function ofTask(source: Source, item: Node, above: Above): Judged[] {
  const { tree, budget } = source;
  if (!isMap(item)) return [];
  if (above.depth > DEEPEST) {
    budget.leaveOut();
    return [];
  }
  if (!budget.spend(5)) return [];
  const view = yamlView(source, [item], { at: source.placeOf(item), open: false, doubts: 0 });
  const noLog = view.value('no_log') ?? above.noLog;
  const inner = BLOCKS.flatMap((block) =>
    itemsOf(tree, at(tree, item, block)).flatMap((task) =>
      ofTask(source, task, { ...above, noLog, depth: above.depth + 1 }),
    ),
  );
  const called = moduleIn(source, item);
  return called === undefined ? inner : [...inner, ...judgedTask(source, item, called, view, { ...above, noLog })];
}

interface Called {
  readonly name: string;
  readonly keyNode: Node;
  readonly given: Node | undefined;
  /** The text after the name of the module, if `action` has both. */
  readonly text?: string;
}

function moduleIn({ tree }: Source, item: Node): Called | undefined {
  const entries = entriesOf(tree, item);
  const action = entries.find(({ key }) => key === 'action' || key === 'local_action');
  if (action !== undefined) return actionIn(action, (name) => at(tree, action.value, name));
  const candidates = entries.filter(({ key }) => !KEYWORDS.has(key) && !key.startsWith('with_') && mayBeModule(key));
  const found = candidates.find(({ key }) => isModule(key)) ?? (candidates.length === 1 ? candidates[0] : undefined);
  return found && { name: moduleOf(found.key), keyNode: found.keyNode, given: found.value };
}

function actionIn({ keyNode, value }: Entry, field: (name: string) => Node | undefined): Called | undefined {
  const text = isScalar(value) ? textOf(value) : undefined;
  if (text !== undefined) {
    const [, name = '', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
    return { name: moduleOf(name), keyNode, given: value, text: rest };
  }
  const name = textOf(field('module'));
  return name === undefined ? undefined : { name: moduleOf(name), keyNode, given: value };
}

function judgedTask(source: Source, item: Node, called: Called, view: View, { noLog, missing }: Above): Judged[] {
  const { tree } = source;
  const place = source.placeOf(called.keyNode);
  const parameters = parametersOf(source, called.given, at(tree, item, 'args'), place);
  const constant = (value: string): Found => ({ value, at: place });
  const free = freeText(source, called, parameters);
  const gone = missing.file(called.name, fileNamed(source, called, parameters));
  const task = noLog === undefined ? view : withNames(view, { no_log: noLog }, {});
  const values: Record<string, Found> = {
    module: constant(called.name),
    shows: constant(secretShown(source, called) ?? ''),
    ...(free !== undefined && { free: { value: free, at: place } }),
    ...(gone !== undefined && { [MISSING_FILE]: constant(gone) }),
    ...missingHandlers(source, item, missing),
    ...misplacedKeywords(source, called),
  };
  const whole = withNames(parameters, values, {
    task: { views: [task], open: false },
    parameters: { views: [parameters], open: false },
    environment: view.blocks('environment'),
    vars: view.blocks('vars'),
    own: { views: [], open: false },
  });
  const name = nameOf(source, item);
  const isAccepted = (rule: string): boolean => isAcceptedIn(item, rule);
  return [
    { type: TASK, name, view: whole, isAccepted },
    { type: called.name, name, view: whole, isAccepted },
  ];
}

/** The handlers that a task notifies and that nothing has. Ansible looks for none if the task changes nothing. */
function missingHandlers({ tree, placeOf }: Source, item: Node, missing: Missing): Record<string, Found> {
  if (/^(?:false|no|off)$/i.test(String(valueOf(at(tree, item, 'changed_when'))))) return {};
  const [first, ...more] = oneOrMore(tree, at(tree, item, 'notify')).filter((node) => {
    const name = textOf(node) ?? '';
    return name !== '' && !hasJinja(name) && missing.handler(name);
  });
  if (first === undefined) return {};
  return { [MISSING_HANDLER]: { value: [first, ...more].map(textOf).join(', '), at: placeOf(first) } };
}

/** Keywords of tasks that stand among the arguments of a module. */
function misplacedKeywords({ tree, placeOf }: Source, { name, given }: Called): Record<string, Found> {
  if (!isWithoutKeywords(name)) return {};
  const found = entriesOf(tree, given).filter(({ key }) => ONLY_OF_TASKS.test(key));
  const [first] = found;
  if (first === undefined) return {};
  return { [MISPLACED]: { value: found.map(({ key }) => key).join(', '), at: placeOf(first.keyNode) } };
}

/** Keywords that no module has as an argument. */
const ONLY_OF_TASKS = new RegExp(
  '^(?:when|loop|loop_control|with_.+|register|notify|become|become_user|changed_when|failed_when|' +
    'delegate_to|run_once)$',
);

/** The file that a module takes; empty if it is not known. */
function fileNamed({ tree }: Source, { given }: Called, parameters: View): string {
  const written = (isScalar(given) ? textOf(given) : textOf(at(tree, given, 'file'))) ?? '';
  const source = parameters.value('src')?.value;
  return typeof source === 'string' ? source : written;
}

/** The command that a command module runs. */
function freeText({ tree }: Source, { name, given, text }: Called, parameters: View) {
  if (!COMMANDS.includes(name)) return undefined;
  const written = text ?? (isScalar(given) ? textOf(given) : undefined);
  if (written !== undefined) return readable(written);
  const command = textOf(at(tree, given, 'cmd')) ?? textOf(at(tree, given, '_raw_params'));
  if (command !== undefined) return readable(command);
  const words = itemsOf(tree, at(tree, given, 'argv')).map((word) => textOf(word) ?? '');
  return words.length > 0 ? readable(words.join(' ')) : (parameters.value('cmd')?.value ?? UNKNOWN);
}

/** The secret variable that a task shows. A parameter that its module hides by itself does not count. */
function secretShown({ tree }: Source, { name, given }: Called): string | undefined {
  if (name === 'debug') {
    const shown = textOf(at(tree, given, 'var'));
    if (shown !== undefined && showsSecret(shown)) return shown;
  }
  const nodes = isMap(given)
    ? entriesOf(tree, given)
        .filter(({ key }) => !/pass(?:word|wd|phrase)$|^(?:token|client_key)$/.test(key))
        .map(({ value }) => value)
    : [given];
  for (const node of nodes)
    for (const text of textsBelow(tree, node)) {
      const secret = secretIn(text);
      if (secret !== undefined) return secret;
    }
  return undefined;
}
