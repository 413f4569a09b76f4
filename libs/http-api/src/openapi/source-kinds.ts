import type { SourceKind } from '@assay/scanning';

const IN_WORDS: Readonly<Record<SourceKind, string>> = {
  directory: 'a directory of the server',
  url: 'a page',
  urls: 'several pages',
  hosta: 'a repository on GitHub, or on a host that answers as it does',
  hostb: 'a repository on GitLab',
  upload: 'an archive that was uploaded',
  container: 'an image of a container',
  pkgreg: 'a package of an npm registry',
  mobile: 'a build of an app that was uploaded',
};

/** The short names of sources, explained where the document has them as values. */
export const sourcesInWords = (kinds: readonly SourceKind[]): string =>
  kinds.map((kind) => `\`${kind}\`: ${IN_WORDS[kind]}`).join('; ');
