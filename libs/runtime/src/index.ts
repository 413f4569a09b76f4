export { describeMissing, missingProtections } from './confinement-rules';
export { ContextsModule } from './contexts.module';
export { openPlatform } from './platform';
export { LOCAL_ROLES, checkRoles } from './role-rules';
export { temporalServer } from './roles/orchestrating';
export { runRole } from './run-role';
export { runService } from './run-service';
export { type Service, startHttpService, startService } from './service';
export { upcasts } from './upcasts';
