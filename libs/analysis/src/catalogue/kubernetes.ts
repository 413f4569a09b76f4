import { rulesOf } from './infrastructure';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const common = {
  engine: 'kubernetes',
  targets: SOURCE_TARGETS,
  files: ['**/*.{yml,yaml}', '**/Kustomization', '**/templates/**/*.tpl'],
  comparesFiles: true,
} as const;

export const kubernetesTools: readonly ToolDefinition[] = [
  {
    ...common,
    id: 'kubernetes-security',
    name: 'Kubernetes security',
    description:
      'Manifests that give a pod or an account more than it needs: privileges, the node’s files and network, wide roles, secrets in the open, images that change under their name, and a control plane that is open. Patches of kustomize are judged by what they say, and charts of Helm are rendered with their default values.',
    category: 'security',
    billing: 'security',
    advice: 'Follow the “restricted” Pod Security Standard and give each account the least that it needs.',
    rules: rulesOf('kubernetes-security'),
  },
  {
    ...common,
    id: 'kubernetes-reliability',
    name: 'Kubernetes reliability',
    description:
      'Manifests that servers refuse, that work otherwise than meant, or that stop work for a while: removed versions of APIs, selectors, ports and mounts that fit nothing, invalid names, quantities and schedules, missing probes and requests, budgets that block updates. Charts of Helm are rendered with their default values.',
    category: 'quality',
    billing: 'quality',
    advice: 'Apply manifests to the next version of the cluster before it is updated.',
    rules: rulesOf('kubernetes-reliability'),
  },
];
