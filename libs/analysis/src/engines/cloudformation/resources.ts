import { PARAMETER } from '../../catalogue/cloudformation/rule';
import type { Judged } from '../infrastructure/resource';
import type { Place } from '../infrastructure/view';
import { at, textOf } from '../kit/yaml-tree';
import type { Evaluator } from './evaluate';
import type { Section } from './template';
import { type NodeView, nodeView } from './view';

/** A resource or a parameter of a template. */
export interface Resource extends Judged {
  readonly view: NodeView;
  /** The name of the condition under which it is created. */
  readonly condition: string | undefined;
}

/** The attribute in rules for a resource's name within the template. */
const LOGICAL_ID = 'LogicalId';

/** The types to which `Globals` applies, each with its section there. */
const OF_GLOBALS: Readonly<Record<string, string>> = {
  'AWS::Serverless::Function': 'Function',
  'AWS::Serverless::Api': 'Api',
  'AWS::Serverless::HttpApi': 'HttpApi',
  'AWS::Serverless::SimpleTable': 'SimpleTable',
  'AWS::Serverless::StateMachine': 'StateMachine',
};

/** The resources of a template, also conditional ones: each is judged as if its condition holds. */
export function resourcesOf(evaluator: Evaluator): Resource[] {
  const { tree, file, parameters, resources, globals } = evaluator.template;
  const placeOf = ({ key }: Section): Place => ({ file, line: tree.lineOf(key), column: tree.columnOf(key) });
  const made = resources.flatMap((section): Resource[] => {
    const type = textOf(at(tree, section.node, 'Type'));
    if (type === undefined) return [];
    const condition = textOf(at(tree, section.node, 'Condition'));
    const common = Object.hasOwn(OF_GLOBALS, type) ? at(tree, globals, OF_GLOBALS[type]!) : undefined;
    const nodes = [at(tree, section.node, 'Properties'), common].filter((node) => node !== undefined);
    const view = nodeView(nodes, evaluator.under(condition), placeOf(section));
    return [{ type, name: section.name, condition, view: named(view, section.name) }];
  });
  const asked = [...parameters.values()].map((section): Resource => {
    const view = nodeView([section.node], evaluator, placeOf(section));
    return { type: PARAMETER, name: section.name, condition: undefined, view: named(view, section.name) };
  });
  return [...asked, ...made];
}

const named = (view: NodeView, name: string): NodeView => ({
  ...view,
  value: (path) => (path === LOGICAL_ID ? { value: name, at: view.at } : view.value(path)),
});
