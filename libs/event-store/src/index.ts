export * from './decide';
export * from './errors';
export * from './event-store';
