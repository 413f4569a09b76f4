import { randomUUID } from 'node:crypto';
import { temporalAddress } from '../../libs/orchestration/test/temporal-server';
import { circuitBreakersSuite } from '../faults/circuit-breakers.suite';

circuitBreakersSuite('circuit breakers of sessions that run on Temporal', () => ({
  ASSAY_ORCHESTRATOR: `temporal://${temporalAddress()}/default`,
  ASSAY_TASK_QUEUE: `assay-breakers-${randomUUID()}`,
}));
