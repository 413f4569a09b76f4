export * from './buses.module';
export * from './health';
export * from './logger';
export * from './platform.module';
export * from './process-state';
export { ProjectionWatch } from './projection-watch';
export * from './stores';
export * from './tracing';
export * from './until-reachable';
