import type { Connection } from '@temporalio/client';
import { registerSearchAttributes } from './search-attributes';

const status = (code: number, details: string) => Object.assign(new Error(details), { code, details, metadata: {} });
/** An operator service that knows these attributes and answers a registration so. */
const serverWith = (known: readonly string[], added: (names: string[]) => void): Connection =>
  ({
    operatorService: {
      listSearchAttributes: async () => ({ customAttributes: Object.fromEntries(known.map((name) => [name, 2])) }),
      addSearchAttributes: async ({ searchAttributes }: { searchAttributes: object }) =>
        added(Object.keys(searchAttributes)),
    },
  }) as unknown as Connection;

const ALL = ['AssayOrganization', 'AssayProject', 'AssayScan', 'AssaySessionStatus'];

describe('registering the search attributes', () => {
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_: object, message: string) => void warnings.push(message),
    error: () => undefined,
  };
  beforeEach(() => void warnings.splice(0));

  it('adds the missing attributes', async () => {
    const added: string[] = [];
    expect(
      await registerSearchAttributes(
        serverWith(ALL.slice(0, 1), (names) => added.push(...names)),
        'default',
        log,
      ),
    ).toBe(true);
    expect(added).toEqual(ALL.slice(1));
  });

  it('adds nothing if all attributes exist', async () =>
    expect(
      await registerSearchAttributes(
        serverWith(ALL, () => {
          throw status(7, 'denied');
        }),
        'default',
        log,
      ),
    ).toBe(true));

  it('continues if another process added them first', async () =>
    expect(
      await registerSearchAttributes(
        serverWith([], () => {
          throw status(6, 'exists');
        }),
        'default',
        log,
      ),
    ).toBe(true));

  it('continues without them if it may not add them, and says what to do', async () => {
    expect(
      await registerSearchAttributes(
        serverWith([], () => {
          throw status(7, 'denied');
        }),
        'default',
        log,
      ),
    ).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('register the search attributes AssayOrganization')]);
  });

  it('is tried again while the server does not answer', () =>
    expect(
      registerSearchAttributes(
        serverWith([], () => {
          throw status(14, 'away');
        }),
        'default',
        log,
      ),
    ).rejects.toThrow('away'));
});
