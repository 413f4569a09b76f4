import { BILLING_CATEGORIES, RefusedError, toCredits } from '@assay/kernel';
import { totalOfLines } from './charge';
import { PRICES } from '../../test/prices';
import { categoriesOf, priceOfLines, priceSession } from './pricing';
import { type QuoteRequest, estimateOf, quoteOptions, quotedPrice } from './quote';

const tools = [
  { id: 'secrets', billing: 'security' },
  { id: 'injection', billing: 'security' },
  { id: 'xss', billing: 'security' },
  { id: 'contrast', billing: 'accessibility' },
  { id: 'spelling', billing: 'docs' },
] as const;

describe('the price of a session', () => {
  it('is the base, the features, and each priced category with a planned tool', () =>
    expect(toCredits(totalOfLines(priceSession({ tools, aiFeatures: ['summary'] }, PRICES)))).toBe(1 + 1 + 1 + 4));
  it('is the base alone where every tool is free', () =>
    expect(priceSession({ tools: [tools[4]], aiFeatures: [] }, PRICES).map(({ item }) => item)).toEqual(['base']));

  it('splits a category over its tools without losing a millionth', () => {
    const shares = priceSession({ tools, aiFeatures: [] }, PRICES).filter(({ category }) => category === 'security');
    expect(shares.map(({ tool, amount }) => [tool, amount])).toEqual([
      ['injection', 333_334],
      ['secrets', 333_333],
      ['xss', 333_333],
    ]);
    expect(totalOfLines(shares)).toBe(1_000_000);
  });

  it('does not depend on the order of the tools', () =>
    expect(priceSession({ tools: [...tools].reverse(), aiFeatures: [] }, PRICES)).toEqual(
      priceSession({ tools, aiFeatures: [] }, PRICES),
    ));

  it('names the planned categories, free ones too', () =>
    expect(categoriesOf({ tools, aiFeatures: [] })).toEqual(['docs', 'security', 'accessibility']));

  it.each(['telepathy', 'issue_explanations', 'toString'])('refuses the feature %s', (feature) =>
    expect(() => priceSession({ tools, aiFeatures: [feature] }, PRICES)).toThrow(RefusedError),
  );

  it.each([
    [0, 0],
    [1, 1],
    [10_000, 1],
    [10_001, 2],
    [1_000_000, 100],
  ])('is, for %i lines, %i more', (lines, price) => expect(toCredits(priceOfLines(lines, PRICES))).toBe(price));
  it.each([-1, 1.5, Number.NaN])('cannot be told for %p lines', (lines) =>
    expect(() => priceOfLines(lines, PRICES)).toThrow(RangeError),
  );
});

const estimate = (request: QuoteRequest) => estimateOf(quotedPrice(request, PRICES));

describe('a quote', () => {
  it('covers all categories and no features when nothing is said', () =>
    expect(estimate({})).toEqual({
      breakdown: {
        base: 1,
        lines: 0,
        tools: {
          linting: 0,
          quality: 0,
          docs: 0,
          git: 0,
          dependencies: 0,
          security: 1,
          accessibility: 4,
          performance: 5,
        },
        ai: {},
      },
      total: 11,
    }));

  it('counts what is chosen', () =>
    expect(
      estimate({
        estimatedLines: 25_000,
        estimatedIssues: 7,
        config: {
          categories: ['linting', 'security'],
          aiFeatures: ['summary', 'issue_explanations', 'fix_suggestions'],
        },
      }),
    ).toEqual({
      breakdown: {
        base: 1,
        lines: 3,
        tools: { linting: 0, security: 1 },
        ai: { summary: 1, issue_explanations: 0.7, fix_suggestions: 1.05 },
      },
      total: 7.75,
    }));

  it('counts a category once that is named twice', () =>
    expect(estimate({ config: { categories: ['security', 'security'] } }).total).toBe(2));
  it('says what could be chosen', () => {
    const options = quoteOptions(PRICES);
    expect(options.categories.map(({ id }) => id)).toEqual([...BILLING_CATEGORIES]);
    expect(
      options.categories.filter(({ included }) => !included).map(({ id, creditCost }) => [id, creditCost]),
    ).toEqual([
      ['security', 1],
      ['accessibility', 4],
      ['performance', 5],
    ]);
    expect(options).toMatchObject({
      baseScanCost: 1,
      linesCostPer10K: 1,
      aiFeatures: expect.arrayContaining([{ id: 'fix_suggestions', creditCost: 0.15, perIssue: true }]) as unknown,
    });
  });

  it('names everything that is wrong with the request', () => {
    const wrong = () =>
      estimate({
        estimatedLines: -1,
        estimatedIssues: 0.5,
        config: { categories: ['securty'], aiFeatures: ['magic'] },
      });
    const fields = ['estimatedLines', 'estimatedIssues', 'config.categories', 'config.aiFeatures'];
    expect(wrong).toThrow(
      expect.objectContaining({
        refusal: expect.objectContaining({
          code: 'VALIDATION_ERROR',
          details: fields.map((field) => expect.objectContaining({ field }) as unknown),
        }),
      }),
    );
  });
});
