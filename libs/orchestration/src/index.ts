export * from './embedded/embedded-orchestrator';
export * from './embedded/retry';
export * from './orchestrator';
export * from './session-worker';
export * from './temporal';
