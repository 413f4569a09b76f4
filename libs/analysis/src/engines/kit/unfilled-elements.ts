import type { PlaceInText } from './misfires';

/**
 * Where an element of JSX is a value, and not the child of another: of a property (`render={<a />}`), in an object
 * (`components={{ b: <a /> }}`, `{ b: url ? <a /> : null }`) or in a list of them. The component that gets it may put
 * content into it.
 */
const AS_VALUE = /(?:=\{|\[|(?:^|[{,])\s*['"]?\w+['"]?\s*:(?:\s*[\w$.!()]{1,60}\s*(?:\?|&&))?)\s*\(?\s*$/;

/** Whether the element that stands there has no content of its own, and gets some from whom it is given to. */
export const isFilledByOthers = ({ ahead, here, tag }: Pick<PlaceInText, 'ahead' | 'here' | 'tag'>): boolean =>
  AS_VALUE.test(ahead) && (/^<.*?(?<!=)>/.exec(here)?.[0] ?? tag).endsWith('/>');
