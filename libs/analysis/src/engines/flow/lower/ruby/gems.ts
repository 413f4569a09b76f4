/** `    rails (7.1.2)` */
const LOCKED = /^ {4}([\w.-]+) \((\d+)\.(\d+)[^)]*\)$/gm;

/** From this version on, Rails refuses what is no name of a column where it sorts or plucks. */
const CHECKS_COLUMNS = 'activerecord 6.1';

const checksColumns = (major: string | undefined, minor: string | undefined): boolean =>
  Number(major) * 100 + Number(minor) >= 601;

/** The models are documents of MongoDB, and no gem speaks to a database of SQL: `where` makes no statement. */
const DOCUMENTS_ALONE = 'mongoid alone';
/** Rails brings ActiveRecord along also where nobody uses it: the gems that speak to a database tell. */
const SPEAKS_SQL = /^(?:pg|mysql2?|sqlite3|trilogy|tiny_tds|sequel|activerecord-[\w-]+-adapter)$/;

const ofDocuments = (gems: readonly string[]): string[] =>
  gems.includes('mongoid') && !gems.some((gem) => SPEAKS_SQL.test(gem)) ? [DOCUMENTS_ALONE] : [];

/** The gems of a lock file. */
export function gemsIn(text: string): string[] {
  const gems = [...text.matchAll(LOCKED)].flatMap(([, name, major, minor]) =>
    name === 'activerecord' && checksColumns(major, minor) ? [name, CHECKS_COLUMNS] : [name!],
  );
  return [...gems, ...ofDocuments(gems)];
}

/** `spec.add_dependency 'rails', '> 6.1'`, `gem 'rails', '~> 7.0'`: the lowest version that is allowed. */
const REQUIRED = new RegExp(
  String.raw`^[^#\n]{0,80}\b(?:add_(?:runtime_)?dependency|gem)[ (]{1,4}['"](?:rails|activerecord)['"],? {0,4}` +
    String.raw`\[?['"](?:~>|>=?|=)? {0,4}(\d+)\.(\d+)`,
  'gm',
);

/** `spec.add_dependency 'mongoid', '~> 8.0'`, `gem 'mongoid'` */
const NAMED = /^[^#\n]{0,80}\b(?:add_(?:runtime_|development_)?dependency|gem)[ (]{1,4}['"]([\w-]+)['"]/gm;

/** The facts that rest on the gems that a description or a list demands, and on their versions. */
export function demandedIn(text: string): string[] {
  const checks = [...text.matchAll(REQUIRED)].some(([, major, minor]) => checksColumns(major, minor));
  const gems = [...text.matchAll(NAMED)].map(([, name]) => name!);
  return [...(checks ? [CHECKS_COLUMNS] : []), ...ofDocuments(gems)];
}
