import type { InfrastructureRule } from '../infrastructure/rule';
import { downloads } from './downloads';
import { hardening } from './hardening';
import { secretRules } from './secrets';
import { systems } from './systems';

/** Every rule for playbooks, tasks and settings of Ansible. */
export const ansibleRules: readonly InfrastructureRule[] = [...secretRules, ...downloads, ...systems, ...hardening];
