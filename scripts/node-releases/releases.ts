/** The versions of Node.js that Assay supports, oldest first: major version to the release that is tested. */
export const RELEASES: ReadonlyMap<number, string> = new Map([
  [20, '20.20.2'],
  [22, '22.23.3'],
  [24, '24.21.0'],
  [26, '26.10.0'],
]);
