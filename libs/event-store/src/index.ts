export * from './decide';
export * from './errors';
export * from './event-store';
export { copyEventStore, putInPlace, verifyEventStore } from './sqlite/backup';
export { lockForWriting } from './sqlite/file-lock';
export { type Restore, beginRestore } from './sqlite/restore';
export * from './sqlite/sqlite-event-store';
export { type Lacking, type Upcasts, upcastsOf } from './upcast';
export * from './eventstoredb/open-eventstoredb';
