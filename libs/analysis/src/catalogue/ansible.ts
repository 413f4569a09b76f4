import { rulesOf } from './infrastructure';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

export const ansibleTools: readonly ToolDefinition[] = [
  {
    id: 'ansible-security',
    name: 'Ansible security',
    description: 'Playbooks, roles, tasks, inventories and settings of Ansible: secrets in the open or in logs, downloads and packages that nothing checks, certificates and host keys that are not looked at, files and rights that are too wide.',
    category: 'security',
    billing: 'security',
    engine: 'ansible',
    targets: SOURCE_TARGETS,
    files: ['**/*.{yml,yaml}', '**/ansible.cfg', '**/{hosts,inventory}', '**/*.ini'],
    advice: 'Keep secrets in ansible-vault, and check what comes from elsewhere.',
    rules: rulesOf('ansible-security'),
  },
];
