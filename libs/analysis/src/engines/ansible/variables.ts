import { type Node, isMap, isSeq } from 'yaml';
import { REQUIREMENT, SETTINGS, VARIABLES } from '../../catalogue/ansible-rules/rule';
import type { Judged } from '../infrastructure/resource';
import type { Source } from '../infrastructure/source';
import type { Found, Place, View } from '../infrastructure/view';
import { withNames, yamlView } from '../infrastructure/yaml-view';
import { at, entriesOf, itemsOf, textOf } from '../kit/yaml-tree';
import { parametersIn } from './texts';
import { constants, readable } from './views';

/** Variables by which Ansible connects to a host. No other program has them. */
const CONNECTION =
  /^ansible_(?:host|user|port|connection|password|ssh_\w+|become\w*|winrm_\w+|python_interpreter|network_os)$/;
const DEEPEST = 10;

/** Maps of variables in a file of variables or an inventory, at any depth. */
export function variablesIn(source: Source): Judged[] {
  const found: Judged[] = [];
  collect(source, source.tree.root, 0, found);
  return found;
}

function collect(source: Source, node: Node | undefined, depth: number, found: Judged[]): void {
  if (!isMap(node) || depth > DEEPEST || !source.budget.spend(1)) return;
  const entries = entriesOf(source.tree, node);
  if (entries.some(({ key }) => CONNECTION.test(key)))
    found.push(variables(yamlView(source, [node], { at: source.placeOf(node), open: false, doubts: 0 })));
  for (const { value } of entries) collect(source, value, depth + 1, found);
}

const variables = (view: View): Judged => ({
  type: VARIABLES,
  name: 'variables',
  view: withNames(view, {}, { own: { views: [view], open: false }, vars: { views: [], open: false } }),
});

const isRequirement = ({ tree }: Source, node: Node): boolean =>
  isMap(node) && ['src', 'name', 'source'].some((key) => textOf(at(tree, node, key)) !== undefined);

/** Roles and collections that a file of requirements asks for. */
export function requirementsIn(source: Source): Judged[] {
  const { tree } = source;
  const lists = isSeq(tree.root) ? [tree.root] : ['roles', 'collections'].map((list) => at(tree, tree.root, list));
  return lists
    .flatMap((list) => itemsOf(tree, list))
    .filter((item) => isRequirement(source, item))
    .map((item) => ({
      type: REQUIREMENT,
      name: (textOf(at(tree, item, 'name')) ?? 'requirement').replaceAll(/[^\w .-]/g, ''),
      view: yamlView(source, [item], { at: source.placeOf(item), open: false, doubts: 0 }),
    }));
}

/** The settings of `ansible.cfg`, by section. */
export function settingsIn(file: string, text: string): Judged[] {
  const sections = new Map<string, Map<string, Found>>();
  let section = '';
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, header] = /^\s*\[([^\]]+)\]/.exec(line) ?? [];
    if (header !== undefined) section = header.trim();
    const [, name, value = ''] = /^([a-z_]\w*)\s*[=:]\s*(.*)$/i.exec(line) ?? [];
    if (name === undefined) continue;
    const own = sections.get(section) ?? new Map<string, Found>();
    sections.set(section, own);
    own.set(name.toLowerCase(), {
      value: value.replace(/\s;.*$/, '').trim(),
      at: { file, line: index + 1, column: 1 },
    });
  }
  const top: Place = { file, line: 1, column: 1 };
  const view = constants(new Map(), top);
  const blocks = [...sections].map(
    ([name, values]) => [name, { views: [constants(values, top)], open: false }] as const,
  );
  return [{ type: SETTINGS, name: 'settings', view: withNames(view, {}, Object.fromEntries(blocks)) }];
}

/** The hosts and variables of an inventory in INI form. */
export function inventoryIn(file: string, text: string): Judged[] {
  return text.split(/\r?\n/).flatMap((line, index): Judged[] => {
    if (!line.includes('ansible_') || /^\s*[#;]/.test(line)) return [];
    const place: Place = { file, line: index + 1, column: 1 };
    const values = new Map<string, Found>();
    const one = /^\s*(ansible_\w+)\s*=\s*(.*?)\s*$/.exec(line);
    const pairs = one === null ? parametersIn(line) : new Map([[one[1]!, one[2]!.replace(/^(["'])(.*)\1$/, '$2')]]);
    for (const [name, value] of pairs) values.set(name, { value: readable(value), at: place });
    return values.size === 0 ? [] : [variables(constants(values, place))];
  });
}
