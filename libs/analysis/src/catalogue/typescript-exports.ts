import { MAY_NAME_MODULES } from './module-graph';
import { SOURCE_TARGETS, type ToolDefinition } from './tool';

export const typescriptTools: readonly ToolDefinition[] = [
  {
    id: 'unused-exports',
    name: 'Unused exports',
    description: 'Finds exported functions, classes and values that no other file of the project imports.',
    category: 'quality',
    billing: 'quality',
    engine: 'typescript-exports',
    targets: SOURCE_TARGETS,
    files: ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', ...MAY_NAME_MODULES],
    needs: ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'],
    comparesFiles: true,
    advice: 'Take the export away when the name is used in its own file, otherwise remove the code.',
    rules: { 'unused-export': { severity: 'low', weakness: 'unused-export', title: 'An export that nothing imports' } },
    settings: {
      analysis: 'unused-exports',
      // Files that a tool, a framework or a user of the library imports by convention.
      entryPoints: [
        '**/*.d.{ts,mts,cts}',
        '**/*.{test,spec,bench,e2e,stories,config,setup}.*',
        '**/{test,tests,__tests__,__mocks__,e2e,fixtures,examples,scripts,bin,migrations,seeds}/**',
        '**/{index,main,mod,server,middleware,proxy,instrumentation,hooks.client,hooks.server}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}',
        '**/{pages,app,routes,api,mocks,stubs,wwwroot}/**',
        '**/stubs.{ts,js}',
        // Blazor loads the script beside a component. Components of a UI kit are copied whole, with all their exports.
        '**/*.{razor,cshtml}.{js,ts}',
        '**/components/ui/**',
        '**/.*',
        '**/.*/**',
        '*.{js,cjs,mjs,ts}',
      ],
      // Folders whose files a framework loads, by the beginning of the name of its configuration.
      loadedFolders: { 'nuxt.config.': ['modules', 'plugins', 'middleware', 'layouts', 'composables', 'utils', 'stores', 'server'] },
    },
  },
  {
    id: 'type-coverage',
    name: 'Type coverage',
    description: 'Finds the declarations through which any enters a TypeScript program and switches the checks off for what it touches.',
    category: 'quality',
    billing: 'quality',
    engine: 'typescript-exports',
    targets: SOURCE_TARGETS,
    files: ['**/!(*.d|*.test|*.spec).{ts,tsx,mts,cts}'],
    comparesFiles: true,
    advice: 'Name the type; where it is not known before the program runs, use unknown and check it.',
    rules: {
      'explicit-any': { severity: 'low', weakness: 'explicit-any', title: 'A declaration of type any' },
      'parameter-without-type': { severity: 'low', weakness: 'implicit-any', title: 'A parameter without a type' },
    },
    settings: { analysis: 'any-types' },
  },
];
