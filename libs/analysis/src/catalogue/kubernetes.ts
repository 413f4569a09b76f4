import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const kubernetesSecurity: ToolDefinition = {
  id: 'kubernetes-security',
  name: 'Kubernetes security',
  description: 'Manifests that give a pod more than it needs: privileges, the node’s files and network, wide roles, secrets in the open, images that change under their name.',
  category: 'security',
  billing: 'security',
  engine: 'kubernetes',
  targets: SOURCE_TARGETS,
  files: ['**/*.{yml,yaml}'],
  advice: 'Follow the “restricted” Pod Security Standard and give each account the least that it needs.',
  rules: {
    'privileged-container': { severity: 'critical', title: 'Privileged container', cwe: 'CWE-250', fix: 'Remove `privileged`, and add the one capability that is needed: the container is root on its node.' },
    'host-network': { severity: 'high', title: 'Pod in the node’s network', cwe: 'CWE-653', fix: 'Remove `hostNetwork`; network policies do not apply to it.' },
    'host-process-namespace': { severity: 'high', title: 'Pod among the node’s processes', cwe: 'CWE-653', fix: 'Remove `hostPID` and `hostIPC`.' },
    'host-path': { severity: 'medium', title: 'Folder of the node mounted', cwe: 'CWE-668', fix: 'Use a volume of another kind.' },
    'host-port': { severity: 'low', title: 'Port of the node used', cwe: 'CWE-668', fix: 'Use a Service.' },
    'runs-as-root': { severity: 'medium', title: 'Container that runs as root', cwe: 'CWE-250', fix: 'Set `runAsUser` to another user and `runAsNonRoot: true`.' },
    'may-run-as-root': { severity: 'low', title: 'Container that may run as root', cwe: 'CWE-250', fix: 'Set `securityContext.runAsNonRoot: true`.' },
    'privilege-escalation': { severity: 'low', title: 'Container that may gain privileges', cwe: 'CWE-269', fix: 'Set `allowPrivilegeEscalation: false`.' },
    'dangerous-capability': { severity: 'high', title: 'Dangerous capability', cwe: 'CWE-250', fix: 'Drop ALL and add only what is needed.' },
    'unconfined-profile': { severity: 'medium', title: 'Kernel protection turned off', cwe: 'CWE-693', fix: 'Use the RuntimeDefault profile.' },
    'unpinned-image': { severity: 'low', title: 'Image without a fixed version', cwe: 'CWE-1357', weakness: 'unpinned-image', fix: 'Name a version, better a digest.' },
    'no-memory-limit': { severity: 'low', title: 'Container without a memory limit', cwe: 'CWE-770', fix: 'Set `resources.limits.memory`.' },
    'secret-in-environment': { severity: 'high', title: 'Secret written in an environment variable', cwe: 'CWE-798', fix: 'Take it from a Secret with `valueFrom.secretKeyRef`.' },
    'committed-secret': { severity: 'high', title: 'Secret with its values in the file', cwe: 'CWE-312', fix: 'Revoke them, and create the Secret from a vault or as a sealed secret.' },
    'default-service-account': { severity: 'info', title: 'Token of the default service account', cwe: 'CWE-250', fix: 'Set `automountServiceAccountToken: false`, or name an account of its own.' },
    'rbac-wildcard': { severity: 'medium', title: 'Role with a wildcard', cwe: 'CWE-250', fix: 'List the resources and verbs that are needed.' },
    'rbac-escalation': { severity: 'high', title: 'Role that can give itself more', cwe: 'CWE-269', fix: 'Remove `escalate`, `bind` and `impersonate`.' },
    'rbac-secrets': { severity: 'medium', title: 'Role that reads every secret', cwe: 'CWE-522', fix: 'Grant it in one namespace and name the secrets with `resourceNames`.' },
    'cluster-admin': { severity: 'high', title: 'Binding to cluster-admin', cwe: 'CWE-250', fix: 'Bind a role with what is needed.' },
    'anonymous-access': { severity: 'critical', title: 'Role for anyone', cwe: 'CWE-306', fix: 'Remove the subject; no request without a login should have a role.' },
  },
};

export const kubernetesTools: readonly ToolDefinition[] = [kubernetesSecurity];
