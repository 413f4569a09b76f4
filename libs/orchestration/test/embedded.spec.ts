import { EmbeddedOrchestrator } from '../src/embedded/embedded-orchestrator';
import { orchestratorContract } from './contract';

orchestratorContract(
  'the embedded orchestrator',
  async (worker, { retry }) => new EmbeddedOrchestrator({ worker, retry }),
);
