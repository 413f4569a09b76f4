import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const MODULES = '**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}';

/**
 * Files that may name a module without importing it: manifests, descriptions of builds, components, pages and
 * templates.
 */
export const MAY_NAME_MODULES = ['**/{package,angular,project,workspace,nx}.json', '**/*.{html,htm,vue,svelte,astro,mdx,cshtml,razor,erb,haml,slim,twig,jinja,jinja2,j2,ejs,hbs,njk,liquid,jsp,ftl,tmpl,gohtml}', '**/*.blade.php'];

export const dependencyCruiserTools: readonly ToolDefinition[] = [
  {
    id: 'circular-dependencies',
    name: 'Circular dependencies',
    description: 'Finds modules that import each other in a circle, so that one of them runs before the other is ready.',
    category: 'quality',
    billing: 'dependencies',
    engine: 'dependency-cruiser',
    targets: SOURCE_TARGETS,
    files: [MODULES],
    comparesFiles: true,
    advice: 'Move what both need to a third module, or hand it over as an argument.',
    rules: { 'circular-dependency': { severity: 'low', cwe: 'CWE-1047', weakness: 'circular-dependency', title: 'Modules import each other in a circle' } },
  },
  {
    id: 'orphan-modules',
    name: 'Orphan modules',
    description: 'Finds modules that nothing imports and that import nothing: often left behind when a feature was removed.',
    category: 'quality',
    billing: 'dependencies',
    engine: 'dependency-cruiser',
    targets: SOURCE_TARGETS,
    files: [MODULES, ...MAY_NAME_MODULES],
    needs: [MODULES],
    comparesFiles: true,
    advice: 'Remove the module, or import it where it is meant to be used.',
    rules: { 'orphan-module': { severity: 'low', weakness: 'unused-module', title: 'A module that nothing uses' } },
    settings: {
      // Entry points: a tool or a person starts them, so nothing imports them.
      entryPoints: [
        '**/*.d.{ts,mts,cts}',
        '**/*.{test,spec,bench,e2e,stories,config,setup}.*',
        '**/{test,tests,__tests__,__mocks__,e2e,fixtures,__fixtures__,examples,example,benchmarks,bench,scripts,tools,bin,migrations,seeds,public,static,vendor,docs}/**',
        '**/{mocks,wwwroot,javascripts}/**',
        // Blazor loads the script beside a component, and Meteor the description of a package.
        '**/*.{razor,cshtml}.{js,ts}',
        '**/package.js',
        '**/hooks.{client,server}.{js,ts}',
        '**/.*',
        '**/.*/**',
        '*.{js,cjs,mjs,ts}',
        '**/{index,main,server,app,cli,sw,worker,service-worker}.{js,mjs,cjs,ts,jsx,tsx}',
        '**/*.{worker,min}.*',
        '**/{pages,app,routes}/**',
        '**/{gulpfile,gruntfile,Gruntfile,karma.conf,jest.config,webpack.config,rollup.config,babel.config}*',
      ],
    },
  },
  {
    id: 'unresolved-imports',
    name: 'Unresolved imports',
    description: 'Finds imports of files that are not there.',
    category: 'quality',
    billing: 'dependencies',
    engine: 'dependency-cruiser',
    targets: SOURCE_TARGETS,
    // The files of a submodule and of a build are absent, but may be imported.
    files: [MODULES, '**/.gitignore*', '.gitmodules*'],
    needs: [MODULES],
    comparesFiles: true,
    advice: 'Correct the path (upper and lower case count on most systems), or add the missing file.',
    rules: { 'unresolved-import': { severity: 'medium', weakness: 'unresolved-import', title: 'An import names a file that is not there' } },
  },
];
