import { readFileSync } from 'node:fs';
import type defaults from '../../../../config/prices.json';
import { priceListOf } from './checked-price-list';
import type { PriceList } from './price-list';

/** A price list cannot be used. The message names its file and every field that is wrong. */
export class InvalidPriceList extends Error {
  constructor(file: string, problems: readonly string[]) {
    super(`The price list ${file} cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'InvalidPriceList';
  }
}

let included: PriceList | undefined;

/**
 * The price list that applies where no file is named: `config/prices.json`. Read where it is asked for: confined
 * processes load the kernel, too, and have no such file.
 */
export const defaultPriceList = (): PriceList =>
  (included ??= priceListOf(require('../../../../config/prices.json') as typeof defaults));

/**
 * The price list of a file, or the one that comes with Assay.
 *
 * @throws InvalidPriceList if the file cannot be read, or is no price list
 */
export function readPriceList(file: string | undefined): PriceList {
  if (file === undefined) return defaultPriceList();
  const given = parsed(file);
  // Loaded for a file of one's own only: the validator has 60 modules, and the list that comes with Assay is tested.
  const { priceListProblems } = require('./price-list-problems') as typeof import('./price-list-problems');
  const problems = priceListProblems(given);
  if (problems.length > 0) throw new InvalidPriceList(file, problems);
  return priceListOf(given as typeof defaults);
}

function parsed(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidPriceList(file, [`it cannot be read: ${(error as Error).message}`]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidPriceList(file, [`it is no JSON: ${(error as Error).message}`]);
  }
}
