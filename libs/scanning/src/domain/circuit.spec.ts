import fc from 'fast-check';
import {
  CIRCUIT,
  type Circuit,
  type CircuitFailure,
  afterFailure,
  afterProbe,
  afterSuccess,
  circuitStanding,
  closedCircuit,
  needsProbe,
} from './circuit';

const START = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;

/**
 * A completed run, or one that failed for an organization on one of its targets, so many milliseconds after the
 * previous one.
 */
interface Run {
  readonly pause: number;
  readonly failed?: { readonly organizationId: string; readonly target: string };
  /** A probe instead of a session's run. */
  readonly probe?: 'passed' | 'failed';
}

interface Happened {
  readonly circuit: Circuit;
  readonly at: number;
}

function after(runs: readonly Run[], from: Happened = { circuit: closedCircuit, at: START }): Happened {
  return runs.reduce((happened, run) => {
    const at = happened.at + run.pause;
    return { at, circuit: afterRun(happened.circuit, run, new Date(at).toISOString()) };
  }, from);
}

function afterRun(circuit: Circuit, { failed, probe }: Run, at: string): Circuit {
  if (probe === 'passed') return afterProbe(circuit, { at, passed: true });
  if (probe === 'failed') return afterProbe(circuit, { at, passed: false, reason: 'it broke' });
  return failed ? afterFailure(circuit, { ...failed, at }) : afterSuccess(circuit);
}

const failure = (organizationId: string, target: string, pause = 1_000): Run => ({
  pause,
  failed: { organizationId, target },
});
const success = (pause = 1_000): Run => ({ pause });
const probe = (ended: 'passed' | 'failed', pause = 1_000): Run => ({ pause, probe: ended });
const standing = ({ circuit, at }: Happened, organizationId: string, later = 0) =>
  circuitStanding(circuit, organizationId, new Date(at + later)).state;
/** Five failures on three targets open a circuit for the organization that had them. */
const broken = (organizationId = 'ada'): Run[] =>
  ['a', 'b', 'c', 'a', 'b'].map((target) => failure(organizationId, target));

const ORGANIZATIONS = ['ada', 'bob', 'cleo'];
const run: fc.Arbitrary<Run> = fc
  .record({
    probe: fc.option(fc.constantFrom('passed' as const, 'failed' as const), { nil: undefined, freq: 3 }),
    pause: fc.oneof(fc.nat(10_000), fc.nat(2 * CIRCUIT.longestWait)),
    failed: fc.option(
      fc.record({ organizationId: fc.constantFrom(...ORGANIZATIONS), target: fc.constantFrom('a', 'b', 'c', 'd') }),
      { nil: undefined, freq: 8 },
    ),
  })
  .map(({ pause, failed, probe: ended }) => (ended ? probe(ended, pause) : { pause, ...(failed && { failed }) }));
/** Pauses after which an open circuit stays open. */
const trouble = run.map(({ pause, failed }): Run => {
  const soon = pause % CIRCUIT.firstWait;
  return failed ? { pause: soon, failed } : probe('failed', soon);
});
const histories = (more: fc.ArrayConstraints = {}) => fc.array(run, { maxLength: 40, ...more });

/**
 * The same rule in its simplest form, over the whole history: whether failures since the last success opened the
 * circuit for the organization.
 */
