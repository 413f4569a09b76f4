import { PriceVersions } from '@assay/billing';
import { openSqliteEventStore } from '@assay/event-store';
import { defaultPriceList, readSettings, systemClock } from '@assay/kernel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import defaults from '../../../config/prices.json';
import { priceList } from './doctor-prices';

describe('the price list in assay doctor', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'assay-doctor-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const checked = (environment: Readonly<Record<string, string>> = {}) =>
    priceList(readSettings({ ASSAY_DATA_DIR: folder, ...environment }));
  const file = (content: unknown): Readonly<Record<string, string>> => {
    const path = join(folder, 'prices.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return { ASSAY_PRICES: path };
  };
  const dearer = { ...defaults, prices: { ...defaults.prices, base: 2 } };

  it('is told with its version', async () => {
    expect(await checked()).toEqual({
      name: 'price list',
      state: 'ok',
      says: `included, version ${defaults.version}`,
    });
    expect(await checked(file({ ...dearer, version: '2027-01' }))).toEqual({
      name: 'price list',
      state: 'ok',
      says: `${join(folder, 'prices.json')}, version 2027-01`,
    });
  });

  it.each<[string, () => Readonly<Record<string, string>>, string]>([
    ['is not there', () => ({ ASSAY_PRICES: join(folder, 'none.json') }), 'it cannot be read'],
    ['is no JSON', () => file('{'), 'it is no JSON'],
    [
      'has a price below nothing',
      () => file({ ...dearer, prices: { ...dearer.prices, base: -1 } }),
      'prices.base: must be >= 0',
    ],
  ])('is a problem where its file %s, and says which file and what is wrong', async (_, environment, problem) => {
    const { state, says } = await checked(environment());
    expect(state).toBe('problem');
    expect(says).toContain(folder);
    expect(says).toContain(problem);
  });

  it('is a problem where its version was used with other prices, and says which', async () => {
    const events = await openSqliteEventStore({ file: join(folder, 'events.db'), brief: true });
    await new PriceVersions(events, systemClock, defaultPriceList()).recorded();
    await events.close();
    expect(await checked()).toMatchObject({ state: 'ok' });
    expect(await checked(file(dearer))).toMatchObject({
      state: 'problem',
      says: expect.stringMatching(/prices\.base was 1000000 and is 2000000.*new version/),
    });
  });
});
