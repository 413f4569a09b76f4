/** `    rails (7.1.2)` */
const LOCKED = /^ {4}([\w.-]+) \((\d+)\.(\d+)[^)]*\)$/gm;

/** From this version on, Rails refuses what is no name of a column where it sorts or plucks. */
const CHECKS_COLUMNS = 'activerecord 6.1';

/** The gems of a lock file. */
export function gemsIn(text: string): string[] {
  return [...text.matchAll(LOCKED)].flatMap(([, name, major, minor]) => {
    const checks = name === 'activerecord' && Number(major) * 100 + Number(minor) >= 601;
    return checks ? [name, CHECKS_COLUMNS] : [name!];
  });
}
