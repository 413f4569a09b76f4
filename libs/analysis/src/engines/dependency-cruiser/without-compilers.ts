import { basename, sep } from 'node:path';

/** Compilers for components, which are left out here, or for options that are not set. */
const COMPILERS = ['@babel/core', '@swc/core', '@vue/compiler-sfc', 'svelte', 'vue-template-compiler'];
const MANIFESTS: ReadonlySet<string> = new Set(COMPILERS.map((name) => `${name}/package.json`));
/** Modules of dependency-cruiser that load a compiler. Another module only asks whether one is installed. */
const LOADERS: ReadonlySet<string> = new Set(['try-import.mjs', 'try-require.cjs']);

/** The internal function by which each `require` resolves its file. */
const RESOLVE = '_resolveFilename';

type Resolve = (request: string, parent?: { readonly filename?: string | null }, ...how: unknown[]) => string;

/**
 * Loads dependency-cruiser without the compilers that it imports besides TypeScript's, which take a quarter of its
 * processor time on Express. A compiler counts as absent if its manifest, which has its version, is not found.
 */
export async function loadWithoutCompilers(): Promise<typeof import('dependency-cruiser')> {
  const loader = require('node:module') as Record<typeof RESOLVE, Resolve>;
  const resolve = loader[RESOLVE];
  loader[RESOLVE] = (request, parent, ...how) => {
    if (MANIFESTS.has(request) && isLoader(parent?.filename))
      throw new Error(`${request} is not needed by dependency-cruiser`);
    return resolve(request, parent, ...how);
  };
  try {
    return await import('dependency-cruiser');
  } finally {
    loader[RESOLVE] = resolve;
  }
}

const isLoader = (path: string | null | undefined): boolean =>
  !!path && LOADERS.has(basename(path)) && path.includes(`${sep}dependency-cruiser${sep}`);
