import { nearestManifests } from './nearest-manifest';

const imports = (packages: string): RegExp =>
  new RegExp(String.raw`(?:\bfrom|\bimport|\brequire\()\s*['"](?:${packages})(?:/[^'"]*)?['"]`);

const REACT = imports('react|react-dom|react-native|preact|next|gatsby|expo|@remix-run/[\\w-]+|react-router(?:-dom)?');
/** Other libraries with JSX. They have functions that look like React's hooks but follow other rules. */
const OTHERS = imports('vue|@vue/[\\w-]+|solid-js|@builder\\.io/qwik|svelte|@stencil/core|lit|hono|mithril');

/** In React the attribute is `className`. */
const isOfOthers = (text: string): boolean => /\sclass=["{]/.test(text) && !/\sclassName=/.test(text);

/**
 * Whether React's rules apply to a file. JSX no longer needs an import, so a file with JSX counts as React's unless it
 * imports another library of this kind, or its package is one of Mithril's.
 */
export const isReactFile = (path: string, text: string, isOfMithril: (path: string) => boolean): boolean =>
  REACT.test(text) || (/\.[jt]sx$/.test(path) && !OTHERS.test(text) && !isOfOthers(text) && !isOfMithril(path));

const OF_REACT = ['react', 'react-dom', 'preact', 'next'];
const OF_MITHRIL = ['mithril', '@types/mithril'];

/**
 * Whether the nearest package.json above a file that declares React or Mithril declares Mithril alone. Files with
 * Mithril's JSX often name it nowhere: its `m` is a global.
 */
export function filesOfMithril(root: string): (path: string) => boolean {
  const isDeclared = nearestManifests(root, (declared) => {
    const has = (name: string): boolean => declared.has(name);
    return OF_REACT.some(has) ? false : OF_MITHRIL.some(has) || undefined;
  });
  return (path) => isDeclared(path) === true;
}

const NEXT = imports('next');

/** Whether a file uses Next.js itself. */
export const importsNext = (text: string): boolean => NEXT.test(text);
