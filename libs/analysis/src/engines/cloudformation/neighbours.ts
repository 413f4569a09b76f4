import { type Node, isScalar } from 'yaml';
import type { Companions, Neighbours } from '../infrastructure/resource';
import { areEqual } from '../infrastructure/value';
import { entriesOf, itemsOf, textOf } from '../kit/yaml-tree';
import type { Evaluator } from './evaluate';
import { callOf, partsOfSub } from './functions';
import type { Resource } from './resources';

/** The references in a node. */
interface References {
  readonly names: ReadonlySet<string>;
  /** Whether it may refer to something else, such as a parameter or an export of another stack. */
  readonly elsewhere: boolean;
}

const MOST_PARTS = 2_000;
/** The properties by which other resources refer to a resource with a name of its own. */
const NAMES = ['BucketName', 'FunctionName', 'GroupName', 'Name', 'QueueName', 'RepositoryName', 'TopicName'];

/**
 * Finds the resources of a template that belong to another: the policy of a bucket, the listener of a load balancer.
 */
export class TemplateNeighbours implements Neighbours<Resource> {
  private readonly byType = new Map<string, Resource[]>();

  constructor(
    resources: readonly Resource[],
    private readonly evaluator: Evaluator,
  ) {
    for (const resource of resources) {
      const known = this.byType.get(resource.type);
      if (known) known.push(resource);
      else this.byType.set(resource.type, [resource]);
    }
  }

  find(resource: Resource, type: string, by: string): Companions<Resource> {
    let doubtful = this.evaluator.template.open;
    const sure: Resource[] = [];
    for (const other of this.byType.get(type) ?? []) {
      if (!this.evaluator.budget.spend(1)) return { sure, doubtful: true };
      const belongs = this.belongs(other, resource, by);
      if (belongs === true && this.isMadeWith(other, resource)) sure.push(other);
      else doubtful ||= belongs !== false;
    }
    return { sure, doubtful };
  }

  named(resource: Resource, by: string, type: string): readonly Resource[] {
    const node = resource.view.node(by);
    if (node === undefined) return [];
    const { names } = this.referencesOf(node);
    const others = this.byType.get(type) ?? [];
    return this.evaluator.budget.spend(others.length >> 4) ? others.filter(({ name }) => names.has(name)) : [];
  }

  /** Whether the other resource exists wherever the resource does. */
  private isMadeWith({ condition }: Resource, resource: Resource): boolean {
    return condition === undefined || condition === resource.condition || this.evaluator.holds(condition) === true;
  }

  private belongs(other: Resource, resource: Resource, by: string): boolean | undefined {
    const node = other.view.node(by);
    if (node === undefined) return false;
    const { names, elsewhere } = this.referencesOf(node);
    if (names.has(resource.name)) return true;
    const value = other.view.value(by)!.value;
    const answers = new Set(
      NAMES.map((name) => {
        const own = resource.view.value(name);
        return own === undefined ? false : areEqual(own.value, value, this.evaluator.budget);
      }),
    );
    if (answers.has(true)) return true;
    return elsewhere || answers.has(undefined) ? undefined : false;
  }

  private referencesOf(node: Node): References {
    const { tree } = this.evaluator.template;
    const names = new Set<string>();
    let elsewhere = false;
    let parts = 0;
    const waiting: Node[] = [node];
    const refer = (name: string): void => {
      if (this.evaluator.isParameter(name)) elsewhere = true;
      else names.add(name);
    };
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      parts += 1;
      if (parts > MOST_PARTS) return { names, elsewhere: true };
      const { name, argument } = callOf(tree, part) ?? { name: undefined, argument: part };
      const [first] = itemsOf(tree, argument);
      if (name === 'Ref') refer(textOf(argument) ?? '');
      else if (name === 'Fn::GetAtt') refer((textOf(argument) ?? textOf(first) ?? '').split('.')[0]!);
      else if (name === 'Fn::ImportValue' || name === 'Fn::FindInMap') elsewhere = true;
      else {
        if (name === 'Fn::Sub')
          for (const { text, isName } of partsOfSub(textOf(first ?? argument) ?? ''))
            if (isName) refer(text.split('.')[0]!);
        if (argument !== undefined && !isScalar(argument))
          waiting.push(...itemsOf(tree, argument), ...entriesOf(tree, argument).flatMap(({ value }) => value ?? []));
      }
    }
    return { names, elsewhere };
  }
}
