import { readSettings } from '@assay/kernel';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse, parseDocument } from 'yaml';
import { LEDGER_ENTRIES } from '../libs/billing/src/domain/events';
import { SESSION_EVENTS } from '../libs/scanning/src/domain/session-events';

const ROOT = join(__dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const filesIn = (folder: string, ending: RegExp, recursive = false): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();

const { scripts } = JSON.parse(text('package.json')) as { scripts: Readonly<Record<string, string>> };
const workflows = filesIn('.github/workflows', /\.ya?ml$/);
const documents = [
  ...filesIn('.', /\.md$/),
  ...filesIn('docs', /\.md$/, true),
  // Only one level of libraries and applications: below it are samples, which are faulty on purpose.
  ...['libs', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => join(folder, name, 'README.md')),
  ),
  ...['projections', 'workflows'].flatMap((folder) => filesIn(folder, /\.md$/)),
].filter((file) => existsSync(join(ROOT, file)));

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: { readonly 'cancel-in-progress'?: boolean };
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

/** The lanes that a job passes to `.ci/run`, with each value of the matrix. */
function lanesOf({ strategy, steps }: Job): string[] {
  const said = steps.flatMap(({ run }) => /\.ci\/run (.+)$/m.exec(run ?? '')?.[1] ?? []);
  return said
    .flatMap((lanes) => {
      const [expression, name] = /\$\{\{ *matrix\.(\w+) *\}\}/.exec(lanes) ?? [];
      return expression ? strategy!.matrix[name!]!.map((value) => lanes.replace(expression, value)) : [lanes];
    })
    .flatMap((lanes) => lanes.split(' '));
}

describe.each(workflows)('%s', (file) => {
  const workflow = parse(text(file)) as Workflow;
  const jobs = Object.entries(workflow.jobs);

  it('is YAML without an error or a warning', () => {
    const { errors, warnings } = parseDocument(text(file));
    expect([...errors, ...warnings]).toEqual([]);
  });

  it('may read the repository and nothing else, and gives way to a newer run', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.concurrency?.['cancel-in-progress']).toBe(true);
  });

  it.each(jobs)(
    'bounds the time of %s and pins its actions to a version',
    (_, { 'timeout-minutes': minutes, steps }) => {
      expect(minutes).toBeGreaterThan(0);
      const used = steps.flatMap(({ uses }) => uses ?? []);
      expect(used.filter((uses) => !/^[\w./-]+@v\d+$/.test(uses))).toEqual([]);
    },
  );
});

describe('.github/workflows/ci.yml', () => {
  const { jobs } = parse(text('.github/workflows/ci.yml')) as Workflow;
  const help = execFileSync('bash', [join(ROOT, '.ci/run'), '--help'], { encoding: 'utf8' });
  const lanes = new Set([...help.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name!));
  const named = new Set(Object.values(jobs).flatMap(lanesOf));

  it('names lanes that .ci/run has', () => {
    expect(named.size).toBeGreaterThan(0);
    expect([...named].filter((lane) => !lanes.has(lane))).toEqual([]);
  });

  it('runs every lane, but for those that a lane brings along or the matrix replaces', () => {
    // The lane of hostile targets includes the browser, and the matrix the other versions of Node.js.
    expect([...lanes].filter((lane) => !named.has(lane) && !['browser', 'nodes'].includes(lane))).toEqual([]);
  });
});

describe('.devcontainer', () => {
  const dockerfile = text('.devcontainer/Dockerfile');

  it('is described in JSON, and uses files that exist', () => {
    const { build, runArgs } = JSON.parse(text('.devcontainer/devcontainer.json')) as {
      build: { dockerfile: string };
      runArgs: string[];
    };
    expect(existsSync(join(ROOT, '.devcontainer', build.dockerfile))).toBe(true);
    const local = runArgs.flatMap((argument) => /\$\{localWorkspaceFolder\}\/(.+)$/.exec(argument)?.[1] ?? []);
    expect(local.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('pins its images, and has the Node.js that the service runs on', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
    expect(images.filter((image) => !/:\d+\.\d+\.\d+(-\w+)?$/.test(image))).toEqual([]);
    const [node] = /^node:[\d.]+/.exec(images.at(-1)!)!;
    expect(text('Dockerfile')).toContain(`FROM ${node}-`);
    expect(node).toContain(`:${text('.nvmrc').trim()}.`);
  });
});

describe.each(documents)('%s', (file) => {
  // Code may contain text that looks like a link.
  const prose = text(file)
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/(`+)[^`].*?\1/g, '');

  it('names npm scripts that exist', () => {
    const named = [...text(file).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('links to files that exist', () => {
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^(?:[a-z]+:|\\)/.test(target));
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(file), target)))).toEqual([]);
  });
});

const ownReadMes = documents.filter((file) => /^(libs|apps)\/[^/]+\/README\.md$/.test(file));

