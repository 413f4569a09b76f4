import { type Node, isMap, isScalar, isSeq } from 'yaml';
import { didYouMean } from '../../../catalogue/closest';
import { FORMS, type ValueForm } from '../../../catalogue/gitlab-rules/keywords';
import { at, itemsOf } from '../../kit/yaml-tree';
import { type PipelineMistake, quoted } from './mistake';
import { type WrittenPipeline, isOpen, isTagged, visibleJobs } from './written';

const PATHS = FORMS.map(([path, form]) => ({ path, keys: path.split('.'), form }));

/** Values that GitLab refuses where they stand. */
export function wrongValues(written: WrittenPipeline): PipelineMistake[] {
  return visibleJobs(written).flatMap((job) =>
    PATHS.flatMap(({ path, keys: [first, ...rest], form }): PipelineMistake[] => {
      const value = job.all.get(first!)?.value;
      return valuesAt(written, value, rest).flatMap((node) => {
        const wrong = written.budget.spend(1) ? wrongIn(node, form) : undefined;
        const key = path.replaceAll('.*', '');
        return wrong === undefined ? [] : [{ rule: 'wrong-value', at: node, message: `\`${key}\` ${wrong}` }];
      });
    }),
  );
}

function valuesAt(written: WrittenPipeline, node: Node | undefined, [key, ...rest]: readonly string[]): Node[] {
  if (node === undefined || isTagged(node)) return [];
  if (key === undefined) return [node];
  if (key === '*')
    return isSeq(node)
      ? itemsOf(written.tree, node).flatMap((item) => (written.budget.spend(1) ? valuesAt(written, item, rest) : []))
      : valuesAt(written, node, rest);
  return isMap(node) ? valuesAt(written, at(written.tree, node, key), rest) : [];
}

/** The mistake in a value; undefined if there is none. */
function wrongIn(node: Node, form: ValueForm): string | undefined {
  const value = isScalar(node) ? node.value : undefined;
  if (value === null || (typeof value === 'string' && isOpen(value))) return undefined;
  switch (form.kind) {
    case 'one-of': {
      const text = isScalar(node) ? String(value) : '';
      if (form.words.includes(text)) return undefined;
      const meant = didYouMean(text, form.words);
      return `is one of ${form.words.join(', ')}${isScalar(node) ? `, not ${quoted(text)}` : ''}.${meant}`;
    }
    case 'boolean':
      return isBoolean(node) ? undefined : 'is true or false, without quotes.';
    case 'map-or-boolean':
      return isBoolean(node) || isMap(node) ? undefined : 'is true, false or a map, without quotes.';
    case 'list':
      return isSeq(node) ? undefined : 'is a list.';
    case 'map':
      return isMap(node) ? undefined : 'is a map.';
    case 'map-or-list':
      return isMap(node) || isSeq(node) ? undefined : 'is a list or a map.';
    case 'map-or-text':
      return isMap(node) || isScalar(node) ? undefined : 'is a name or a map.';
    case 'duration':
      return typeof value === 'string' && /\d/.test(value) ? undefined : 'is a text with a unit: `3 hours 30 minutes`.';
    case 'map-or-number':
      return isMap(node) ? undefined : outOf(node, form);
    case 'number':
      return outOf(node, form);
  }
}

/** A text with digits may be taken as the number. */
function outOf(node: Node, { from, to }: { readonly from: number; readonly to: number }): string | undefined {
  const number = isScalar(node) ? Number(node.value) : NaN;
  return Number.isInteger(number) && number >= from && number <= to
    ? undefined
    : `is a whole number from ${from} to ${to}.`;
}

/** Whether YAML 1.1, which GitLab reads, has it as true or false. */
const isBoolean = (node: Node): boolean =>
  isScalar(node) &&
  (typeof node.value === 'boolean' ||
    (node.type === 'PLAIN' && /^(?:y|n|yes|no|on|off|true|false)$/i.test(String(node.value))));
