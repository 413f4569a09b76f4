import fc from 'fast-check';
import { type PlannableTool, groupPasses, planAsPaid, planTools } from './plan';

const tool = (id: string, category: PlannableTool['category'], more: Partial<PlannableTool> = {}): PlannableTool => ({
  id,
  category,
  billing: 'linting',
  engine: 'engine',
  targets: ['directory'],
  ...more,
});
const catalogue = [
  tool('secrets', 'security'),
  tool('bugs', 'quality'),
  tool('style', 'standards'),
  tool('aria', 'accessibility', { targets: ['url'] }),
  tool('labels', 'accessibility'),
];
const reading = (part: 'source' | 'history' | 'records', id: string, engine: string) => ({ id, engine, part });
const ids = (request: Parameters<typeof planTools>[1]) => {
  const plan = planTools(catalogue, request);
  return plan.ok ? plan.value.map(({ id }) => id) : plan.refusal;
};

describe('planning a session', () => {
  it('takes every tool that applies to the target when nothing is chosen', () =>
    expect(ids({ targetKind: 'directory' })).toEqual(['secrets', 'bugs', 'style', 'labels']));

  it('takes an empty list for no choice', () =>
    expect(ids({ targetKind: 'directory', categories: [], tools: [] })).toEqual([
      'secrets',
      'bugs',
      'style',
      'labels',
    ]));

  it('means quality and standards by code-quality', () =>
    expect(ids({ targetKind: 'directory', categories: ['code-quality'] })).toEqual(['bugs', 'style']));

  it('lets names beat categories', () =>
    expect(ids({ targetKind: 'directory', categories: ['accessibility'], tools: ['secrets'] })).toEqual(['secrets']));

  it('leaves out what is excluded', () =>
    expect(ids({ targetKind: 'directory', excludeTools: ['style', 'labels'] })).toEqual(['secrets', 'bugs']));

  it('refuses names that mean nothing, each by its field', () =>
    expect(
      ids({ targetKind: 'directory', tools: ['nonsense'], excludeTools: ['gone'], categories: ['beauty'] }),
    ).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        { field: 'tools', message: expect.stringContaining('nonsense') },
        { field: 'excludeTools', message: expect.stringContaining('gone') },
        { field: 'categories', message: expect.stringContaining('beauty') },
      ],
    }));

  it('refuses a named tool that does not apply to the target', () =>
    expect(ids({ targetKind: 'directory', tools: ['aria'] })).toMatchObject({
      details: [{ field: 'tools', message: 'aria does not apply to a directory (it applies to: url)' }],
    }));

  it('refuses a plan without tools', () =>
    expect(ids({ targetKind: 'mobile' })).toMatchObject({ code: 'VALIDATION_ERROR' }));
});

describe('grouping into passes', () => {
  it('runs each engine once, for all its tools, the slowest first', () =>
    expect(
      groupPasses(
        [reading('source', 'a', 'quick'), reading('source', 'b', 'slow'), reading('source', 'c', 'quick')],
        (engine) => (engine === 'slow' ? 30 : 1),
      ),
    ).toEqual([
      { id: 'slow', engine: 'slow', tools: ['b'] },
      { id: 'quick', engine: 'quick', tools: ['a', 'c'] },
    ]));

  it('runs an engine once for each part of the target that its tools read', () =>
    expect(
      groupPasses(
        [reading('source', 'a', 'secrets'), reading('history', 'b', 'secrets'), reading('source', 'c', 'secrets')],
        () => 1,
      ),
    ).toEqual([
      { id: 'secrets', engine: 'secrets', tools: ['a', 'c'] },
      { id: 'secrets-history', engine: 'secrets', tools: ['b'] },
    ]));

  it('loses no tool and runs none twice', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.tuple(
            fc.string(),
            fc.constantFrom('x', 'y', 'z'),
            fc.constantFrom('source' as const, 'history' as const, 'records' as const),
          ),
          { selector: ([id]) => id },
        ),
        (pairs) => {
          const tools = pairs.map(([id, engine, part]) => reading(part, id, engine));
          const grouped = groupPasses(tools, () => 1).flatMap((pass) => pass.tools);
          expect([...grouped].sort()).toEqual(tools.map(({ id }) => id).sort());
        },
      ),
    ));
});

describe('a plan that was paid for', () => {
  it('has the tools and billing categories of its charge, in the order of the catalogue, and those that are gone', () =>
    expect(
      planAsPaid(
        { tools: { linting: ['style'], security: ['retired', 'secrets'] }, aiFeatures: ['summary'] },
        catalogue,
      ),
    ).toEqual({
      tools: [
        { id: 'secrets', category: 'security', billing: 'security', engine: 'engine' },
        { id: 'style', category: 'standards', billing: 'linting', engine: 'engine' },
        { id: 'retired', category: 'security', billing: 'security', engine: '' },
      ],
      aiFeatures: ['summary'],
    }));
});
