import type { Fault } from '../infrastructure/judge-resources';

export type PipelineFault = Pick<Fault, 'rule' | 'at' | 'message'>;
