import { type Fact, type Model, type PriceList, canonicalJson, passedOver } from '@assay/kernel';

/** The event of the stream `price-lists` (version 1): a list of tiers, prices, packages and limits was first used. */
export type PriceListRecorded = Fact<'PriceListRecorded', RecordedList>;

export interface RecordedList {
  readonly at: string;
  readonly list: PriceList;
}

export const PRICE_LIST_STREAM = 'price-lists';

/**
 * The recorded lists by version. The list in force is the last one, so going back to an earlier version is recorded,
 * too.
 */
export const recordedPriceLists: Model<readonly RecordedList[], PriceListRecorded> = {
  initial: [],
  evolve(lists, event) {
    switch (event.type) {
      case 'PriceListRecorded':
        return [...lists, event.data];
      default:
        return passedOver(lists, event.type);
    }
  },
};

/** A version means the same conditions for ever, but the file now gives it other ones. */
export class PriceListChanged extends Error {
  constructor(version: string, fields: readonly string[]) {
    super(
      `The price list has the version ${version}, which was used with other conditions: ${fields.join('; ')}. ` +
        'Give the changed list a new version, or put back what it said.',
    );
    this.name = 'PriceListChanged';
  }
}

/**
 * Records a list that is not the newest recorded one. Going back to an earlier version is recorded as well.
 *
 * @throws PriceListChanged
 */
export function recordPriceList(
  { at, list }: RecordedList,
  recorded: readonly RecordedList[],
): readonly PriceListRecorded[] {
  const same = recorded.find((each) => each.list.version === list.version)?.list;
  if (same !== undefined && canonicalJson(same) !== canonicalJson(list))
    throw new PriceListChanged(list.version, differences(same, list, ''));
  return recorded.at(-1)?.list.version === list.version ? [] : [{ type: 'PriceListRecorded', data: { at, list } }];
}

/** Each field that differs, with both values. */
function differences(before: unknown, after: unknown, path: string): string[] {
  if (!isObject(before) || !isObject(after))
    return JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [`${path} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    differences(before[name], after[name], path === '' ? name : `${path}.${name}`),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
