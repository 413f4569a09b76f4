export { parseAllowedTargets } from './allow-list';
export { readBody } from './body';
export { TargetNotAllowed, TargetUnreachable } from './errors';
export { type TargetGuard, createTargetGuard } from './guard';
export { createGuardedAgent, dialGuarded } from './guarded-agent';
export { type GuardedResponse, guardedFetch } from './guarded-fetch';
export { undici } from './undici';
