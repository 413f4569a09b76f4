const imports = (packages: string): RegExp =>
  new RegExp(String.raw`(?:\bfrom|\bimport|\brequire\()\s*['"](?:${packages})(?:/[^'"]*)?['"]`);

const REACT = imports('react|react-dom|react-native|preact|next|gatsby|expo|@remix-run/[\\w-]+|react-router(?:-dom)?');
/** Libraries with JSX of their own. Their functions are called as React's hooks are, and follow other rules. */
const OTHERS = imports('vue|@vue/[\\w-]+|solid-js|@builder\\.io/qwik|svelte|@stencil/core|lit|hono');

/**
 * Whether React's rules apply to a file. It is told by the file alone: since JSX needs no import any more, a file with
 * JSX is taken for React's unless it imports another library of this kind.
 */
export const isReactFile = (path: string, text: string): boolean =>
  REACT.test(text) || (/\.[jt]sx$/.test(path) && !OTHERS.test(text));
