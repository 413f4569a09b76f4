import type { Problem } from '../kit/per-file';
import { at, entriesOf, itemsOf, textOf } from '../kit/yaml-tree';
import type { Manifest } from './manifest';

type ManifestRule = (manifest: Manifest) => Problem[];

const wildcards: ManifestRule = ({ tree, root, kind, name }) => {
  if (kind !== 'Role' && kind !== 'ClusterRole') return [];
  return itemsOf(tree, at(tree, root, 'rules')).flatMap((rule) => {
    const has = (field: string, ...values: string[]) =>
      itemsOf(tree, at(tree, rule, field)).find((item) => values.includes(textOf(item) ?? ''));
    const verb = has('verbs', '*');
    const resource = has('resources', '*');
    const escalation = has('verbs', 'escalate', 'bind', 'impersonate');
    const secrets =
      has('resources', 'secrets') && kind === 'ClusterRole' ? has('verbs', 'get', 'list', 'watch') : undefined;
    return [
      ...(verb && resource
        ? [
            {
              rule: 'rbac-wildcard',
              line: tree.lineOf(verb),
              message: `${name} may do everything with everything`,
              severity: 'high' as const,
            },
          ]
        : (verb ?? resource)
          ? [
              {
                rule: 'rbac-wildcard',
                line: tree.lineOf(verb ?? resource),
                message: `${name} grants * in ${verb ? 'verbs' : 'resources'}`,
              },
            ]
          : []),
      ...(escalation
        ? [{ rule: 'rbac-escalation', line: tree.lineOf(escalation), message: `${name} may ${textOf(escalation)}` }]
        : []),
      ...(secrets
        ? [
            {
              rule: 'rbac-secrets',
              line: tree.lineOf(secrets),
              message: `${name} may read the secrets of every namespace`,
            },
          ]
        : []),
    ];
  });
};

const clusterAdmin: ManifestRule = ({ tree, root, kind, name }) => {
  const role = at(tree, root, 'roleRef', 'name');
  if (!kind.endsWith('RoleBinding')) return [];
  const anyone = itemsOf(tree, at(tree, root, 'subjects'))
    .map((subject) => at(tree, subject, 'name'))
    .find((subject) => ['system:anonymous', 'system:unauthenticated'].includes(textOf(subject) ?? ''));
  return [
    ...(textOf(role) === 'cluster-admin'
      ? [{ rule: 'cluster-admin', line: tree.lineOf(role), message: `${name} makes its subjects cluster-admin` }]
      : []),
    ...(anyone
      ? [{ rule: 'anonymous-access', line: tree.lineOf(anyone), message: `${name} gives ${textOf(anyone)} a role` }]
      : []),
  ];
};

/**
 * Everybody who can read a repository can read the data of its Secrets, because base64 hides nothing. Sealed and
 * templated secrets have other kinds.
 */
const committedSecret: ManifestRule = ({ tree, root, kind, name }) => {
  if (kind !== 'Secret') return [];
  const values = ['data', 'stringData'].flatMap((field) => entriesOf(tree, at(tree, root, field)));
  const first = values.find(({ value }) => !/^(?:|<.*>|\$\{.*\}|changeme)$/i.test(textOf(value) ?? ''));
  return first
    ? [
        {
          rule: 'committed-secret',
          line: tree.lineOf(first.keyNode),
          message: `The values of Secret ${name} are in the file`,
        },
      ]
    : [];
};

const MANIFEST_RULES: readonly ManifestRule[] = [wildcards, clusterAdmin, committedSecret];

export const judgeManifest = (manifest: Manifest): Problem[] => MANIFEST_RULES.flatMap((rule) => rule(manifest));
