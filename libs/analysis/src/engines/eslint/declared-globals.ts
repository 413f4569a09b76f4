import type { Linter } from 'eslint';

type Globals = NonNullable<Linter.LanguageOptions['globals']>;

/** The globals of browsers, as eslint-plugin-svelte has them: its rule about them checks those that are declared. */
export function globalsOfBrowsers(): Globals {
  const lists = require(require.resolve('globals', { paths: [require.resolve('eslint-plugin-svelte')] })) as Readonly<
    Record<'browser', Globals>
  >;
  return lists.browser;
}

/**
 * The globals of Node.js, as the configuration `flat/recommended-script` of eslint-plugin-n has them. That
 * configuration names all rules of the plugin, and so loads them all.
 */
export function globalsOfNode(): Globals {
  const lists = require(require.resolve('globals', { paths: [require.resolve('eslint-plugin-n')] })) as Readonly<
    Record<'node' | 'es2021', Globals>
  >;
  return {
    ...lists.node,
    ...lists.es2021,
    __dirname: 'readonly',
    __filename: 'readonly',
    exports: 'writable',
    module: 'readonly',
    require: 'readonly',
  };
}
