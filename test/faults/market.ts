import { join } from 'node:path';
import StripeApi from 'stripe';
import { httpClient } from '../support/http-client';
import { type StripeStandIn, openStripeStandIn } from '../support/payments/stripe-stand-in';
import { type Doomed, type End, runUntilKilled, unlessDead, untilOver } from './killed-run';
import { MoneyLog } from './money-log';
import type { Moment } from './money-moments';
import type { Random } from './random';
import { type LogFollower, followLog } from './recorded-events';
import { type RunningService, startProcess } from './service-under-test';

const LEADING_CLOCK = join(__dirname, 'leading-clock.cjs');
const WEBHOOK_SECRET = 'whsec_of_the_stand_in';
export const ORGANIZATIONS = 8;
/** Credits: what a threshold is above a balance, which takes one package, and the most that it may be. */
const [GAP, MOST] = [1_900, 190_000];
/** Organizations of a round that buy on a page, and those whose threshold is raised. */
const [BUYERS, TOPPED_UP] = [3, 2];

export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/**
 * Organizations that buy at a provider, with pages, its messages, and top-ups, over many months, from a service that is
 * killed again and again. The provider survives.
 */
export class Market {
  readonly log = new MoneyLog();
  provider!: StripeStandIn;
  keys: readonly string[] = [];
  private follower!: LogFollower;
  private months = 0;
  private rounds = 0;
  /** Checkouts whose page the customer has not seen. */
  private unseen: { readonly idempotencyKey: string; readonly apiKey: string }[] = [];
  private pages: string[] = [];

  constructor(
    private readonly options: { readonly dataDir: string; readonly roots: string; readonly patience: number },
    private readonly chance: Random,
  ) {}

  async open(): Promise<void> {
    this.provider = await openStripeStandIn(() => this.now());
    const first = await startProcess({ ...this.options, environment: this.environment() });
    this.keys = [first.key!, ...first.otherKeys];
    await first.kill();
    this.follower = await followLog(this.options.dataDir, this.log.take);
    // Each organization has books once it has bought something.
    this.unseen = this.keys.map((apiKey) => ({ idempotencyKey: 'first', apiKey }));
    do {
      for (const page of this.pages.splice(0)) this.provider.pay(page);
      await this.run(undefined);
    } while (this.log.opened.size < ORGANIZATIONS);
  }

  async close(): Promise<void> {
    await Promise.all([this.follower.close(), this.provider.close()]);
  }

  /** Lets a month pass, where all books are of the last one. */
  async passMonth(): Promise<void> {
    await this.follower.follow();
    if (!this.log.areOpen(monthOf(this.now()))) return;
    this.months += 1;
    this.provider.forgetKeys();
  }

  async run(moment: Moment | undefined): Promise<End> {
    this.happensMeanwhile();
    const options = { ...this.options, environment: this.environment() };
    return runUntilKilled(options, moment, async (service) => {
      const watch = (at: string) => {
        if (!moment || !('charge' in moment) || moment.charge !== at) return true;
        service.kill();
        return false;
      };
      this.provider.watchCharges(watch);
      await Promise.all([
        this.tellAll(service),
        ...this.unseen.map((checkout) => this.buy(service, checkout)),
        ...this.some(TOPPED_UP).map((key) => this.raiseThreshold(service, key)),
      ]);
      const done = { isDone: () => this.isDone(service), patience: this.options.patience };
      const end = await untilOver(service, moment, done);
      this.provider.watchCharges(() => true);
      return end;
    });
  }

  /** A service that is left alone, at the end. */
  startAgain(): Promise<RunningService> {
    return startProcess({ ...this.options, environment: this.environment() });
  }