function mayOpen(runs: readonly Run[], organizationId: string): boolean {
  let at = START;
  let since: CircuitFailure[] = [];
  let opened = false;
  for (const { pause, failed, probe: ended } of runs) {
    at += pause;
    if (ended) {
      opened ||= ended === 'failed' && since.length >= CIRCUIT.failures;
      continue;
    }
    if (!failed) opened = false;
    since = failed ? [...since, { ...failed, at: new Date(at).toISOString() }] : [];
    const recent = since.filter((each) => at - Date.parse(each.at) < CIRCUIT.window);
    const targets = (of: readonly CircuitFailure[]) =>
      new Set(of.map((each) => `${each.organizationId}/${each.target}`)).size;
    const own = (id: string) => recent.filter((each) => each.organizationId === id);
    const alone = (id: string) => own(id).length >= CIRCUIT.failures && targets(own(id)) >= CIRCUIT.targets;
    opened ||= alone(organizationId);
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
      reason: 'it failed 5 times in a row on your targets',
      concerns: 'organization',
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
      happened = after([failure('ada', 'z', happened.circuit.openings['ada']!.wait)], happened);
      waits.push(happened.circuit.openings['ada']!.wait / MINUTE);
      expect(standing(happened, 'ada', happened.circuit.openings['ada']!.wait - 1)).toBe('open');
    }
    expect(waits).toEqual([10, 20, 40, 60, 60, 60]);
  });

  it('does not wait longer for what was running already when it opened', () => {
    const open = after(broken());
    expect(after([failure('ada', 'd'), failure('ada', 'e')], open).circuit.openings).toEqual(open.circuit.openings);
  });

  it('forgets what nobody has tried for an hour', () => {
    const open = after(broken());
    expect(standing(open, 'ada', 65 * MINUTE)).toBe('closed');
    expect(after([failure('ada', 'a', 65 * MINUTE)], open).circuit.openings).toEqual({});
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

    const standings = (happened: Happened) => ORGANIZATIONS.map((id) => standing(happened, id));
    const asksForProbe = ({ circuit, at }: Happened, later = 0) => needsProbe(circuit, new Date(at + later));
    const suspected = [...broken('ada'), ...broken('bob')];

    it('opens for nobody else, whatever targets of others break the tool, as long as no probe fails', () =>
      fc.assert(
        fc.property(histories({ minLength: 1, maxLength: 100 }), (runs) => {
          const tolerable = runs.filter(
            ({ probe: ended, failed }) => ended !== 'failed' && failed?.organizationId !== 'cleo',
          );
          expect(standing(after(tolerable), 'cleo')).toBe('closed');
        }),
      ));

    it('asks for a probe when it fails for several, of which none counts for more than three', () => {
      const hostile = [...broken('ada'), ...broken('ada')];
      expect(asksForProbe(after([...hostile, failure('bob', 'a')]))).toBe(false);
      expect(asksForProbe(after([...hostile, failure('bob', 'a'), failure('bob', 'a')]))).toBe(true);
      expect(standings(after([...hostile, failure('bob', 'a'), failure('bob', 'a')]))).toEqual([
        'open',
        'closed',
        'closed',
      ]);
    });

    it('opens for everybody when a probe fails, too, and says why', () => {
      const { circuit, at } = after([...suspected, probe('failed')]);
      expect(circuitStanding(circuit, 'cleo', new Date(at))).toEqual({
        state: 'open',
        until: new Date(at + 5 * MINUTE).toISOString(),
        failures: 10,
        reason: 'it failed for several organizations, and on its own sample, too: it broke',
        concerns: 'everybody',
      });
    });

    it('stays open only for those whose targets broke it when a probe passes', () =>
      expect(standings(after([...suspected, probe('passed')]))).toEqual(['open', 'open', 'closed']));

    it('asks for one probe of the same failures, and for another after further ones', () => {
      const probed = after([...suspected, probe('passed')]);
      expect(asksForProbe(probed, 5 * MINUTE)).toBe(false);
      expect(asksForProbe(after([failure('cleo', 'a', 5 * MINUTE)], probed))).toBe(true);
    });

    it('is tried again by a probe after the wait, and waits twice as long when that fails', () => {
      const open = after([...suspected, probe('failed')]);
      expect([asksForProbe(open, 5 * MINUTE - 1), asksForProbe(open, 5 * MINUTE)]).toEqual([false, true]);
      const again = after([probe('failed', 5 * MINUTE)], open);
      expect(again.circuit.forAll).toMatchObject({ wait: 10 * MINUTE });
      expect(standings(after([probe('passed', 10 * MINUTE)], again))).toEqual(['half-open', 'half-open', 'closed']);
    });

    it('is not kept open for everybody by those whose sessions go on', () => {
      const open = after([...suspected, probe('failed')]);
      const later = after([failure('ada', 'y', 6 * MINUTE), failure('bob', 'z')], open);
      expect(later.circuit.forAll).toEqual(open.circuit.forAll);
    });

    it('does not believe a probe that fails where nothing failed before it', () =>
      expect(standings(after([...suspected, success(), probe('failed')]))).toEqual(['closed', 'closed', 'closed']));

    it('is open by itself for a limited number of organizations, the latest ones', () => {
      const many = Array.from({ length: 130 }, (_, index) => broken(`org-${index}`)).flat();
      const { circuit } = after(many.map((each) => ({ ...each, pause: 1 })));
      expect(Object.keys(circuit.openings)).toHaveLength(100);
      expect(circuit.openings['org-129']).toBeDefined();
    });

    it('closes for everybody where it works for one', () => {
      const open = after([...suspected, probe('failed')]);
      expect(standings(open)).toEqual(['open', 'open', 'open']);
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
        fc.property(histories({ maxLength: 200 }), organization, fc.array(trouble), (runs, id, troubles) => {
          const {
            circuit: { openings, forAll, failures },
          } = after([...runs, ...broken(id), ...troubles]);
          expect(failures.length).toBeLessThanOrEqual(50);
          const opened = [...Object.values(openings), ...(forAll ? [forAll] : [])];
          expect(opened).not.toEqual([]);
          for (const { wait } of opened)
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
