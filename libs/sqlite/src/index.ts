export { type DatabaseOptions, type SqliteDatabase, type SqliteStatement, openDatabase } from './open-database';
export { driverFor } from './driver';
export { isSqliteError } from './sqlite-error';
