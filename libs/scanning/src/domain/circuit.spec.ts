import fc from 'fast-check';
import {
  CIRCUIT,
  type Circuit,
  type CircuitFailure,
  afterFailure,
  afterSuccess,
  circuitStanding,
  closedCircuit,
} from './circuit';

const START = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;

/**
 * A run that completed, or one that failed for an organization on one of its targets, so many milliseconds after the
 * one before.
 */
interface Run {
  readonly pause: number;
  readonly failed?: { readonly organizationId: string; readonly target: string };
}

interface Happened {
  readonly circuit: Circuit;
  readonly at: number;
}

function after(runs: readonly Run[], from: Happened = { circuit: closedCircuit, at: START }): Happened {
  return runs.reduce(({ circuit, at }, { pause, failed }) => {
    const now = at + pause;
    return {
      at: now,
      circuit: failed ? afterFailure(circuit, { ...failed, at: new Date(now).toISOString() }) : afterSuccess(circuit),
    };
  }, from);
}

const failure = (organizationId: string, target: string, pause = 1_000): Run => ({
  pause,
  failed: { organizationId, target },
});
const success = (pause = 1_000): Run => ({ pause });
const standing = ({ circuit, at }: Happened, organizationId: string, later = 0) =>
  circuitStanding(circuit, organizationId, new Date(at + later)).state;
/** Five on three targets: what opens a circuit for the organization that met them. */
const broken = (organizationId = 'ada'): Run[] =>
  ['a', 'b', 'c', 'a', 'b'].map((target) => failure(organizationId, target));

const ORGANIZATIONS = ['ada', 'bob', 'cleo'];
const run: fc.Arbitrary<Run> = fc
  .record({
    pause: fc.oneof(fc.nat(10_000), fc.nat(2 * CIRCUIT.longestWait)),
    failed: fc.option(
      fc.record({ organizationId: fc.constantFrom(...ORGANIZATIONS), target: fc.constantFrom('a', 'b', 'c', 'd') }),
      { nil: undefined, freq: 8 },
    ),
  })
  .map(({ pause, failed }) => ({ pause, ...(failed && { failed }) }));
const histories = (more: fc.ArrayConstraints = {}) => fc.array(run, { maxLength: 40, ...more });

/**
 * Once more in the simplest words, over all that ever happened: whether failures since the last success opened it for
 * the organization.
 */
function mayOpen(runs: readonly Run[], organizationId: string): boolean {
  let at = START;
  let since: CircuitFailure[] = [];
  let opened = false;
  for (const { pause, failed } of runs) {
    at += pause;
    if (!failed) opened = false;
    since = failed ? [...since, { ...failed, at: new Date(at).toISOString() }] : [];
    const recent = since.filter((each) => at - Date.parse(each.at) < CIRCUIT.window);
    const targets = (of: readonly CircuitFailure[]) =>
      new Set(of.map((each) => `${each.organizationId}/${each.target}`)).size;
    const own = (id: string) => recent.filter((each) => each.organizationId === id);
    const shared = ORGANIZATIONS.reduce((sum, id) => sum + Math.min(own(id).length, CIRCUIT.ofOne), 0);
    const alone = (id: string) => own(id).length >= CIRCUIT.failures && targets(own(id)) >= CIRCUIT.targets;
    opened ||= (shared >= CIRCUIT.failures && targets(recent) >= CIRCUIT.targets) || alone(organizationId);
  }
  return opened;
}

