import type { InfrastructureRule } from '../infrastructure/rule';
import { access } from './access';
import { containers } from './containers';
import { controlPlane } from './control-plane';
import { hardening } from './hardening';
import { network } from './network';
import { pods } from './pods';
import { refusals } from './refused';
import { reliability } from './reliability';
import { secretRules } from './secrets';
import { surprises } from './surprises';

/** Every rule for objects of Kubernetes, by the tool that has it. */
export const KUBERNETES_ROWS: Readonly<Record<string, readonly InfrastructureRule[]>> = {
  'kubernetes-security': [...pods, ...containers, ...secretRules, ...access, ...network, ...hardening, ...controlPlane],
  'kubernetes-reliability': [...reliability, ...refusals, ...surprises],
};

export const kubernetesRules: readonly InfrastructureRule[] = Object.values(KUBERNETES_ROWS).flat();
