/** The cluster that a chart is rendered for: one of a recent version, with only its built-in parts. */
export interface Cluster {
  readonly version: string;
  readonly apiVersions: readonly string[];
}

const GROUPS: readonly (readonly [group: string, versions: string])[] = [
  ['admissionregistration.k8s.io', 'v1'],
  ['apiextensions.k8s.io', 'v1'],
  ['apiregistration.k8s.io', 'v1'],
  ['apps', 'v1'],
  ['authentication.k8s.io', 'v1'],
  ['authorization.k8s.io', 'v1'],
  ['autoscaling', 'v1 v2'],
  ['batch', 'v1'],
  ['certificates.k8s.io', 'v1'],
  ['coordination.k8s.io', 'v1'],
  ['discovery.k8s.io', 'v1'],
  ['events.k8s.io', 'v1'],
  ['flowcontrol.apiserver.k8s.io', 'v1'],
  ['networking.k8s.io', 'v1'],
  ['node.k8s.io', 'v1'],
  ['policy', 'v1'],
  ['rbac.authorization.k8s.io', 'v1'],
  ['scheduling.k8s.io', 'v1'],
  ['storage.k8s.io', 'v1'],
];

export const RECENT_CLUSTER: Cluster = {
  version: 'v1.34.0',
  apiVersions: [
    'v1',
    ...GROUPS.flatMap(([group, versions]) => versions.split(' ').map((version) => `${group}/${version}`)),
  ],
};
