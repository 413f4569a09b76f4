import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import defaults from '../../../../config/prices.json';
import { fromCredits } from '../credits';
import { priceListOf } from './checked-price-list';
import { defaultPriceList, InvalidPriceList, readPriceList } from './read-price-list';
import { priceListProblems } from './price-list-problems';

type Changed = Record<string, any>;

const changed = (change: (list: Changed) => void): unknown => {
  const list = structuredClone(defaults) as Changed;
  change(list);
  return list;
};

describe('the price list that comes with Assay', () => {
  it('is one by its schema', () => expect(priceListProblems(defaults)).toEqual([]));

  it('sells three packages of credits', () =>
    expect(
      defaultPriceList().packages.map(({ credits, priceCents, isFeatured }) => [credits, priceCents, isFeatured]),
    ).toEqual([
      [fromCredits(100), 10_00, false],
      [fromCredits(500), 45_00, true],
      [fromCredits(2_000), 160_00, false],
    ]));
});

describe('a price list in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-prices-'));
  const file = join(folder, 'prices.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  const refusalOf = (text: string): string => {
    writeFileSync(file, text);
    try {
      readPriceList(file);
    } catch (error) {
      if (error instanceof InvalidPriceList) return error.message;
      throw error;
    }
    return '';
  };

  it('takes the place of the one that comes with Assay', () => {
    writeFileSync(file, JSON.stringify(changed((list) => (list['prices'].base = 0.29))));
    expect(readPriceList(file).prices.base).toBe(290_000);
  });

  it('is refused by its name where it is not there', () =>
    expect(() => readPriceList(join(folder, 'none.json'))).toThrow(
      /none\.json cannot be used:\n {2}it cannot be read/,
    ));

  it('is refused where it is no JSON', () => expect(refusalOf('{')).toContain('it is no JSON'));

  it.each<[string, (list: Changed) => void]>([
    ['version: is missing', (list) => delete list['version']],
    ['version: must match pattern', (list) => (list['version'] = 'a b')],
    ['currency: there is no such field', (list) => (list['currency'] = 'usd')],
    ['prices.base: must be number', (list) => (list['prices'].base = '1')],
    ['prices.base: credits have at most 6 decimal places', (list) => (list['prices'].base = 0.0000001)],
    ['prices.lines.block: must be >= 1', (list) => (list['prices'].lines.block = 0)],
    ['prices.categories.security: is missing', (list) => delete list['prices'].categories.security],
    ['tiers.pro.creditsPerMonth: must be >= 0', (list) => (list['tiers'].pro.creditsPerMonth = -1)],
    ['tiers.pro.platforms[0]: must be one of web, ios', (list) => (list['tiers'].pro.platforms[0] = 'tv')],
    ['tiers.gold: there is no such field', (list) => (list['tiers'].gold = list['tiers'].pro)],
    ['tiers.free.overage: must be null, or an object', (list) => (list['tiers'].free.overage = 5)],
    [
      'tiers.pro.overage.pricePerCredit: must have at most 6',
      (list) => (list['tiers'].pro.overage.pricePerCredit = 1e-7),
    ],
    [
      'prices.aiFeatures.fix_suggestions.perIssue: must be true: it is bought for single findings',
      (list) => (list['prices'].aiFeatures.fix_suggestions.perIssue = false),
    ],
    [
      'prices.aiFeatures.summary.perIssue: must be false: it is bought with a session or a report',
      (list) => (list['prices'].aiFeatures.summary.perIssue = true),
    ],
    ['packages[0].price: must have at most 2 decimal places', (list) => (list['packages'][0].price = 9.999)],
    ['packages[1].id: another package is named credits-100', (list) => (list['packages'][1].id = 'credits-100')],
    ['packages: 2 are featured', (list) => (list['packages'][0].featured = true)],
  ])('is refused with “%s”', (message, change) =>
    expect(refusalOf(JSON.stringify(changed(change)))).toContain(message),
  );

  it('is refused with every field that is wrong at once', () => {
    const message = refusalOf(
      JSON.stringify(
        changed((list) => {
          list['prices'].base = -1;
          list['tiers'].free.maxProjects = 1.5;
        }),
      ),
    );
    expect(message).toMatch(/prices\.base: must be >= 0\n.*tiers\.free\.maxProjects: must be integer/s);
  });
});

it('counts money exactly: 0.29 dollars are 29 cents, and 0.12 a credit is 120,000 millionths', () => {
  const file = structuredClone(defaults);
  file.packages[0]!.price = 0.29;
  const { packages, tiers } = priceListOf(file);
  expect([packages[0]!.priceCents, tiers.starter.overage?.microdollarsPerCredit]).toEqual([29, 120_000]);
});
