import type { Fact } from '@assay/kernel';
import type { Projection } from '../src';

export interface Account {
  owner: string;
  balance: number;
  entries: number;
}

export type AccountEvent =
  | Fact<'Deposited', { amount: number }>
  | Fact<'Transferred', { from: string; to: string; amount: number }>
  | Fact<'Closed', object>;

/** Deposits and withdrawals an account; closing it removes the document, transfers touch two. */
export const accounts: Projection<Account, AccountEvent> = {
  name: 'accounts',
  version: 1,
  indexes: [['owner'], ['balance']],
  handles: { Deposited: true, Transferred: true, Closed: true },
  documentIds: ({ type, data, stream }) => (type === 'Transferred' ? [data.from, data.to] : [stream]),
  apply(account = { owner: 'nobody', balance: 0, entries: 0 }, { type, data }, id) {
    if (type === 'Closed') return undefined;
    const amount = type === 'Deposited' || data.to === id ? data.amount : -data.amount;
    return amount === 0
      ? account
      : { ...account, owner: id, balance: account.balance + amount, entries: account.entries + 1 };
  },
};

/** How many events each type has. */
export const totals: Projection<{ events: number }> = {
  name: 'totals',
  version: 1,
  indexes: [],
  handles: { Deposited: true, Transferred: true },
  documentIds: ({ type }) => [type],
  apply: (total, _event) => ({ events: (total?.events ?? 0) + 1 }),
};

export const deposited = (amount: number) => ({ type: 'Deposited', data: { amount } });
export const transferred = (from: string, to: string, amount: number) => ({
  type: 'Transferred',
  data: { from, to, amount },
});
export const closed = { type: 'Closed', data: {} };
export const unhandled = { type: 'SomethingElse', data: {} };
