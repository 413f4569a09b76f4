import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import StripeApi from 'stripe';

/** A payment at the provider that took money. */
export interface TakenPayment {
  readonly id: string;
  readonly purchaseId: string;
  readonly customer: string;
  readonly cents: number;
  readonly refunded: number;
}

interface Session {
  readonly id: string;
  readonly customer: string;
  readonly cents: number;
  readonly metadata: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly url: string;
  intent?: Intent;
}
interface Intent {
  readonly id: string;
  readonly customer: string;
  readonly cents: number;
  readonly metadata: Readonly<Record<string, string>>;
  refunded: number;
}

/** The moment of a charge: before it is made, and between it and its answer. */
export type ChargeMoment = 'before' | 'after';

export interface StripeStandIn {
  readonly url: string;
  /** Messages that are not accepted yet: a provider sends each until it is answered with 200. */
  readonly outbox: StripeApi.Event[];
  /** Payments that took money, each once. */
  payments(): readonly TakenPayment[];
  /** Pays a page, found by its address, as the customer. Does nothing if the page is paid or expired. */
  pay(url: string): void;
  /** Refunds the whole payment. */
  refund(id: string): void;
  /** Forgets the idempotency keys, as a provider does after a day. */
  forgetKeys(): void;
  /** Sets a callback for each charge without the customer. If it returns false, the caller gets no answer. */
  watchCharges(watch: (moment: ChargeMoment) => boolean): void;
  close(): Promise<void>;
}

/**
 * The parts of Stripe that the adapter uses: customers, pages, charges and idempotency keys, in memory. It runs in the
 * process of the test, so that it keeps its payments when the service that requested them is killed.
 *
 * @param now the time of the service, milliseconds since 1970
 */
export async function openStripeStandIn(now: () => number): Promise<StripeStandIn> {
  const customers = new Map<string, string>();
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const outbox: StripeApi.Event[] = [];
  const answered = new Map<string, object>();
  let watch: (moment: ChargeMoment) => boolean = () => true;
  let made = 0;
  const newId = (kind: string) => `${kind}_${(made += 1)}`;

  const tell = (type: string, object: object) =>
    outbox.push({ id: newId('evt'), object: 'event', type, data: { object } } as unknown as StripeApi.Event);
  const take = (of: Pick<Intent, 'customer' | 'cents' | 'metadata'>): Intent => {
    const intent = { ...of, id: newId('pi'), refunded: 0 };
    intents.set(intent.id, intent);
    return intent;
  };

  /** Handles POST requests. */
  const create = (path: string, form: URLSearchParams): object => {
    const metadata = metadataOf(form);
    const customer = form.get('customer') ?? '';
    switch (path) {
      case '/v1/customers': {
        const id = newId('cus');
        customers.set(metadata['organizationId']!, id);
        return { id, object: 'customer' };
      }
      case '/v1/checkout/sessions': {
        const id = newId('cs');
        const cents = Number(form.get('line_items[0][price_data][unit_amount]'));
        const expiresAt = Number(form.get('expires_at'));
        const session = { id, customer, cents, metadata, expiresAt, url: `https://pay.example/${id}` };
        sessions.set(id, session);
        return sessionAnswer(session, now());
      }
      case '/v1/payment_intents': {
        const intent = take({ customer, cents: Number(form.get('amount')), metadata });
        tell('payment_intent.succeeded', intentAnswer(intent));
        return intentAnswer(intent);
      }
      default:
        throw new Error(`the stand-in of Stripe knows no POST ${path}`);
    }
  };
  const find = (path: string, query: URLSearchParams): object => {
    const [, , kind, id = '', more = ''] = path.split('/');
    if (path === '/v1/customers/search') {
      const known = customers.get(/:'(.+)'/.exec(query.get('query') ?? '')?.[1] ?? '');
      return { object: 'search_result', data: known === undefined ? [] : [{ id: known, object: 'customer' }] };
    }
    if (kind === 'customers') return { object: 'list', data: [{ id: `pm_${id}`, object: 'payment_method' }] };
    if (kind === 'checkout') return sessionAnswer(sessions.get(more)!, now());
    if (id !== '') return intentAnswer(intents.get(id)!);
    const ofCustomer = [...intents.values()].filter(({ customer }) => customer === query.get('customer'));
    return {
      object: 'list',
      data: ofCustomer
        .reverse()
        .slice(0, Number(query.get('limit')))
        .map(intentAnswer),
    };
  };

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url!, 'http://stripe');
      if (request.method === 'GET') return say(response, find(pathname, searchParams));
      const form = new URLSearchParams(await textOf(request));
      const key = String(request.headers['idempotency-key']);
      const known = answered.get(key);
      if (known) return say(response, known);
      const happens = pathname === '/v1/payment_intents' ? watch : () => true;
      if (!happens('before')) return response.destroy();
      const answer = create(pathname, form);
      // A key is stored with its answer, even if the answer is lost.
      answered.set(key, answer);
      if (happens('after')) say(response, answer);
      else response.destroy();
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    outbox,
    payments: () =>
      [...intents.values()].map(({ metadata, ...taken }) => ({ ...taken, purchaseId: metadata['purchaseId']! })),
    pay(url) {
      const session = [...sessions.values()].find((each) => each.url === url)!;
      if (session.intent || session.expiresAt * 1_000 < now()) return;
      session.intent = take(session);
      tell('payment_intent.succeeded', intentAnswer(session.intent));
      tell('checkout.session.completed', sessionAnswer(session, now()));
    },
    refund(id) {
      const intent = intents.get(id)!;
      intent.refunded = intent.cents;
      tell('charge.refunded', { ...chargeOf(intent), payment_intent: id });
    },
    forgetKeys: () => answered.clear(),
    watchCharges: (watcher) => (watch = watcher),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const metadataOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (/^metadata\[(\w+)\]$/.exec(name) ? [[RegExp.$1, value]] : [])),
  );

const chargeOf = ({ metadata, refunded }: Intent) => ({ object: 'charge', metadata, amount_refunded: refunded });

const intentAnswer = (intent: Intent) => ({
  id: intent.id,
  object: 'payment_intent',
  status: 'succeeded',
  currency: 'usd',
  amount_received: intent.cents,
  metadata: intent.metadata,
  latest_charge: chargeOf(intent),
});

const sessionAnswer = ({ id, url, cents, metadata, intent, expiresAt }: Session, now: number) => ({
  id,
  object: 'checkout.session',
  url,
  status: intent ? 'complete' : expiresAt * 1_000 < now ? 'expired' : 'open',
  payment_status: intent ? 'paid' : 'unpaid',
  amount_total: cents,
  currency: 'usd',
  metadata,
  payment_intent: intent ? intentAnswer(intent) : null,
});

function say(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}
