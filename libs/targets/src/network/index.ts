export { type AllowList, parseAllowedTargets } from './allow-list';
export { readBody } from './body';
export { type NotAllowedReason, TargetNotAllowed, TargetUnreachable, type UnreachableReason } from './errors';
export { type CheckedEndpoint, type TargetGuard, type TargetGuardOptions, createTargetGuard } from './guard';
export { createGuardedAgent, dialGuarded } from './guarded-agent';
export { type FetchLimits, type GuardedFetchOptions, type GuardedResponse, guardedFetch } from './guarded-fetch';
export { undici } from './undici';