describe.each(ownReadMes)('%s', (file) => {
  it('has at most ten lines, and names files and folders that exist', () => {
    expect(text(file).trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    const named = [...text(file).matchAll(/`((?:src|test)\/[\w./-]*)`/g)].map(([, path]) => path!);
    expect(named.filter((path) => !existsSync(join(ROOT, dirname(file), path)))).toEqual([]);
  });
});

describe('a library that is loaded only when it is needed', () => {
  it('is named by its path: the build rewrites the names of libraries in imports alone', () => {
    const inSources = ['apps', 'libs', 'projections', 'workflows']
      .flatMap((folder) => filesIn(folder, /(?<!\.spec)\.ts$/, true))
      .filter((file) => !/\/(?:test|samples)\//.test(file));
    expect(inSources.length).toBeGreaterThan(1_000);
    expect(inSources.filter((file) => /\brequire\('@assay\//.test(text(file)))).toEqual([]);
  });
});

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (file) => {
  it('names files and folders that exist', () => {
    const paths =
      /`((?:apps|libs|projections|workflows|test|docs|docker|scripts|bench|\.ci|\.devcontainer)\/[\w./-]*)`/g;
    const named = [...text(file).matchAll(paths)].map(([, path]) => path!);
    expect(named).not.toEqual([]);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const files = String(execFileSync('git', ['ls-files', '-z'], { cwd: ROOT })).split('\0');
  const rows = text('ARCHITECTURE.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const codes = [...new Set(rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)))];

  it('names, in its tables, functions, types and constants that the sources declare', () => {
    const sources = files.filter((file) => /^(apps|libs|projections|workflows)\/.*(?<!\.spec)\.ts$/.test(file));
    const code = sources
      .filter((file) => existsSync(join(ROOT, file)))
      .map(text)
      .join('\n');
    // A word without a capital letter inside may be a value or an English word.
    const names = codes.filter((each) => /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)$/.test(each));
    const isDeclared = (name: string) =>
      new RegExp(
        `(?:function\\*?|const|class|interface|type|enum) ${name}\\b|^ *(?:readonly |private |async )*${name}\\??[:(]`,
        'm',
      );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !isDeclared(name).test(code))).toEqual([]);
  });

  it('names, in its tables, files and folders by a part of their path that there is', () => {
    const parts = codes.filter((each) => /^[\w.-]+(?:\/[\w.-]+)*(?:\.(?:ts|json|py|yml)|\/)$/.test(each));
    const paths = files.map((file) => `/${file}`);
    const isThere = (part: string) =>
      paths.some((path) => (part.endsWith('/') ? path.includes(`/${part}`) : path.endsWith(`/${part}`)));
    expect(parts.length).toBeGreaterThan(50);
    expect(parts.filter((part) => !isThere(part) && part !== 'assay.yml')).toEqual([]);
  });

  it.each([
    ['session-<id>', SESSION_EVENTS],
    ['credits-<organization>-<month>', LEDGER_ENTRIES],
  ])('names every event of the stream %s, and no other', (stream, events) => {
    const row = text('ARCHITECTURE.md')
      .split('\n')
      .find((line) => line.startsWith(`| \`${stream}\` |`));
    const named = [...(row ?? '').matchAll(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g)].map(([name]) => name);
    expect(named.toSorted()).toEqual(Object.keys(events).sort());
  });
});

describe('README.md', () => {
  it('leads to every page of docs', () => {
    const linked = [...text('README.md').matchAll(/\]\(docs\/([\w-]+\.md)\)/g)].map(([, page]) => page!);
    // `waits.md` is linked elsewhere: it is a run of a benchmark, linked beside the benchmark.
    const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'waits.md');
    expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
  });
});

describe('docs/settings.md', () => {
  it('lists every setting, and nothing that is none', () => {
    const rows = [...text('docs/settings.md').matchAll(/^\| (`(?:ASSAY_\w+|HOST)`[^|]*) \|/gm)].map(
      ([, cell]) => cell!,
    );
    const named = rows.flatMap((cell) => {
      const names = [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
      // `ASSAY_TARGET_MB`, `_FILES`: the same name with another ending.
      return names.map((name) => (name.startsWith('_') ? names[0]!.replace(/_[A-Z]+$/, name) : name));
    });
    expect(named.toSorted()).toEqual(
      readSettings({})
        .listed.map(({ name }) => name)
        .toSorted(),
    );
  });
});

describe('docs/decisions', () => {
  const records = filesIn('docs/decisions', /^\d{4}-.*\.md$/);

  it('lists every record, by number and title', () => {
    const index = text('docs/decisions/README.md');
    const listed = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+?) \|/gm)].map(([, number, name, title]) => [
      `docs/decisions/${name}`,
      `# ${number}: ${title}`,
    ]);
    expect(listed).toEqual(records.map((record) => [record, text(record).split('\n')[0]]));
  });

  it.each(records)('keeps %s short, with a status, a date and its three parts', (record) => {
    expect(text(record).split('\n').length).toBeLessThanOrEqual(41);
    expect(text(record)).toMatch(/^Status: (accepted|replaced by \[\d{4}\]\(.+\)) · \d{4}-\d\d-\d\d$/m);
    expect([...text(record).matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ]);
  });
});

describe('the licence', () => {
  it('is the same in LICENSE, package.json and package-lock.json', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, { license?: string }> };
    expect(packages['']!.license).toBe('Apache-2.0');
    expect(JSON.parse(text('package.json'))).toMatchObject({ license: 'Apache-2.0' });
    expect(text('LICENSE')).toMatch(
      /Apache License\n +Version 2\.0, January 2004[^]*END OF TERMS AND CONDITIONS[^]*APPENDIX/,
    );
  });
});
