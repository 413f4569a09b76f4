import {
  type FileRole,
  LEFT_OUT_ROLES,
  UNKNOWN_LANGUAGE,
  countLines,
  detectLanguage,
  fileRole,
  isBillable,
} from '@assay/source-text';
import { type Dirent } from 'node:fs';
import { open, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The contents of a repository, as far as they matter for its configuration. */
export interface Looked {
  /** Files by language, most first. */
  readonly languages: readonly (readonly [language: string, files: number])[];
  readonly frameworks: readonly string[];
  /** Files by role, without those that are the repository's own. */
  readonly roles: ReadonlyMap<FileRole, number>;
  /** Relative to the directory: the files that a scan looks at. */
  readonly paths: readonly string[];
  /** Folders of data for tests, with a slash: flaws stand there on purpose. */
  readonly testData: readonly string[];
  /** Lines of the code that a scan looks at, without test data. */
  readonly lines: number;
  /** Whether there were more files than are looked at. */
  readonly isPart: boolean;
}

/** Enough to know a repository by. */
const MOST_FILES = 20_000;
const MOST_DEPTH = 30;
/** Nobody's own code, and large. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules', 'bower_components', '.venv', 'venv']);

/** By the name under which a manifest lists it. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  '@angular/core': 'Angular',
  next: 'Next.js',
  express: 'Express',
  '@nestjs/core': 'NestJS',
  jest: 'Jest',
  vitest: 'Vitest',
  django: 'Django',
  flask: 'Flask',
  fastapi: 'FastAPI',
  pytest: 'pytest',
  rails: 'Rails',
  sinatra: 'Sinatra',
  'laravel/framework': 'Laravel',
  'spring-boot': 'Spring Boot',
};
const MANIFESTS =
  /^(package\.json|requirements.*\.txt|pyproject\.toml|Gemfile|composer\.json|pom\.xml|build\.gradle(\.kts)?)$/;
/** Bytes of a manifest that are looked at: what it depends on stands in the first of them. */
const MANIFEST_BYTES = 256 * 1024;

/** Bytes of a file whose lines are counted: a larger one is hardly code. */
const LARGEST = 4 * 1024 * 1024;
const TEST_DATA = /^(?:__fixtures__|__snapshots__|fixtures|test-?data)$/;

/** Reads names, lines, and of manifests the text. It follows no link and runs nothing. */
export async function lookAt(directory: string): Promise<Looked> {
  const languages = new Map<string, number>();
  const roles = new Map<FileRole, number>();
  const frameworks = new Set<string>();
  const paths: string[] = [];
  const testData = new Set<string>();
  let files = 0;
  let lines = 0;
  for await (const { path, name } of filesBelow(directory)) {
    if ((files += 1) > MOST_FILES) break;
    const role = fileRole(path);
    if (role !== 'own') roles.set(role, (roles.get(role) ?? 0) + 1);
    const language = detectLanguage(name);
    if (language !== UNKNOWN_LANGUAGE && role === 'own') languages.set(language, (languages.get(language) ?? 0) + 1);
    if ((LEFT_OUT_ROLES as readonly FileRole[]).includes(role)) continue;
    const data = testDataAbove(path);
    if (data === undefined) {
      paths.push(path);
      if (isBillable(language)) lines += await linesOf(join(directory, path));
    } else testData.add(data);
    if (MANIFESTS.test(name))
      for (const framework of await frameworksIn(join(directory, path))) frameworks.add(framework);
  }
  return {
    languages: [...languages].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1)),
    frameworks: [...frameworks].sort(),
    roles,
    paths,
    testData: [...testData].sort(),
    lines,
    isPart: files > MOST_FILES,
  };
}

/** The first folder on the way to a file that holds data for tests. */
function testDataAbove(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1);
  const first = folders.findIndex((folder) => TEST_DATA.test(folder.toLowerCase()));
  return first === -1 ? undefined : `${folders.slice(0, first + 1).join('/')}/`;
}

async function linesOf(file: string): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: Infinity }));
  if (size > LARGEST) return 0;
  return readFile(file).then(countLines, () => 0); // one that may not be read is not scanned either
}

async function* filesBelow(root: string, below = '', depth = 0): AsyncGenerator<{ path: string; name: string }> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error: unknown): Dirent[] => {
    if (depth === 0) throw error;
    return []; // a folder that may not be read says nothing of the repository
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) yield { path, name: entry.name };
    else if (entry.isDirectory() && !SKIPPED.has(entry.name) && depth < MOST_DEPTH)
      yield* filesBelow(root, path, depth + 1);
  }
}

async function frameworksIn(manifest: string): Promise<string[]> {
  const handle = await open(manifest).catch(() => undefined);
  if (handle === undefined) return []; // a manifest that may not be read names no framework
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MANIFEST_BYTES), 0, MANIFEST_BYTES, 0);
    const named = new Set(
      buffer
        .toString('utf8', 0, bytesRead)
        .toLowerCase()
        .match(/@?[a-z][\w./-]*/g) ?? [],
    );
    return Object.entries(FRAMEWORKS).flatMap(([name, framework]) => (named.has(name) ? [framework] : []));
  } finally {
    await handle.close();
  }
}
