import { limit } from './limits.js';

class Account {}
Account = null;

function open() {}
open = null;

limit = 3;
undefined = 1;

export function close(account, reason) {
  let note;
  if (reason === 'fraud') {
    account.note = note;
  } else if (reason === 'fraud') {
    account.block();
  }
  account.owner = account.owner;
  try {
    account.close();
  } catch (error) {
    error = null;
  }
  return /[👍]/.test(account.name) || new RegExp('[').test(account.name) || account.balance === -0;
}

export function* entries() {
  return 1;
}
