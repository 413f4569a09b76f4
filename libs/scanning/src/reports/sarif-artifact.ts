/**
 * A path is its owner's choice: as a relative reference none of it is a scheme, a query or a fragment, and half a
 * character has no such form. A page's place is its address.
 */
export function artifactOf(file: string): { uri: string; uriBaseId?: string } {
  if (/^https?:\/\//.test(file) && URL.canParse(file)) return { uri: new URL(file).href };
  return {
    uri: file
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .split('/')
      .map((part) => encodeURIComponent(part))
      .join('/'),
    uriBaseId: '%SRCROOT%',
  };
}
