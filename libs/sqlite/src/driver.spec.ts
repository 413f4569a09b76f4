import { driverFor, isNativePartMissing, loadDriver } from './driver';

describe('the SQLite driver', () => {
  it.each([
    ['20.19.0', 'better-sqlite3-node20'],
    ['20.20.2', 'better-sqlite3-node20'],
    ['22.16.0', 'better-sqlite3'],
    ['24.21.0', 'better-sqlite3'],
    ['26.10.0', 'better-sqlite3'],
  ])('of Node.js %s is %s', (node, driver) => {
    expect(driverFor(node)).toBe(driver);
  });

  it('is installed for the running Node.js', () => {
    const database = new (loadDriver())(':memory:');
    expect(database.prepare('SELECT 1 + 1').pluck().get()).toBe(2);
    database.close();
  });

  it('that is not installed is named, with what to do', () => {
    const load = () => {
      throw Object.assign(new Error("Cannot find module 'better-sqlite3'"), { code: 'MODULE_NOT_FOUND' });
    };
    expect(() => loadDriver('24.0.0', load)).toThrow(
      'better-sqlite3, the SQLite driver for Node.js 24.0.0, cannot be loaded: ' +
        `run "npm ci" with this Node.js (Cannot find module 'better-sqlite3')`,
    );
  });

  it.each([
    [
      'was built for another Node.js',
      Object.assign(new Error('NODE_MODULE_VERSION 115'), { code: 'ERR_DLOPEN_FAILED' }),
    ],
    ['was not built', new Error('Could not locate the bindings file. Tried: …')],
    ['has no binary for this platform', Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' })],
  ])('whose native part %s is told from a database that does not open', (_, error) => {
    expect(isNativePartMissing(error)).toBe(true);
    expect(
      isNativePartMissing(Object.assign(new Error('unable to open database file'), { code: 'SQLITE_CANTOPEN' })),
    ).toBe(false);
  });
});
