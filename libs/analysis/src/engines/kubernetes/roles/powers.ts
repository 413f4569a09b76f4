import { access } from '../../../catalogue/kubernetes-rules/access';
import { judge } from '../../infrastructure/conditions';
import type { Judged, Neighbours } from '../../infrastructure/resource';
import type { Manifest } from '../objects';
import { resourcesOf } from '../resources';

/** Powers that give their holder a whole cluster, by the rule that knows each, and the gravest first. */
const POWERS: Readonly<Record<string, string>> = {
  'rbac-everything': 'administer the cluster',
  'rbac-escalation': 'give itself any right',
  'rbac-impersonation': 'act as anybody',
  'rbac-secrets': 'read every Secret',
  'rbac-pods-exec': 'run commands in every pod',
};
export const ADMINISTERS = POWERS['rbac-everything']!;

const RULES = access.filter(({ id, on }) => Object.hasOwn(POWERS, id) && [on].flat().includes('ClusterRole'));
const ORDER = Object.values(POWERS);
const NOBODY: Neighbours<Judged> = { find: () => ({ sure: [], doubtful: true }), named: () => [] };

/** The grave powers that a role of the cluster has. */
export function powersOf(role: Manifest): string[] {
  const own = resourcesOf(role).find(({ type }) => type === 'ClusterRole');
  if (own === undefined) return [];
  const held = RULES.filter(({ breaks }) => judge(breaks, own, own.view, NOBODY).truth === true);
  return held.map(({ id }) => POWERS[id]!).sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}