describe('a circuit breaker', () => {
  it('opens after five failures in a row on three targets, and says until when', () => {
    expect(standing(after(broken().slice(0, 4)), 'ada')).toBe('closed');
    const { circuit, at } = after(broken());
    expect(circuitStanding(circuit, 'ada', new Date(at))).toEqual({
      state: 'open',
      until: new Date(at + 5 * MINUTE).toISOString(),
      failures: 5,
    });
  });

  it.each([
    ['fails on few targets', Array.from({ length: 30 }, (_, index) => failure('ada', index % 2 ? 'a' : 'b'))],
    ['fails once in a while', Array.from({ length: 30 }, (_, index) => failure('ada', `${index}`, 20 * MINUTE))],
    [
      'works in between',
      Array.from({ length: 30 }, (_, index) => (index % 5 === 4 ? success() : failure('ada', `${index}`))),
    ],
  ])('stays closed for a tool that %s', (_, runs) => {
    for (const [index] of runs.entries()) expect(standing(after(runs.slice(0, index + 1)), 'ada')).toBe('closed');
  });

  it('lets it be tried after the wait, and closes when that succeeds', () => {
    const open = after(broken());
    expect([standing(open, 'ada', 5 * MINUTE - 1), standing(open, 'ada', 5 * MINUTE)]).toEqual(['open', 'half-open']);
    expect(after([success(5 * MINUTE)], open).circuit).toEqual(closedCircuit);
  });

  it('waits twice as long after each trial that fails, and never more than an hour', () => {
    let happened = after(broken());
    const waits: number[] = [];
    for (let trial = 0; trial < 6; trial += 1) {
      happened = after([failure('ada', 'z', happened.circuit.opening!.wait)], happened);
      waits.push(happened.circuit.opening!.wait / MINUTE);
      expect(standing(happened, 'ada', happened.circuit.opening!.wait - 1)).toBe('open');
    }
    expect(waits).toEqual([10, 20, 40, 60, 60, 60]);
  });

  it('does not wait longer for what was running already when it opened', () => {
    const open = after(broken());
    expect(after([failure('ada', 'd'), failure('ada', 'e')], open).circuit.opening).toEqual(open.circuit.opening);
  });

  it('forgets what nobody has tried for an hour', () => {
    const open = after(broken());
    expect(standing(open, 'ada', 65 * MINUTE)).toBe('closed');
    expect(after([failure('ada', 'a', 65 * MINUTE)], open).circuit.opening).toBeNull();
  });

  describe('of several organizations', () => {
    it('opens for the one alone whose targets break the tool, however many they are', () =>
      fc.assert(
        fc.property(histories({ minLength: 1 }), (runs) => {
          const happened = after(
            runs.map(({ pause, failed }) => (failed ? failure('ada', failed.target, pause) : success(pause))),
          );
          expect(standing(happened, 'bob')).toBe('closed');
        }),
      ));

    it('opens for everybody when it fails for several, of which none counts for more than three', () => {
      const hostile = [...broken('ada'), ...broken('ada')];
      expect(standing(after([...hostile, failure('bob', 'a')]), 'cleo')).toBe('closed');
      expect(standing(after([...hostile, failure('bob', 'a'), failure('bob', 'a')]), 'cleo')).toBe('open');
    });

    it('closes for everybody where it works for one', () => {
      const open = after([...broken('ada'), ...broken('bob')]);
      expect(ORGANIZATIONS.map((id) => standing(open, id))).toEqual(['open', 'open', 'open']);
      expect(after([success()], open).circuit).toEqual(closedCircuit);
    });
  });

  describe('whatever happened before', () => {
    const organization = fc.constantFrom(...ORGANIZATIONS);

    it('is open only where failures in a row on enough targets opened it', () =>
      fc.assert(
        fc.property(histories(), organization, (runs, id) => {
          expect(standing(after(runs), id) === 'closed' || mayOpen(runs, id)).toBe(true);
        }),
        { numRuns: 1_000 },
      ));

    it('opens when a tool breaks on target after target', () =>
      fc.assert(
        fc.property(histories(), organization, (runs, id) => {
          expect(standing(after(broken(id), after(runs)), id)).toBe('open');
        }),
      ));

    it('is closed once the tool completes', () =>
      fc.assert(
        fc.property(histories(), organization, (runs, id) => {
          expect(standing(after([...runs, success()]), id)).toBe('closed');
        }),
      ));

    it('lets the tool be tried within an hour, and has forgotten after two', () =>
      fc.assert(
        fc.property(histories(), organization, (runs, id) => {
          const happened = after(runs);
          expect(standing(happened, id, CIRCUIT.longestWait)).not.toBe('open');
          expect(standing(happened, id, CIRCUIT.longestWait + CIRCUIT.window)).toBe('closed');
        }),
      ));

    it('waits from five minutes to an hour, and keeps few failures', () =>
      fc.assert(
        fc.property(histories({ maxLength: 200 }), (runs) => {
          const {
            circuit: { opening, failures },
          } = after(runs);
          expect(failures.length).toBeLessThanOrEqual(50);
          const wait = opening?.wait ?? CIRCUIT.firstWait;
          expect([wait >= CIRCUIT.firstWait, wait <= CIRCUIT.longestWait]).toEqual([true, true]);
        }),
      ));

    it('is the same object where nothing changes, so that nothing is written', () =>
      fc.assert(
        fc.property(histories(), (runs) => {
          const { circuit } = after([...runs, success()]);
          expect(afterSuccess(circuit)).toBe(circuit);
        }),
      ));
  });
});
