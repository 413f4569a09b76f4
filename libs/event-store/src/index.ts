export * from './decide';
export * from './errors';
export * from './event-store';
export { lockForWriting } from './sqlite/file-lock';
export * from './sqlite/sqlite-event-store';
export { type Lacking, type Upcasts, upcastsOf } from './upcast';
export * from './eventstoredb/open-eventstoredb';
