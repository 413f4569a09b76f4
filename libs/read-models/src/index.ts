export * from './errors';
export * from './projection';
export * from './query';
export * from './read-model-store';
export * from './read-models';
export * from './sqlite/sqlite-read-model-store';
