import { Lanes } from './lanes';

const lanesOf = (organization: string, count: number): string[] =>
  Array.from({ length: count }, (_, number) => `${organization}/webhook/${number}`);

/** The lanes that begin in so many attempts. Each attempt ends when the next one begins, and all lanes stay due. */
function begunIn(attempts: number, due: readonly string[]): string[] {
  const lanes = new Lanes();
  const begun: string[] = [];
  const running: string[] = [];
  const begin = () => {
    for (const lane of lanes.next(due)) {
      lanes.take(lane);
      begun.push(lane);
      running.push(lane);
    }
  };
  begin();
  while (begun.length < attempts) {
    lanes.release(running.shift()!);
    begin();
  }
  return begun;
}

describe('the lanes of an outbox', () => {
  it('take turns, also where more of an organization always have something due than may begin at once', () => {
    const due = lanesOf('org_1', 7);
    const begun = begunIn(21, due);
    for (const round of [0, 7, 14]) expect(begun.slice(round, round + 7).sort()).toEqual(due);
  });

  it('give an organization with one lane its turn beside two with many', () => {
    const [one] = lanesOf('org_3', 1);
    const begun = begunIn(30, [...lanesOf('org_1', 20), ...lanesOf('org_2', 20), one!]);
    expect(begun.slice(0, 8)).toContain(one);
    expect(begun.filter((lane) => lane === one).length).toBeGreaterThan(3);
  });
});
