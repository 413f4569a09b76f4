/**
 * Where an element of JSX is a value, and not the child of another: of a property (`render={<a />}`), in an object
 * (`components={{ b: <a /> }}`) or in a list of them. The component that gets it may put content into it.
 */
const AS_VALUE = /(?:=\{|\[|(?:^|[{,])\s*['"]?\w+['"]?\s*:)\s*\(?\s*$/;

/** Whether the element that stands there has no content of its own, and gets some from whom it is given to. */
export const isFilledByOthers = ({ ahead, tag }: { readonly ahead: string; readonly tag: string }): boolean =>
  AS_VALUE.test(ahead) && tag.endsWith('/>');
