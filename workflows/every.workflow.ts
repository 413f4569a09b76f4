/** All workflows: what a worker's bundle is made of. */
export * from './schedule.workflow';
export * from './session.workflow';
