import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer-core';
import { openChromium } from '../support/chromium-page';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

/** The credits that the tier includes. */
const INCLUDED = 50;

describe('the checkout page of the sandbox in a browser', () => {
  let service: RunningService;
  let browser: Browser;
  let tenant: Tenant;
  let page: Page;
  let told: string[];

  beforeAll(async () => {
    [service, browser] = await Promise.all([runningService(), openChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  beforeEach(async () => {
    tenant = await service.tenant('free');
    told = [];
    page = await opened(await checkout());
  });
  afterEach(async () => {
    for (const each of await browser.pages()) if (each.url() !== 'about:blank') await each.close();
    expect(told).toEqual([]);
  });

  const checkout = async (): Promise<string> =>
    (await tenant.post('/api/billing/purchase-credits', { packageId: 'credits-500' })).body.checkoutUrl as string;
  async function opened(address: string): Promise<Page> {
    const tab = await browser.newPage();
    tab.on('console', (message) => told.push(`${message.type()}: ${message.text()}`));
    tab.on('pageerror', (error) => told.push(String(error)));
    await tab.goto(address);
    return tab;
  }
  /** Clicks a button. A tab in the background is not painted, and so has nothing to click on. */
  const press = async (tab: Page, name: string): Promise<void> => {
    await tab.bringToFront();
    await Promise.all([tab.waitForNavigation(), tab.locator(`::-p-aria([name="${name}"][role="button"])`).click()]);
  };
  const choose = (tab: Page, card: string) => tab.click(`input[name=card][value=${card}]`);
  const heading = (tab: Page) => tab.$eval('h1', ({ textContent }) => textContent);
  const textOf = (tab: Page) => tab.$eval('main', ({ textContent }) => textContent ?? '');
  const entriesOf = async (type: string) => {
    const { transactions } = (await tenant.get('/api/billing/usage')).body;
    return (transactions as { type: string; amount: number }[]).filter((each) => each.type === type);
  };
  /** Resolves when the ledger has the payment. */
  async function booked(address: string): Promise<void> {
    const stream = `purchase-${address.split('/').at(-2)}`;
    for await (const message of service.platform.events.subscribeToStream(stream))
      if (message.kind === 'event' && message.event.type === 'PurchaseBooked') break;
    await service.platform.readModels.waitFor(await service.platform.events.head());
  }
  const remaining = async (): Promise<number> => (await tenant.get('/api/billing/status')).body.credits.remaining;
  const violations = async (tab: Page): Promise<unknown> => {
    await tab.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
    return tab.evaluate(
      `axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
    );
  };

  it('says that it is a test and what is bought, and pays', async () => {
    const address = page.url();
    expect(await page.$eval('header', ({ textContent }) => textContent)).toContain('Test mode');
    expect(await heading(page)).toBe('500 credits');
    await press(page, 'Pay $45.00');
    expect([new URL(page.url()).search, await heading(page)]).toEqual(['?success=true', 'Thank you']);
    await booked(address);
    expect([await remaining(), (await entriesOf('purchase')).length]).toEqual([INCLUDED + 500, 1]);
  });

  it('says that a card was declined, and takes another one', async () => {
    const address = page.url();
    await choose(page, 'declined');
    await press(page, 'Pay $45.00');
    expect(page.url()).toBe(address);
    expect(await page.$eval('[role=alert]', ({ textContent }) => textContent)).toContain('The card was declined');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Pay $45.00');
    await booked(address);
    expect(await remaining()).toBe(INCLUDED + 500);
  });

  it('is over when it was canceled, also in another tab and by the back button', async () => {
    const other = await opened(page.url());
    await press(page, 'Cancel and return');
    expect([new URL(page.url()).search, await heading(page)]).toEqual(['?canceled=true', 'The checkout was canceled']);
    await press(other, 'Pay $45.00');
    expect(await heading(other)).toBe('This checkout is over');
    expect(await violations(other)).toEqual([]);
    await page.goBack();
    await page.reload();
    expect(await heading(page)).toBe('This checkout is over');
    expect([await remaining(), await entriesOf('purchase')]).toEqual([INCLUDED, []]);
  });

  it('credits nothing when it is closed', async () => {
    await page.close();
    expect([await remaining(), await entriesOf('purchase')]).toEqual([INCLUDED, []]);
  });

  it('is paid once by a double click, in two tabs, and after the back button', async () => {
    const address = page.url();
    const other = await opened(address);
    const button = '::-p-aria([name="Pay $45.00"][role="button"])';
    await page.bringToFront();
    await Promise.all([page.waitForNavigation(), page.locator(button).click({ count: 2 })]);
    await press(other, 'Pay $45.00');
    expect(new URL(other.url()).search).toBe('?success=true');
    await page.goto(address);
    expect(await textOf(page)).toContain('Paid. The credits are on their way.');
    expect(await violations(page)).toEqual([]);
    await other.goBack();
    await other.reload();
    expect(await textOf(other)).toContain('Paid.');
    await booked(address);
    expect([await remaining(), (await entriesOf('purchase')).length]).toEqual([INCLUDED + 500, 1]);
  });

  it.each(['light', 'dark'])(
    'is accessible, as far as axe can tell, in the %s scheme and on a phone',
    async (value) => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      await page.setViewport({ width: 360, height: 780 });
      expect(await violations(page)).toEqual([]);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(360);
      await press(page, 'Pay $45.00');
      expect(await violations(page)).toEqual([]);
    },
  );
});
