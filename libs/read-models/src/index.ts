export * from './projection';
export * from './read-model-store';
