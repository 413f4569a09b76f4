import { type Node, isMap, isScalar, isSeq } from 'yaml';
import { type YamlTree, entriesOf, parseYaml, resolved } from '../../../kit/yaml-tree';
import { Unreadable } from '../../../kit/per-file';
import { Refused } from '../template/refused';
import type { Origins } from './origins';
import { type Dict, type Origin, type TemplateValue, isDict } from './value';

const DEEPEST = 100;

/** Counts what is read, because aliases may repeat a lot in a few lines. */
interface Reading {
  readonly tree: YamlTree;
  readonly file: string | undefined;
  readonly origins: Origins | undefined;
  left: number;
}

const MOST_NODES = 500_000;

/**
 * A text of YAML as Helm reads it: numbers are floats, and `yes` and `on` are truth values.
 * @param origins notes where each part is written, for a file of values
 * @throws Refused if it is not YAML
 */
export function readYaml(text: string, file?: string, origins?: Origins): TemplateValue {
  const [tree] = treesOf(text);
  if (tree === undefined) return null;
  return valueOf({ tree, file, origins, left: MOST_NODES }, tree.root, '', 0);
}

/** @throws Refused if it is not a map */
export function readMap(text: string, file?: string, origins?: Origins): Dict {
  const value = readYaml(text, file, origins) ?? new Map<string, TemplateValue>();
  if (!isDict(value)) throw new Refused('it is no map');
  return value;
}

function treesOf(text: string): YamlTree[] {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof Unreadable) throw new Refused(`it is not YAML: ${error.message}`);
    throw error;
  }
}

function valueOf(reading: Reading, node: Node | undefined, path: string, depth: number): TemplateValue {
  reading.left -= 1;
  if (reading.left < 0 || depth > DEEPEST) throw new Refused('it has too many values, or is nested too deeply');
  const { tree, file, origins } = reading;
  const members = new Map<string, Origin>();
  const note = (key: string, at: Node): void => {
    if (file !== undefined) members.set(key, { path: below(path, key), file, line: tree.lineOf(at) });
  };
  if (isMap(node)) {
    const dict: Dict = new Map();
    for (const { key, keyNode, value } of entriesOf(tree, node)) {
      note(key, keyNode);
      dict.set(key, valueOf(reading, value, below(path, key), depth + 1));
    }
    if (file !== undefined) origins?.note(dict, { path, file, line: tree.lineOf(node) }, members);
    return dict;
  }
  if (isSeq(node)) {
    const list = node.items.map((item, index) => {
      const inner = resolved(tree, item);
      if (inner !== undefined) note(String(index), inner);
      return valueOf(reading, inner, below(path, String(index)), depth + 1);
    });
    if (file !== undefined) origins?.note(list, { path, file, line: tree.lineOf(node) }, members);
    return list;
  }
  return isScalar(node) ? scalarOf(node.value, node.type === 'PLAIN' ? node.source : undefined) : null;
}

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const TRUE = new Set(['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON']);
const FALSE = new Set(['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF']);

/** @param plain how a scalar without quotes is written */
function scalarOf(value: unknown, plain: string | undefined): TemplateValue {
  if (plain !== undefined) {
    if (TRUE.has(plain)) return true;
    if (FALSE.has(plain)) return false;
    if (/^[-+]?0[0-7]+$/.test(plain)) return Number.parseInt(plain, 8);
    if (/^[-+]?\d[\d_]*_\d[\d_]*$/.test(plain)) return Number(plain.replaceAll('_', ''));
  }
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}
