import { basename, sep } from 'node:path';

/** Compilers of what it would follow into components, which are left out here, or of options that are not set. */
const COMPILERS = ['@babel/core', '@swc/core', '@vue/compiler-sfc', 'svelte', 'vue-template-compiler'];
const MANIFESTS: ReadonlySet<string> = new Set(COMPILERS.map((name) => `${name}/package.json`));
/** Modules of dependency-cruiser that load a compiler. Another one asks whether there is one, and gets its answer. */
const LOADERS: ReadonlySet<string> = new Set(['try-import.mjs', 'try-require.cjs']);

/** By this each `require` finds its file. */
const RESOLVE = '_resolveFilename';

type Resolve = (request: string, parent?: { readonly filename?: string | null }, ...how: unknown[]) => string;

/**
 * Loads dependency-cruiser without the compilers that it imports beside TypeScript's: a quarter of its processor time
 * on Express. It takes one as absent where the manifest is not found, which tells it the version.
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
