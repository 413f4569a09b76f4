import type { RecordedEvent } from '@assay/event-store';

interface Named {
  readonly organizationId: string;
  readonly period: string;
  readonly purchaseId: string;
  readonly paymentId: string;
  readonly topupId: string;
  readonly amount: number;
  readonly credits: number;
  readonly lot: { readonly id: string; readonly remaining: number };
}

/** Counts of the events about money. */
export class MoneyLog {
  /** Credits of each purchase that was begun, in micro-credits. */
  readonly started = new Map<string, number>();
  /** How often the ledgers credited each purchase, and the total that they took back of it. */
  readonly credited = new Map<string, number>();
  readonly reversed = new Map<string, number>();
  /** Months by organization, in the order of the log. */
  readonly opened = new Map<string, string[]>();
  readonly closed = new Map<string, string[]>();
  /** Included credits: `<organization> <lot>`, and how often they were granted. */
  readonly included = new Map<string, number>();
  readonly triggered = new Set<string>();
  readonly ended = new Map<string, ('credited' | 'declined')[]>();
  /** Payments that the sandbox accepted. */
  readonly paidAtSandbox = new Set<string>();
  /** Purchases with amounts that are not in a ledger yet. */
  private readonly unbooked = new Set<string>();

  readonly take = ({ type, stream, data }: RecordedEvent): void => {
    const fact = data as Named;
    const ledger = /^credits-(.+)-\d{4}-\d{2}$/.exec(stream)?.[1] ?? '';
    const purchase = stream.replace(/^purchase-/, '');
    switch (type) {
      case 'PurchaseStarted':
        this.started.set(purchase, fact.credits);
        break;
      case 'PurchasePaid':
      case 'PurchaseRefunded':
        this.unbooked.add(purchase);
        break;
      case 'PurchaseBooked':
        this.unbooked.delete(purchase);
        break;
      case 'CreditsPurchased':
        add(this.credited, fact.paymentId, 1);
        break;
      case 'PurchaseReversed':
        add(this.reversed, fact.paymentId, fact.amount);
        break;
      case 'PeriodOpened':
        push(this.opened, fact.organizationId, fact.period);
        break;
      case 'PeriodClosed':
        push(this.closed, ledger, fact.period);
        break;
      case 'CreditsGranted':
        add(this.included, `${ledger} ${fact.lot.id}`, 1);
        break;
      case 'TopupTriggered':
        this.triggered.add(fact.topupId);
        break;
      case 'TopupCredited':
        push(this.ended, fact.topupId, 'credited');
        break;
      case 'TopupDeclined':
        push(this.ended, fact.topupId, 'declined');
        break;
      case 'SandboxCheckoutPaid':
        this.paidAtSandbox.add(fact.purchaseId);
        break;
    }
  };

  /** Whether all begun work of the service is finished. */
  isDone(month: string): boolean {
    return (
      this.unbooked.size === 0 && [...this.triggered].every((topupId) => this.ended.has(topupId)) && this.areOpen(month)
    );
  }

  areOpen(month: string): boolean {
    return [...this.opened.values()].every((months) => months.at(-1) === month);
  }
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  lists.set(key, [...(lists.get(key) ?? []), item]);
}
