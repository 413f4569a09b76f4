import type { Fact } from '@assay/kernel';
import { type Lacking, upcastsOf } from '../../src/upcast';

/** An event of the contract whose earlier versions counted from nothing. */
export type Renumbered = Fact<'Renumbered', { readonly n: number; readonly from: number }>;

/** The upcasts with which every store is opened that is to pass the contract. */
export const contractUpcasts = upcastsOf<Renumbered>({
  Renumbered: (stored: Lacking<Renumbered, 'from'>) => ({ from: 0, ...stored }),
});
