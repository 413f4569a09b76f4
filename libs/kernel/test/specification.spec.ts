import { type Fact, type Result, ok, refuse, refused } from '@assay/kernel';
import { specification } from './specification';

type CounterEvent = Fact<'Raised', { by: number }>;
interface TooHigh {
  readonly code: 'TOO_HIGH';
  readonly limit: number;
}

const raised = (by: number): CounterEvent => ({ type: 'Raised', data: { by } });
const counter = specification<{ total: number }, CounterEvent>({
  initial: { total: 0 },
  evolve: (state, event) => {
    if (event.type !== 'Raised') throw new Error(`unknown event ${String(event)}`);
    return { total: state.total + event.data.by };
  },
});
const raise =
  (by: number) =>
  (state: { total: number }): Result<CounterEvent[], TooHigh> =>
    state.total + by > 10 ? refuse({ code: 'TOO_HIGH', limit: 10 }) : ok([raised(by)]);

describe('specification', () => {
  it('decides from the state that the given events make', () =>
    counter
      .given([raised(4), raised(5)])
      .when(raise(1))
      .then([raised(1)]));

  it('takes a plain list of events as well as a result', () =>
    counter
      .given([raised(4)])
      .when(() => [])
      .then([]));

  it('compares a refusal by the members that are named', () => {
    counter
      .given([raised(10)])
      .when(raise(1))
      .then({ code: 'TOO_HIGH' });
    expect(() =>
      counter
        .given([raised(10)])
        .when(raise(1))
        .then({ limit: 11 }),
    ).toThrow(/11/);
  });

  it('takes a thrown refusal for a refusal, and lets any other error through', () => {
    counter
      .given([])
      .when(() => refused('CONFLICT', 'no'))
      .then({ code: 'CONFLICT' });
    expect(() =>
      counter.given([]).when(() => {
        throw new TypeError('a fault');
      }),
    ).toThrow('a fault');
  });

  it('shows the state after the decided events', () =>
    counter
      .given([raised(2)])
      .when(raise(3))
      .thenState({ total: 5 }));

  it.each([
    [
      'other events',
      () =>
        counter
          .given([])
          .when(raise(1))
          .then([raised(2)]),
    ],
    ['events instead of a refusal', () => counter.given([]).when(raise(1)).then({ code: 'TOO_HIGH' })],
    [
      'a refusal instead of events',
      () =>
        counter
          .given([raised(10)])
          .when(raise(1))
          .then([]),
    ],
    [
      'a refusal that names nothing',
      () =>
        counter
          .given([raised(10)])
          .when(raise(1))
          .then({}),
    ],
    [
      'an event that the model does not take',
      () =>
        counter
          .given([])
          .when(() => [{ type: 'Lost' } as never])
          .then([{ type: 'Lost' } as never]),
    ],
  ])('fails on %s', (_case, test) => {
    expect(test).toThrow();
  });

  it('fails a test that forgot to say what follows', async () => {
    const forgotten: unknown = counter.given([]).when(raise(1));
    await expect((async () => forgotten)()).rejects.toThrow(/expected events or refusal/);
  });
});
