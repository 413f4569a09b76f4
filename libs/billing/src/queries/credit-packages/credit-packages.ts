import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { PRICE_LIST, type PriceList, toCredits } from '@assay/kernel';
import { Inject } from '@nestjs/common';

/** Credits that are sold together, in credits and dollars. */
export interface CreditPackageView {
  readonly id: string;
  readonly name: string;
  readonly credits: number;
  readonly price: number;
  readonly isFeatured: boolean;
}

/** GET /api/credit-packages */
export class CreditPackages extends Query<readonly CreditPackageView[]> {}

@QueryHandler(CreditPackages)
export class CreditPackagesHandler implements IQueryHandler<CreditPackages> {
  constructor(@Inject(PRICE_LIST) private readonly list: PriceList) {}

  execute(): Promise<readonly CreditPackageView[]> {
    return Promise.resolve(
      this.list.packages.map(({ id, name, credits, priceCents, isFeatured }) => ({
        id,
        name,
        credits: toCredits(credits),
        price: priceCents / 100,
        isFeatured,
      })),
    );
  }
}
