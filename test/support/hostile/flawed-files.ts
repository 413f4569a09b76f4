import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { directivesFor } from './directives';
import { githubToken } from '../github-token';

/** Texts in which directives are marked, by path. */
export type MarkedFiles = Readonly<Record<string, string>>;

const SAMPLES = join(__dirname, '../../../libs/analysis/samples');

/** The files of each tool's sample, below the tool's name, with every directive of their language at the top. */
export function flawedSamples(): MarkedFiles {
  const files: Record<string, string> = {};
  const tools = readdirSync(SAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: tool } of tools) {
    const folder = join(SAMPLES, tool, 'positive');
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !/\.(?:png|bmp)$/.test(path))
        files[`samples/${tool}${path.slice(folder.length)}`] = withHeader(path, readFileSync(path, 'utf8'));
    }
  }
  return files;
}

function withHeader(path: string, text: string): string {
  const words = /\.[cm]?[jt]sx?$/;
  const header = directivesFor(path)
    .filter((directive) => words.test(path) || !directive.startsWith("'"))
    .join('\n');
  const [first = ''] = text.split('\n');
  // A line that must be the first stays the first.
  const kept = /^(?:<\?(?:php|xml)|#!|---)/.test(first) ? `${first}\n` : '';
  return header === '' ? text : `${kept}${header}\n${text.slice(kept.length)}`;
}

/** Obviously made up, and put together here so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${'a1b2c3d4e5f6g7h8i9j0'.repeat(2).slice(0, 36)}`;

const tokenFor = (path: string): string => githubToken(createHash('sha256').update(path).digest('hex'));

interface FlawedLines {
  readonly name: (number: number) => string;
  readonly lines: readonly string[];
  /** The engines that must find a weakness in it. */
  readonly judgedBy: readonly string[];
  /** The directives that are tried on single lines: those which any of these engines or a similar one obeys. */
  readonly directives: RegExp;
}

