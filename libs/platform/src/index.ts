export * from './logger';
export * from './platform.module';
export * from './stores';
