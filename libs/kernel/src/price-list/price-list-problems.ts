import { Ajv, type ErrorObject } from 'ajv';
import schema from '../../../../config/prices.schema.json';
import { fromCredits } from '../credits';
import { AI_FEATURES, BILLING_CATEGORIES, ISSUE_FEATURES, TIER_IDS } from '../vocabulary';
import { type PriceFile, decimalDigits } from './checked-price-list';

/** Every problem of a price list, each beginning with the name of its field. */
export function priceListProblems(given: unknown): string[] {
  const validate = new Ajv({ allErrors: true, strict: true, strictTypes: false }).compile<PriceFile>(schema);
  if (!validate(given)) return (validate.errors ?? []).flatMap(problemOf);
  return [...numberProblems(given), ...featureProblems(given), ...packageProblems(given)];
}

function problemOf({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): string[] {
  const path = instancePath.split('/').slice(1);
  switch (keyword) {
    case 'additionalProperties':
      return [`${fieldName([...path, params['additionalProperty'] as string])}: there is no such field`];
    case 'required':
      return [`${fieldName([...path, params['missingProperty'] as string])}: is missing`];
    case 'enum':
      return [`${fieldName(path)}: must be one of ${(params['allowedValues'] as string[]).join(', ')}`];
    // The faults of the only form that can be meant are listed separately.
    case 'oneOf':
      return [`${fieldName(path)}: must be null, or an object with credits and pricePerCredit`];
    default:
      return path.includes('overage') && params['type'] === 'null' ? [] : [`${fieldName(path)}: ${message}`];
  }
}

/** The name of a field: `packages[0].price` for `packages`, `0`, `price`. */
const fieldName = (path: readonly string[]): string =>
  path.length === 0
    ? 'the file'
    : path
        .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
        .join('')
        .replace(/^\./, '');

/** A schema cannot say exactly how many decimal places a number has. */
function numberProblems({ prices, tiers, packages }: PriceFile): string[] {
  const credits: [string, number][] = [
    ['prices.base', prices.base],
    ['prices.lines.price', prices.lines.price],
    ...BILLING_CATEGORIES.map((id): [string, number] => [`prices.categories.${id}.price`, prices.categories[id].price]),
    ...AI_FEATURES.map((id): [string, number] => [`prices.aiFeatures.${id}.price`, prices.aiFeatures[id].price]),
    ...TIER_IDS.map((id): [string, number] => [`tiers.${id}.creditsPerMonth`, tiers[id].creditsPerMonth]),
    ...TIER_IDS.map((id): [string, number] => [`tiers.${id}.overage.credits`, tiers[id].overage?.credits ?? 0]),
    ...packages.map(({ credits: amount }, index): [string, number] => [`packages[${index}].credits`, amount]),
  ];
  return [
    ...credits.flatMap(([field, amount]) => problemOfNumber(field, () => fromCredits(amount))),
    ...packages.flatMap(({ price }, index) =>
      problemOfNumber(`packages[${index}].price`, () => decimalDigits(price, 2)),
    ),
    ...TIER_IDS.flatMap((id) =>
      problemOfNumber(`tiers.${id}.overage.pricePerCredit`, () =>
        decimalDigits(tiers[id].overage?.pricePerCredit ?? 0, 6),
      ),
    ),
  ];
}

function problemOfNumber(field: string, convert: () => number): string[] {
  try {
    convert();
    return [];
  } catch (error) {
    if (error instanceof RangeError) return [`${field}: ${error.message}`];
    throw error;
  }
}

/** The program decides what a feature is bought for, not the price list. */
function featureProblems({ prices }: PriceFile): string[] {
  return AI_FEATURES.flatMap((id) => {
    const isOfIssues = (ISSUE_FEATURES as readonly string[]).includes(id);
    const bought = isOfIssues ? 'for single findings' : 'with a session or a report';
    return prices.aiFeatures[id].perIssue === isOfIssues
      ? []
      : [`prices.aiFeatures.${id}.perIssue: must be ${isOfIssues}: it is bought ${bought}`];
  });
}

function packageProblems({ packages }: PriceFile): string[] {
  const ids = packages.map(({ id }) => id);
  const twice = ids.flatMap((id, index) =>
    ids.indexOf(id) < index ? [`packages[${index}].id: another package is named ${id}, too`] : [],
  );
  const featured = packages.filter((each) => each.featured).length;
  return featured > 1 ? [...twice, `packages: ${featured} are featured, and at most one can be`] : twice;
}
