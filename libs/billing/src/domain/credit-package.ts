import { type CreditPackage, type PriceList, refused } from '@assay/kernel';

/** @throws RefusedError PACKAGE_NOT_FOUND */
export const packageOf = ({ packages }: PriceList, packageId: string): CreditPackage =>
  packages.find(({ id }) => id === packageId) ??
  refused('PACKAGE_NOT_FOUND', 'There is no such package; GET /api/credit-packages lists them');
