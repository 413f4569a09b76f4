export * from './canonical-json';
export * from './clock';
export * from './credits';
export * from './fact';
export * from './ids';
export * from './refusal';
export * from './result';
export * from './vocabulary';
