import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const README = ['README.md', 'readme.md', 'Readme.md', 'README.rst', 'README.adoc', 'README'];
/** The title and the first sentences say what a repository is for. */
const LINES_THAT_TELL = 30;
const MAX_COLUMNS = 300;
const SAMPLES = '(?:code[- ]?)?(?:samples|examples|recipes|tutorials|demos|snippets|quick-?starts)';
const WORDS = String.raw`(?:[\w*-]+\s+)`;
const TITLE = /^(?:#|=)\s+(.*)$/m;
const NAMES_SAMPLES = new RegExp(
  String.raw`\b${SAMPLES}\s+(?:for|of|in|with|using)\b|\b[\w.-]+\s+${SAMPLES}\s*$|\bcookbook\b`,
  'i',
);
const SAYS_SAMPLES = new RegExp(
  String.raw`^\W*(?:${WORDS}{1,5}is\s+)?(?:an?|the)\s+${WORDS}{0,2}(?:collection|set)\s+of\s+` +
    String.raw`${WORDS}{0,4}\**${SAMPLES}\b|` +
    String.raw`\brepo(?:sitory)?\s+(?:contains|holds|has|hosts)\s+${WORDS}{0,4}\**${SAMPLES}\b|` +
    String.raw`\bofficial\s+${WORDS}{1,2}cookbook\b`,
  'im',
);
/** An application has few folders that can be built by themselves. */
const LEAST_SAMPLES = 4;
const ALONE = [
  ...README,
  ...['package.json', 'go.mod', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'requirements.txt', 'pyproject.toml'],
  ...['composer.json', 'Gemfile', 'CMakeLists.txt'],
];

/**
 * The files of a repository of samples: its README says that it is one, and each sample has a folder with a README or a
 * manifest of its own. Samples leave out what a program needs, and tell their readers.
 */
export function samplesIn(root: string, files: readonly string[]): readonly string[] {
  if (!saysSamples(root)) return [];
  const folders = new Set(files.flatMap((file) => topOf(file) ?? []));
  const samples = new Set([...folders].filter((folder) => ALONE.some((name) => existsSync(join(root, folder, name)))));
  return samples.size < LEAST_SAMPLES ? [] : files.filter((file) => samples.has(topOf(file) ?? ''));
}

function saysSamples(root: string): boolean {
  const name = README.find((each) => statSync(join(root, each), { throwIfNoEntry: false })?.isFile());
  if (name === undefined) return false;
  const lines = readFileSync(join(root, name), 'latin1').split('\n', LINES_THAT_TELL);
  const text = lines.map((line) => line.slice(0, MAX_COLUMNS).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')).join('\n');
  return NAMES_SAMPLES.test(TITLE.exec(text)?.[1] ?? '') || SAYS_SAMPLES.test(text);
}

const topOf = (file: string): string | undefined => (file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined);
