import { AWS_ROWS, cloudFormationOf } from '../infrastructure/aws';
import type { InfrastructureRule } from '../infrastructure/rule';
import { computing } from './computing';
import { databases } from './databases';
import { identity } from './identity';
import { network } from './network';
import { storage } from './storage';

/** Every rule for templates of CloudFormation. */
export const cloudFormationRules: readonly InfrastructureRule[] = [...storage, ...databases, ...network, ...identity, ...computing, ...cloudFormationOf(AWS_ROWS)];
