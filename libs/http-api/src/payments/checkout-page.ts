import { escapeHtml } from '@assay/kernel';
import { type SandboxCheckout, TEST_CARDS } from '@assay/payments';
import { createHash } from 'node:crypto';
import { CHECKOUT_STYLE } from './checkout-style';

const STYLE_HASH = createHash('sha256').update(CHECKOUT_STYLE).digest('base64');

/**
 * Nothing is loaded and nothing runs. Forms go to this service, and by its answer to where the customer returns: a
 * browser asks for that, too.
 */
export const checkoutPolicy = (returnTo?: { readonly success: string; readonly cancel: string }): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ['form-action', "'self'", ...(returnTo ? originsOf([returnTo.success, returnTo.cancel]) : [])].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((address) => new URL(address).origin)),
];

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${CHECKOUT_STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;

const TEST_BANNER = '<header><p class="test">Test mode: no card is charged and no money is taken</p></header>';

const sandboxPage = (title: string, content: string): string =>
  page(`${title} (test)`, `${TEST_BANNER}\n<main>\n${content}\n</main>`);

/** The checkout as it stands. @param formToken what its forms carry */
export function checkoutPage(checkout: SandboxCheckout, formToken: string): string {
  switch (checkout.payment.status) {
    case 'paid':
      return paidPage(checkout, formToken);
    case 'open':
      return openPage(checkout, formToken);
    default:
      return sandboxPage(
        'This checkout is over',
        `<h1>This checkout is over</h1>
<p>It was canceled, or its time has passed. Nothing was paid.</p>
${returning(checkout.order.returnTo.cancel)}`,
      );
  }
}

function openPage({ order, declined }: SandboxCheckout, formToken: string): string {
  const { description } = order;
  const alert =
    declined === undefined
      ? ''
      : '<p class="note bad" role="alert">The card was declined. Nothing was paid. Try another card.</p>\n';
  const cards = TEST_CARDS.map(
    ({ id, number, label }, index) =>
      `<label><input type="radio" name="card" value="${id}"${
        index === 0 ? ' checked' : ''
      }><span><span class="number">${number}</span> <span class="soft">${label}</span></span></label>`,
  );
  return sandboxPage(
    `Pay for ${description}`,
    `<h1>${escapeHtml(description)}</h1>
<p class="price">${dollars(order.cents)}</p>
<p class="soft">One payment. The credits do not expire.</p>
${alert}<form method="post">
<input type="hidden" name="token" value="${formToken}">
<fieldset>
<legend>Test card</legend>
${cards.join('\n')}
</fieldset>
<label><input type="checkbox" name="keepCard" value="yes" checked>
<span>Keep this card for automatic top-ups</span></label>
<button class="main" name="action" value="pay">Pay ${dollars(order.cents)}</button>
<button class="other" name="action" value="cancel">Cancel and return</button>
</form>`,
  );
}

function paidPage({ order, refunded }: SandboxCheckout, formToken: string): string {
  const isRefunded = refunded > 0;
  const refund = `<form method="post">
<input type="hidden" name="token" value="${formToken}">
<button class="other" name="action" value="refund">Refund this test payment</button>
</form>`;
  return sandboxPage(
    'Paid',
    `<h1>${escapeHtml(order.description)}</h1>
<p class="price">${dollars(order.cents)}</p>
<p class="note good" role="status">${isRefunded ? 'Paid, and refunded.' : 'Paid. The credits are on their way.'}</p>
${returning(order.returnTo.success)}
${isRefunded ? '' : refund}`,
  );
}

/** For an address that names no checkout. */
export const missingPage = (): string =>
  sandboxPage(
    'No such checkout',
    '<h1>There is no such checkout</h1>\n<p>Ask for a new one where you wanted to buy credits.</p>',
  );

/** Where a browser returns to where there is no app. */
export const returnPage = (success: boolean): string =>
  page(
    success ? 'Thank you' : 'Canceled',
    `<main>
<h1>${success ? 'Thank you' : 'The checkout was canceled'}</h1>
<p>${
      success
        ? 'The credits are added as soon as the payment provider confirms the payment, usually within seconds.'
        : 'Nothing was paid.'
    }</p>
<p class="soft">You can close this page.</p>
</main>`,
  );

const returning = (address: string): string => `<a class="button main" href="${escapeHtml(address)}">Return</a>`;

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
