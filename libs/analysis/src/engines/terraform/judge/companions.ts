import { areEqual } from '../../infrastructure/value';
import type { Companions, Neighbours } from '../../infrastructure/resource';
import type { ModuleInstance } from '../modules/instance';
import { referencesOf } from '../modules/references';
import type { Resource } from '../modules/resources';

/** The attributes by which others name a resource, where it has a name of its own. */
const NAMES = ['bucket', 'name', 'id', 'function_name', 'repository', 'domain', 'cluster_identifier'];

/** Finds the resources of a module that belong to another: the versioning of a bucket, the rules of a firewall. */
export class CompanionFinder implements Neighbours<Resource> {
  private readonly byType = new Map<string, Resource[]>();
  private readonly passedOn: ReadonlySet<string>;

  constructor(
    resources: readonly Resource[],
    private readonly instance: ModuleInstance,
  ) {
    for (const resource of resources) {
      const known = this.byType.get(resource.type);
      if (known) known.push(resource);
      else this.byType.set(resource.type, [resource]);
    }
    this.passedOn = passedToModules(instance);
  }

  find(resource: Resource, type: string, by: string): Companions<Resource> {
    const address = `${resource.type}.${resource.name}`;
    // A module that is given the resource may add what belongs to it. So may a file that could not be read.
    let doubtful = this.instance.module.partial || this.passedOn.has(address);
    const sure: Resource[] = [];
    for (const other of this.byType.get(type) ?? []) {
      // Each resource is asked about each other: the steps end a module of very many.
      if (!this.instance.scope.budget.spend(1)) return { sure, doubtful: true };
      const belongs = this.belongs(other, resource, address, by);
      if (belongs === true) sure.push(other);
      else doubtful ||= belongs === undefined;
    }
    return { sure, doubtful };
  }

  /** The resources of a type that an attribute names. */
  named(resource: Resource, by: string, type: string): readonly Resource[] {
    const expression = resource.view.value(by)?.expression;
    if (expression === undefined) return [];
    const each = resource.block.body.attributes.get('for_each') ?? resource.block.body.attributes.get('count');
    const { resources } = referencesOf(expression, this.instance, each?.value);
    return (this.byType.get(type) ?? []).filter(({ name }) => resources.has(`${type}.${name}`));
  }

  private belongs(other: Resource, resource: Resource, address: string, by: string): boolean | undefined {
    const found = other.view.value(by);
    if (found === undefined) return false;
    const each = other.block.body.attributes.get('for_each') ?? other.block.body.attributes.get('count');
    const { resources, elsewhere } = referencesOf(found.expression, this.instance, each?.value);
    if (resources.has(address)) return true;
    const answers = new Set(
      NAMES.flatMap((name) => {
        const own = resource.view.value(name);
        return own === undefined ? [] : [areEqual(own.value, found.value, this.instance.scope.budget)];
      }),
    );
    if (answers.has(true)) return true;
    if ([...resources].some((each) => each.startsWith(`${resource.type}.`))) return elsewhere ? undefined : false;
    return elsewhere || resources.size > 0 ? undefined : answers.has(undefined) ? undefined : false;
  }
}

function passedToModules(instance: ModuleInstance): ReadonlySet<string> {
  const passed = new Set<string>();
  for (const { block } of instance.module.calls)
    for (const { value } of block.body.attributes.values())
      for (const address of referencesOf(value, instance, undefined).resources) passed.add(address);
  return passed;
}
