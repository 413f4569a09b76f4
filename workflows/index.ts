export * from './session';
export * from './session-progress';
export * from './temporal-session';
export * from './temporal-schedule';
