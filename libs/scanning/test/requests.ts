import { RefusedError, deterministicId } from '@assay/kernel';
import { StartSession, type StartSessionInput } from '../src';
import type { CrashWorld } from './crash-world';

/** A session of everything, at full price. */
export const request = (world: CrashWorld, more: Partial<StartSessionInput> = {}): StartSession =>
  new StartSession({
    organizationId: world.organizationId,
    startedBy: 'key_1',
    projectId: null,
    target: { kind: 'directory', directory: world.target },
    enableIntelligence: true,
    timeout: 60_000,
    maxConcurrent: 2,
    sessionId: deterministicId('ses', 'the one'),
    ...more,
  });

/** A wish that comes too late is refused; anything else is a fault. */
export const unlessItWasOver = (error: unknown): void => {
  if (!(error instanceof RefusedError) || error.refusal.code !== 'SESSION_ALREADY_ENDED') throw error;
};
