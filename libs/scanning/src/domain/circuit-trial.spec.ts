import fc from 'fast-check';
import { specification } from '../../../kernel/test/specification';
import { type CircuitTrialGranted, grantTrial, trialModel } from './circuit-trial';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20) + minutes * 60_000);
const granted = (sessionId: string, minutes: number): CircuitTrialGranted => ({
  type: 'CircuitTrialGranted',
  data: { tool: 'alpha', sessionId, at: at(minutes).toISOString(), until: at(minutes + 5).toISOString() },
});

describe('the trial of a tool whose circuit was open', () => {
  const trial = specification(trialModel);
  const asks = (sessionId: string, minutes: number) => (state: typeof trialModel.initial) =>
    grantTrial({ tool: 'alpha', sessionId }, state, at(minutes));

  it('goes to the session that asks first', () =>
    trial
      .given([])
      .when(asks('ses_1', 0))
      .then([granted('ses_1', 0)]));
  it('stays with it, however often it asks', () =>
    trial
      .given([granted('ses_1', 0)])
      .when(asks('ses_1', 9))
      .then([]));
  it('is not given to another meanwhile', () =>
    trial
      .given([granted('ses_1', 0)])
      .when(asks('ses_2', 4))
      .then([]));
  it('goes to the next where the first says nothing for five minutes', () =>
    trial
      .given([granted('ses_1', 0)])
      .when(asks('ses_2', 5))
      .then([granted('ses_2', 5)]));

  it('is never held by two at once, and never by nobody who asked', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ minutes: fc.nat(20), session: fc.constantFrom('ses_1', 'ses_2', 'ses_3') }), {
          minLength: 1,
        }),
        (asked) => {
          let now = 0;
          let state = trialModel.initial;
          for (const { minutes, session } of asked) {
            const held = state;
            now += minutes;
            state = asks(session, now)(state).reduce(trialModel.evolve, state);
            const othersHold = held && held.sessionId !== session && Date.parse(held.until) > at(now).getTime();
            expect(state?.sessionId).toBe(othersHold ? held.sessionId : session);
            expect(state === held || !othersHold).toBe(true);
          }
        },
      ),
    ));
});