  environment(): Record<string, string> {
    return {
      NODE_OPTIONS: `--require=${LEADING_CLOCK}`,
      CLOCK_LEAD: String(this.now() - Date.now()),
      OTHER_ORGANIZATIONS: String(ORGANIZATIONS - 1),
      ASSAY_PAYMENTS: 'stripe',
      ASSAY_STRIPE_SECRET_KEY: 'sk_test_of_the_stand_in',
      ASSAY_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ASSAY_STRIPE_URL: this.provider.url,
      ASSAY_PUBLIC_URL: 'https://assay.example',
    };
  }

  async follow(): Promise<void> {
    await this.follower.follow();
  }

  /** The time of the service: the same moment of another month. */
  private now(): number {
    const today = new Date();
    return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + this.months, 15) + (Date.now() % 86_400_000);
  }

  /** While the service is away, customers pay pages that they have seen, and the provider gives some money back. */
  private happensMeanwhile(): void {
    for (const page of this.pages.splice(0)) if (this.chance.next() < 0.9) this.provider.pay(page);
    const whole = this.provider.payments().filter(({ refunded }) => refunded === 0);
    const topups = whole.filter(({ purchaseId }) => purchaseId.startsWith('top_'));
    for (const among of [whole, topups]) if (among.length > 4) this.provider.refund(this.chance.anyOf(among).id);
    this.rounds += 1;
    for (const apiKey of this.some(BUYERS)) this.unseen.push({ idempotencyKey: `round-${this.rounds}`, apiKey });
  }

  private some(count: number): string[] {
    return Array.from({ length: count }, (_, n) => this.keys[(this.rounds * count + n) % this.keys.length]!);
  }

  private async buy(service: Doomed, checkout: Market['unseen'][number]): Promise<void> {
    const { apiKey, idempotencyKey } = checkout;
    const client = httpClient(service.url, { authorization: `Bearer ${apiKey}` });
    const headers = { 'idempotency-key': idempotencyKey };
    const body = { packageId: 'credits-100' };
    const answer = await unlessDead(client.post('/api/billing/purchase-credits', body, headers));
    // Under way already, or not to be answered right now: it is asked for again.
    if (!answer || answer.status === 409 || answer.status === 503) return;
    expect(answer).toMatchObject({ status: 200 });
    this.unseen = this.unseen.filter((each) => each !== checkout);
    this.pages.push(answer.body.checkoutUrl);
  }

  private async raiseThreshold(service: Doomed, apiKey: string): Promise<void> {
    const client = httpClient(service.url, { authorization: `Bearer ${apiKey}` });
    const status = await unlessDead(client.get('/api/billing/status'));
    if (!status || status.status === 503) return;
    expect(status).toMatchObject({ status: 200 });
    const triggerThreshold = Math.min(MOST, Math.floor(status.body.credits.remaining) + GAP);
    const settings = { enabled: true, triggerThreshold, packageId: 'credits-2000', maxPerMonth: 10 };
    const answer = await unlessDead(client.post('/api/settings/subscription/auto-topup', settings));
    expect([200, 503, undefined]).toContain(answer?.status);
  }

  /** In any order, some twice, and each until it is taken. */
  private async tellAll(service: Doomed): Promise<void> {
    const { outbox } = this.provider;
    await Promise.all(
      outbox.slice().map(async (event) => {
        if (!(await this.tell(service, event))) return;
        if (this.chance.next() < 0.8) outbox.splice(outbox.indexOf(event), 1);
      }),
    );
  }

  private async tell(service: Doomed, event: StripeApi.Event): Promise<boolean> {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(this.now() / 1_000);
    const signature = await StripeApi.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: WEBHOOK_SECRET,
      timestamp,
    });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const url = '/api/webhooks/payments/stripe';
    const answer = await unlessDead(httpClient(service.url).send('POST', url, payload, headers));
    expect([200, 503, undefined]).toContain(answer?.status);
    return answer !== undefined;
  }

  private async isDone(service: Doomed): Promise<boolean> {
    await this.tellAll(service);
    await this.follower.follow();
    return this.provider.outbox.length === 0 && this.log.isDone(monthOf(this.now()));
  }
}
