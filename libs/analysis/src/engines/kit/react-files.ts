const imports = (packages: string): RegExp =>
  new RegExp(String.raw`(?:\bfrom|\bimport|\brequire\()\s*['"](?:${packages})(?:/[^'"]*)?['"]`);

const REACT = imports('react|react-dom|react-native|preact|next|gatsby|expo|@remix-run/[\\w-]+|react-router(?:-dom)?');
/** Other libraries with JSX. They have functions that look like React's hooks but follow other rules. */
const OTHERS = imports('vue|@vue/[\\w-]+|solid-js|@builder\\.io/qwik|svelte|@stencil/core|lit|hono');

/** In React the attribute is `className`. */
const isOfOthers = (text: string): boolean => /\sclass=["{]/.test(text) && !/\sclassName=/.test(text);

/**
 * Whether React's rules apply to a file. Only the file itself decides this. JSX no longer needs an import, so a file
 * with JSX counts as React's unless it imports another library of this kind.
 */
export const isReactFile = (path: string, text: string): boolean =>
  REACT.test(text) || (/\.[jt]sx$/.test(path) && !OTHERS.test(text) && !isOfOthers(text));

const NEXT = imports('next');

/** Whether a file uses Next.js itself. */
export const importsNext = (text: string): boolean => NEXT.test(text);