/** Files in which nearly each line has a flaw. */
const FLAWED_LINES: readonly FlawedLines[] = [
  {
    name: (number) => `flawed/script-${number}.js`,
    lines: [
      'debugger;',
      'eval(location.hash);',
      'document.body.innerHTML = location.hash;',
      'if (typeof location === "strnig") var again = again;',
      'export const slow = /^(a+)+$/;',
      `const token = '${TOKEN}';`,
      '// we recieve teh wrong word',
    ],
    judgedBy: ['oxlint', 'eslint', 'biome', 'regex-dos', 'secretlint', 'cspell'],
    directives: /eslint|oxlint|biome|rome|global|Flow|no memo|secretlint|spell|jscpd|generated/i,
  },
  {
    name: (number) => `flawed/typed-${number}.ts`,
    lines: [
      'let open: any = 1;',
      'debugger;',
      'export function twice(a: Number, a2: {}) { return a == a2; }',
      'eval(String(open));',
    ],
    judgedBy: ['oxlint', 'eslint', 'biome'],
    directives: /@ts-|eslint|oxlint-disable»|biome-ignore lint/,
  },
  {
    name: (number) => `flawed/module_${number}.py`,
    lines: [
      'import os',
      'exec(input())',
      'def collect(values=[]): return values == None',
      `token = '${TOKEN}'`,
      '# we recieve teh wrong word',
    ],
    judgedBy: ['ruff', 'secretlint', 'cspell'],
    directives: /noqa|ruff|flake8|isort|fmt|type|nosec|secretlint|spell/i,
  },
  {
    name: (number) => `flawed/page-${number}.html`,
    lines: [
      '<!doctype html>',
      '<html>',
      '<head><title></title></head>',
      '<body>',
      '<img src="a.png">',
      '<center id="a" id="a">old</center>',
      '<a href="https://example.org" target="_blank">here</a>',
      '<style>a { colr: red; }</style>',
      '</body>',
      '</html>',
    ],
    judgedBy: ['html-validate', 'htmlhint', 'eslint', 'stylelint'],
    directives: /html|eslint|stylelint/i,
  },
  {
    name: (number) => `flawed/parts-${number}.vue`,
    lines: [
      '<template>',
      '<div>',
      '<img src="a.png">',
      '<p v-html="text"></p>',
      '<li v-for="each in all">{{ each }}</li>',
      '</div>',
      '</template>',
    ],
    judgedBy: ['eslint'],
    directives: /eslint/,
  },
  {
    name: (number) => `flawed/parts-${number}.svelte`,
    lines: ['{@html text}', '{@debug text}', '<p style="color: red; color: blue">x</p>'],
    judgedBy: ['eslint'],
    directives: /eslint|svelte/,
  },
  {
    name: (number) => `flawed/style-${number}.css`,
    lines: ['a { colr: red; }', 'b { width: 1pxx; }', 'i { color: red; color: blue; }', 'a:focus { outline: none; }'],
    judgedBy: ['stylelint', 'biome'],
    directives: /stylelint|biome|source/,
  },
  {
    name: (number) => `flawed/style-${number}.scss`,
    lines: [
      'a { colr: red; }',
      'b { @unknown-rule x; }',
      'i { color: red; color: blue; }',
      '.x { @extend %y; &:hovr { color: red; } }',
    ],
    judgedBy: ['stylelint'],
    directives: /stylelint/,
  },
  {
    name: (number) => `flawed/text-${number}.md`,
    lines: [
      '# Title',
      '### Skipped',
      'We recieve teh wrong word word here.',
      '* The blacklist and the whitelist.',
      `Token ${TOKEN}`,
    ],
    judgedBy: ['markdownlint', 'cspell', 'prose', 'secretlint'],
    directives: /markdownlint|lint disable|alex|spell|secretlint/,
  },
  {
    name: (number) => `flawed/docker-compose.${number}.yml`,
    lines: ['version: "3"', 'services:', '  web:', '    image: nginx:latest', '    ports:', '      - 80:80'],
    judgedBy: ['dclint'],
    directives: /dclint|yaml/,
  },
  {
    name: (number) => `.github/workflows/flow-${number}.yml`,
    lines: [
      'on: pull_request_target',
      'jobs:',
      '  build:',
      '    runs-on: ubuntu-latest',
      '    steps:',
      '      - uses: actions/checkout@main',
      '      - run: echo "${{ github.event.pull_request.title }}"',
      '      - run: echo ${{ nothing.known }}',
    ],
    judgedBy: ['actionlint', 'workflow-security'],
    directives: /actionlint|zizmor/,
  },
  {
    name: (number) => `flawed/pod-${number}.yaml`,
    lines: [
      'apiVersion: v1',
      'kind: Pod',
      'metadata: { name: a }',
      'spec:',
      '  hostNetwork: true',
      '  containers:',
      '    - name: a',
      '      image: nginx',
      '      securityContext: { privileged: true }',
    ],
    judgedBy: ['kubernetes'],
    directives: /checkov|kics/,
  },
  {
    name: (number) => `flawed/${number}.Dockerfile`,
    lines: ['FROM ubuntu:latest', 'RUN apt-get install curl', 'RUN sudo curl x', 'ADD a b', 'EXPOSE 99999'],
    judgedBy: ['dockerfilelint'],
    directives: /hadolint|dockerfilelint/,
  },
  {
    name: (number) => `flawed/script_${number}.sql`,
    lines: ['DELETE FROM users;', 'GRANT ALL ON users TO PUBLIC;', 'SELEC 1;'],
    judgedBy: ['sql'],
    directives: /noqa|sqlfluff/,
  },
];

/** One file for each directive that could affect the language; the directive stands above and behind every line. */
export function flawedLines(): { files: MarkedFiles; judgedBy: ReadonlyMap<string, readonly string[]> } {
  const made = FLAWED_LINES.flatMap(({ name, lines, judgedBy, directives }) =>
    directivesFor(name(0))
      .filter((directive) => directives.test(directive))
      .map((directive, index) => {
        const text = lines
          .map(
            (line) =>
              `${/^\s*/.exec(line)![0]}${directive}\n${line}${name(0).endsWith('Dockerfile') ? '' : ` ${directive}`}\n`,
          )
          .join('');
        // Equal secrets are one finding, so each file has its own.
        return { path: name(index), text: text.replaceAll(TOKEN, tokenFor(name(index))), judgedBy };
      }),
  );
  return {
    files: Object.fromEntries(made.map(({ path, text }) => [path, text])),
    judgedBy: new Map(made.map(({ path, judgedBy }) => [path, judgedBy])),
  };
}
