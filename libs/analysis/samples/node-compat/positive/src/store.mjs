import { DatabaseSync } from 'node:sqlite';
import { registerHooks } from 'node:module';

registerHooks({});
export const database = new DatabaseSync(':memory:');
