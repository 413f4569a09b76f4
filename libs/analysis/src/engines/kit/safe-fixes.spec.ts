import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { runOn, type Tree } from '../../../test/run-on';
import { SAMPLES } from '../../../test/sample-runs';
import { catalogue } from '../../catalogue';
import type { RawFinding, RawFix } from '../engine';
import { SAFE_FIXES as BIOME } from '../biome/biome.fixes';
import { type EngineId, profileOf } from '../engine-table';
import { SAFE_FIXES as ESLINT } from '../eslint/safe-fixes';
import { SAFE_FIXES as OXLINT } from '../oxlint/safe-fixes';
import { SAFE, SAFE_WITHOUT_COMMENT } from '../ruff/ruff.fixes';
import { SAFE_FIXES as STYLELINT } from '../stylelint/safe-fixes';

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
  ['stylelint', 5],
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
    const rule = engine === 'biome' ? 'complexity/noExtraBooleanCast' : 'prefer-const';
    const code = engine === 'biome' ? 'if (!!a) b();\n' : 'let a = 1;\nexport { a };\n';
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
  const unsafe = [...BIOME].filter(
    (rule) => !execFileSync(biome, ['explain', rule.split('/')[1]!], { encoding: 'utf8' }).includes('- Fix: safe'),
  );
  expect(unsafe).toEqual([]);
});

it.each<[EngineId, ReadonlySet<string>]>([
  ['biome', BIOME],
  ['eslint', ESLINT],
  ['oxlint', OXLINT],
  ['ruff', new Set([...SAFE, ...SAFE_WITHOUT_COMMENT])],
  ['stylelint', STYLELINT],
])('is listed for no rule of %s that the catalogue lacks', (engine, listed) => {
  const rules = new Set(toolsOf(engine).flatMap((tool) => Object.keys(tool.rules)));
  expect([...listed].filter((rule) => !rules.has(rule))).toEqual([]);
});

/** Each function answers otherwise where a fix changes when it runs, what it reads, or what it asks of a value. */
const FRAGILE = `
const said = [];
const orders = async () => {
  const first = (async () => { await 0; said.push('first'); })();
  said.push('second');
  await first;
  return said.join();
};
const readsAbove = () => { const before = later; var later = 2; return [before, later]; };
const keepsOverRounds = () => {
  const kept = [];
  for (var round = 0; round < 3; round += 1) { var last; kept.push(last); last = round; }
  return kept;
};
const captures = () => {
  var all = [];
  for (var index = 0; index < 2; index += 1) all.push(() => index);
  return all.map((each) => each());
};
const takesAnything = (value) => [/^abc/.test(value), /abc$/.test(value)];
const asksTwice = (text, pattern) => [text.match(pattern) ? 1 : 0, text.match(pattern) ? 1 : 0];
const appended = (node) => { const child = node.appendChild('child'); return child; };
const isNumber = (value) => [value === NaN, new Number(5) instanceof Number, typeof new Number(5)];
const negated = (key, of) => !key in of;
const text = (node) => { node.innerText = 'a'; return Object.keys(node); };
const cut = (value) => [value.substr(-2), value.substr(1, 1), value.substring(3, 1), value.slice(value.length - 1)];
const joined = (one, other) => one.concat(other);
const classOf = (value) => { if (typeof value !== 'string') throw new Error('no text'); return value; };
const caught = (run) => { try { run(); } catch (error) { throw new Error('bad'); } };
const thrown = (run) => {
  try { run(); return 'none'; } catch (error) { return [error.constructor.name, error.message]; }
};
const settles = async () => { try { return Promise.reject(new Error('x')); } catch (error) { return 'caught'; } };
(async () => JSON.stringify([
  await orders(), readsAbove(), keepsOverRounds(), captures(), takesAnything(null), asksTwice('x', /x/g),
  appended({ appendChild: (child) => child, append: () => undefined }), isNumber(NaN), negated('a', { false: 1 }),
  text({}), cut('abcdef'), joined([1], 2), thrown(() => classOf(1)), thrown(() => caught(() => classOf(1))),
  await settles().catch(() => 'rejected'), Math.pow(2, 3), parseInt('11', 2), Object.assign({}, { a: 1 }), 5 < 6,
]))()
`;

it('keeps what code does, also where it is written in odd ways', async () => {
  const tree = { 'fragile.js': FRAGILE };
  const { found } = await findingsIn('oxlint', tree);
  const other = await Promise.all((['eslint', 'biome'] as const).map((engine) => findingsIn(engine, tree)));
  const fixes = [...found, ...other.flatMap((each) => each.found)].filter(({ finding }) => finding.fix !== undefined);
  const answer: unknown = await runInNewContext(FRAGILE);
  expect(fixes.length).toBeGreaterThanOrEqual(5);
  for (const { finding } of fixes) {
    const fixed = applied(FRAGILE, finding.fix!);
    expect(fixed).not.toBe(FRAGILE);
    expect({ rule: finding.rule, answer: await runInNewContext(fixed) }).toEqual({ rule: finding.rule, answer });
  }
}, 60_000);
