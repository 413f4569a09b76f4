export * from './domain/api-key';
export * from './domain/organization';
export * from './domain/permissions';
export * from './domain/tiers';
export * from './organizations';
