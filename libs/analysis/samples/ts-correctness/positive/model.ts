enum Role {
  Admin = 1,
  Owner = 1,
}

interface Account {
  save(): void;
}

class Account {
  name = '';
}

interface Point {
  new (x: number): Point;
}

// @ts-ignore
const limit: Number = 3;

class Names {
  static first(account: any): string {
    return account?.name!.trim();
  }
}

export function find(accounts: Map<string, Account>, handler: Function, options: {}): string {
  const account = accounts.get('ada')!!;
  const name = accounts.get('ada')?.name!;
  const other = accounts.get('bob')! ?? account;
  if (account.name! == name) handler(options);
  return other.name + Role.Admin + limit + Names.first(account);
}

export const identity = <T extends unknown>(value: T): T => value;
export type { Point };
