/** `    rails (7.1.2)` */
const LOCKED = /^ {4}([\w.-]+) \((\d+)\.(\d+)[^)]*\)$/gm;

/** From this version on, Rails refuses what is no name of a column where it sorts or plucks. */
const CHECKS_COLUMNS = 'activerecord 6.1';

const checksColumns = (major: string | undefined, minor: string | undefined): boolean =>
  Number(major) * 100 + Number(minor) >= 601;

/** The gems of a lock file. */
export function gemsIn(text: string): string[] {
  return [...text.matchAll(LOCKED)].flatMap(([, name, major, minor]) =>
    name === 'activerecord' && checksColumns(major, minor) ? [name, CHECKS_COLUMNS] : [name!],
  );
}

/** `spec.add_dependency 'rails', '> 6.1'`, `gem 'rails', '~> 7.0'`: the lowest version that is allowed. */
const REQUIRED = new RegExp(
  String.raw`^[^#\n]{0,80}\b(?:add_(?:runtime_)?dependency|gem)[ (]{1,4}['"](?:rails|activerecord)['"],? {0,4}` +
    String.raw`\[?['"](?:~>|>=?|=)? {0,4}(\d+)\.(\d+)`,
  'gm',
);

/** The facts that rest on the versions of the gems that a description or a list demands. */
export function demandedIn(text: string): string[] {
  return [...text.matchAll(REQUIRED)].some(([, major, minor]) => checksColumns(major, minor)) ? [CHECKS_COLUMNS] : [];
}
