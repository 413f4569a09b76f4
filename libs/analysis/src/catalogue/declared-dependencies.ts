import { SOURCE_TARGETS, type ToolDefinition } from './tool';

/** All files in which a package may be named, besides sources. Rails pins packages in its import map. */
const FILES = ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,json,json5,yml,yaml,toml,css,scss,sass,less,html,vue,svelte,astro,mdx}', '**/.*', '**/config/importmap.rb'];

export const depcheckTools: readonly ToolDefinition[] = [
  {
    id: 'unused-dependencies',
    name: 'Unused dependencies',
    description: 'Finds packages that package.json declares and nothing imports or names: each is code to download, to update and to trust.',
    category: 'quality',
    billing: 'dependencies',
    engine: 'depcheck',
    targets: SOURCE_TARGETS,
    files: FILES,
    needs: ['**/package.json'],
    comparesFiles: true,
    advice: 'Remove it with npm uninstall.',
    rules: {
      'unused-dependency': { severity: 'low', weakness: 'unused-dependency', title: 'A dependency that nothing uses' },
      'unused-dev-dependency': { severity: 'low', weakness: 'unused-dependency', title: 'A development dependency that nothing uses' },
    },
    settings: {
      // Packages whose command has another name.
      commands: {
        typescript: ['tsc', 'tsconfig', 'tsserver'],
        '@nestjs/cli': ['nest'],
        '@angular/cli': ['ng'],
        '@vue/cli-service': ['vue-cli-service'],
        '@biomejs/biome': ['biome'],
        '@commitlint/cli': ['commitlint'],
        '@playwright/test': ['playwright'],
        '@changesets/cli': ['changeset'],
        '@sveltejs/kit': ['svelte-kit'],
        '@remix-run/dev': ['remix'],
        '@redocly/cli': ['redocly'],
        'webpack-cli': ['webpack'],
        'npm-run-all': ['run-s', 'run-p'],
        'npm-run-all2': ['run-s', 'run-p'],
        'react-dom': ['react'],
        vite: ['vite'],
        '@tailwindcss/postcss': ['tailwindcss'],
        prisma: ['prisma', '@prisma/client'],
        '@babel/cli': ['babel'],
        '@babel/core': ['babel', 'babel-jest'],
        '@swc/core': ['swc'],
        '@swc/cli': ['swc'],
        'ts-node': ['ts-node', 'ts-node-dev'],
        'cross-env': ['cross-env'],
        eslint: ['eslint'],
        husky: ['husky'],
      },
    },
  },
  {
    id: 'missing-dependencies',
    name: 'Missing dependencies',
    description: 'Finds imports of packages that no package.json declares: they work only as long as another package happens to bring them.',
    category: 'quality',
    billing: 'dependencies',
    engine: 'depcheck',
    targets: SOURCE_TARGETS,
    files: FILES,
    needs: ['**/package.json'],
    comparesFiles: true,
    advice: 'Declare it with npm install, in the version that is in use.',
    rules: { 'missing-dependency': { severity: 'medium', cwe: 'CWE-1357', weakness: 'missing-dependency', title: 'An import of a package that is not declared' } },
    settings: {
      // What a program that runs the code brings, and packages of types alone that a declared package brings.
      provided: ['electron', 'vscode', 'aws-sdk', 'bun', 'k6', 'cloudflare', 'obsidian', 'figma', 'meteor', 'estree', 'csstype', 'geojson', 'hast', 'mdast', 'unist', 'express-serve-static-core', 'json-schema'],
      // Names that Ember and Docusaurus put in place when they build.
      providedScopes: ['@ember', '@glimmer', '@docusaurus', '@generated', '@site', '@theme', '@theme-original'],
    },
  },
];
