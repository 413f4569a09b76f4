import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runOn, type Tree } from '../../../test/run-on';
import { SAMPLES } from '../../../test/sample-runs';
import { catalogue } from '../../catalogue';
import type { RawFinding, RawFix } from '../engine';
import { SAFE_FIXES } from '../biome/biome.fixes';
import { type EngineId, profileOf } from '../engine-table';
import { SAFE, SAFE_WITHOUT_COMMENT } from '../ruff/ruff.fixes';

const toolsOf = (engine: string) => catalogue.filter((tool) => tool.engine === engine);

const positives = (engine: string): Record<string, string> =>
  Object.fromEntries(
    toolsOf(engine).flatMap(({ id }) => {
      const folder = join(SAMPLES, id, 'positive');
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [`${id}/${path.slice(folder.length + 1)}`, readFileSync(path, 'utf8')]);
    }),
  );

const applied = (text: string, { edits }: RawFix): string =>
  edits.reduceRight((done, { start, end, text: inserted }) => done.slice(0, start) + inserted + done.slice(end), text);

interface Fixed {
  readonly tool: string;
  readonly finding: RawFinding & { readonly file: string; readonly fix: RawFix };
}

async function findingsIn(engine: EngineId, tree: Tree) {
  const { tool, unreadable } = await runOn(profileOf(engine), toolsOf(engine), tree);
  const found = toolsOf(engine).flatMap(({ id }) => tool(id).findings.map((finding) => ({ tool: id, finding })));
  return { found, unreadable };
}

const countOf = (
  found: readonly { readonly tool: string; readonly finding: RawFinding }[],
  file: string,
  { tool, finding }: Fixed,
): number =>
  found.filter((each) => each.tool === tool && each.finding.file === file && each.finding.rule === finding.rule).length;

describe.each<[EngineId, number]>([
  ['biome', 4],
  ['eslint', 20],
  ['markdownlint', 5],
  ['oxlint', 15],
  ['ruff', 20],
  ['stylelint', 6],
])('a fix of %s', (engine, atLeast) => {
  let before: Awaited<ReturnType<typeof findingsIn>>;
  let fixed: Fixed[];
  const tree = positives(engine);
  beforeAll(async () => {
    before = await findingsIn(engine, tree);
    fixed = before.found.filter((each): each is Fixed => each.finding.fix !== undefined);
  }, 240_000);

  it('is offered for many rules, and names what stands in the file', () => {
    expect(new Set(fixed.map(({ finding }) => finding.rule)).size).toBeGreaterThanOrEqual(atLeast);
    for (const { finding } of fixed)
      for (const { start, end, before: seen } of finding.fix.edits)
        expect(tree[finding.file]!.slice(start, end)).toBe(seen);
  });

  it('removes its finding, and leaves a file that can be read', async () => {
    const variants = Object.fromEntries(
      fixed.map(({ finding }, n) => [`${n}/${finding.file}`, applied(tree[finding.file]!, finding.fix)]),
    );
    const after = await findingsIn(engine, variants);
    const unmended = fixed.filter((each, n) => {
      const { file } = each.finding;
      return countOf(after.found, `${n}/${file}`, each) >= countOf(before.found, file, each);
    });
    const readable = new Set(before.unreadable);
    expect({
      unmended: unmended.map(({ tool, finding }) => `${tool} ${finding.rule} ${finding.file}:${finding.line}`),
      broken: after.unreadable.filter((path) => !readable.has(path.slice(path.indexOf('/') + 1))),
    }).toEqual({ unmended: [], broken: [] });
  }, 240_000);
});

it.each<EngineId>(['biome', 'oxlint'])(
  'of %s is offered beside a file with a NUL, and Oxlint offers none in a large file',
  async (engine) => {
    const rule = engine === 'biome' ? 'complexity/noExtraBooleanCast' : 'no-var';
    const code = engine === 'biome' ? 'if (!!a) b();\n' : 'var a = 1;\nexport { a };\n';
    const { found } = await findingsIn(engine, {
      'a.js': code,
      'nul.js': `${code}// \0\n`,
      'large.js': `${code}${'// text\n'.repeat(40_000)}`,
    });
    const fixed = found
      .filter(({ finding }) => finding.rule === rule && finding.fix)
      .map(({ finding }) => finding.file);
    expect(fixed).toContain('a.js');
    expect(fixed.includes('large.js')).toBe(engine === 'biome');
  },
);

it('is safe by what Biome says of the rule', () => {
  const musl = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const suffix = process.platform === 'linux' && !musl.header.glibcVersionRuntime ? '-musl' : '';
  const biome = require.resolve(`@biomejs/cli-${process.platform}-${process.arch}${suffix}/biome`);
  const unsafe = [...SAFE_FIXES].filter(
    (rule) => !execFileSync(biome, ['explain', rule.split('/')[1]!], { encoding: 'utf8' }).includes('- Fix: safe'),
  );
  expect(unsafe).toEqual([]);
});

it('is listed for no rule of Ruff that the catalogue lacks', () => {
  const rules = new Set(toolsOf('ruff').flatMap((tool) => Object.keys(tool.rules)));
  expect([...SAFE, ...SAFE_WITHOUT_COMMENT].filter((rule) => !rules.has(rule))).toEqual([]);
});
