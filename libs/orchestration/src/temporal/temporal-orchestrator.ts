import { InfrastructureError } from '@assay/kernel';
import type { TemporalOrchestrator, TemporalOrchestratorOptions } from './index';

export async function openTemporalOrchestrator({ address }: TemporalOrchestratorOptions): Promise<TemporalOrchestrator> {
  throw new InfrastructureError(`Temporal at ${address} cannot be used yet`);
}
