/** After so many alternatives the braces of a pattern are taken as they are written. */
const MOST_ALTERNATIVES = 64;

/**
 * Whether globs match a branch: `*` and `?` match within a path segment, `**` for anything, `{a,b}` for either; a glob
 * that begins with `!` excludes branches that the others match. If all begin so, all other branches match.
 *
 * It takes at most as many steps as the branch has characters, times those of the globs. A regular expression made of a
 * glob with many stars would take years, and each organization writes its own globs.
 */
export function isAmong(globs: readonly string[], branch: string): boolean {
  const excluding = globs.filter((glob) => glob.startsWith('!'));
  const including = globs.filter((glob) => !glob.startsWith('!'));
  const matches = (glob: string) => alternatives(glob).some((each) => isMatch(tokensOf(each), branch));
  return (
    (including.length === 0 || including.some(matches)) && !excluding.some((glob) => matches(glob.slice('!'.length)))
  );
}

/** Each way to read the braces. */
function alternatives(glob: string): readonly string[] {
  let open: readonly string[] = [glob];
  for (;;) {
    const read = open.flatMap((each) => {
      const [braces, inner] = /\{([^{}]*,[^{}]*)\}/.exec(each) ?? [];
      return inner === undefined ? [each] : inner.split(',').map((part) => each.replace(braces!, () => part));
    });
    if (read.length > MOST_ALTERNATIVES) return [glob];
    if (read.length === open.length) return read;
    open = read;
  }
}

/** `**` with a slash behind it stands for whole segments, or for none. */
const tokensOf = (glob: string): readonly string[] => glob.match(/\*\*\/|\*{2,}|[^]/gu) ?? [];

/** Follows all ways through the tokens at once: `places` are the tokens that may come next. */
function isMatch(tokens: readonly string[], branch: string): boolean {
  let places = reached(tokens, new Set([0]), true);
  let before = '/';
  for (const character of branch) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === undefined) continue;
      if (isRepeated(token)) {
        if (token !== '*' || character !== '/') next.add(place);
      } else if (token === character || (token === '?' && character !== '/')) next.add(place + 1);
    }
    before = character;
    places = reached(tokens, next, before === '/');
  }
  return places.has(tokens.length);
}

const isRepeated = (token: string): boolean => token.startsWith('*');

/** The places, and those behind tokens that may stand for nothing more. Whole segments end at a slash. */
function reached(tokens: readonly string[], places: Set<number>, isAtSegment: boolean): Set<number> {
  const all = new Set(places);
  // Places that are added while a set is iterated are visited, too.
  for (const place of all) {
    const token = tokens[place];
    if (token === undefined || !isRepeated(token)) continue;
    if (token !== '**/' || isAtSegment) all.add(place + 1);
  }
  return all;
}
