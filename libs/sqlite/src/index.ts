export {
  type DatabaseOptions,
  type SqliteDatabase,
  type SqliteStatement,
  openContent,
  openDatabase,
} from './open-database';
export { driverFor } from './driver';
export { isSqliteError } from './sqlite-error';
