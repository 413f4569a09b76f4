export * from './embedded/embedded-orchestrator';
export * from './embedded/embedded-scheduler';
export * from './embedded/retry';
export * from './orchestrator';
export * from './retry-policy';
export * from './scheduler';
export * from './session-worker';
export * from './temporal';
