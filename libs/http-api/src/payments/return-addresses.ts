import type { Settings } from '@assay/kernel';

/** Where a page says that the checkout is over, for anybody who has no app of their own. */
const CHECKOUT_RETURN = '/api/checkout/return';

/** Where a browser goes after a checkout: to the app, or to a page of ours where there is none. */
export function returnAddresses(
  { appUrl }: Pick<Settings, 'appUrl'>,
  publicAddress: string,
): { readonly success: string; readonly cancel: string } {
  const returning = (name: 'success' | 'canceled'): string => {
    const address = new URL(appUrl ?? CHECKOUT_RETURN, publicAddress);
    address.searchParams.set(name, 'true');
    return address.href;
  };
  return { success: returning('success'), cancel: returning('canceled') };
}
