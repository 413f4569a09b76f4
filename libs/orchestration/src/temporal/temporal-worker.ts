import { InfrastructureError } from '@assay/kernel';
import type { TemporalWorker, TemporalWorkerOptions } from './index';

export async function openTemporalWorker({ address }: TemporalWorkerOptions): Promise<TemporalWorker> {
  throw new InfrastructureError(`Temporal at ${address} cannot be used yet`);
}
