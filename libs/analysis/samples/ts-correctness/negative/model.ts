enum Role {
  Admin = 1,
  Owner = 2,
}

interface Account {
  name: string;
  save(): void;
}

interface PointConstructor {
  new (x: number): Account;
}

// @ts-expect-error the declaration of the package is wrong, see its issue 12
const limit: number = 'three';

export function find(accounts: ReadonlyMap<string, Account>, handler: (options: object) => void, options: object): string {
  const account = accounts.get('ada');
  const name = accounts.get('ada')?.name ?? '';
  if (account!.name === name) handler(options);
  const any: unknown = limit;
  return name + Role.Admin + String(any);
}

export class Names {
  static readonly separator = ',';
  constructor(readonly list: string[]) {}
}

export const identity = <T>(value: T): T => value;
export type { PointConstructor };
