import { type Loop, RequestTurns } from './request-turns';

/** A loop that turns when the test says so. Entering takes as long as the test says. */
function steppedLoop() {
  let pending: (() => void)[] = [];
  let now = 0;
  const loop: Loop = { later: (run) => void pending.push(run), now: () => now };
  return {
    loop,
    pass: (milliseconds: number) => (now += milliseconds),
    turn() {
      const due = pending;
      pending = [];
      for (const run of due) run();
    },
    isIdle: () => pending.length === 0,
  };
}

describe('the turns of requests', () => {
  const setUp = () => {
    const stepped = steppedLoop();
    const turns = new RequestTurns(stepped.loop);
    const entered: string[] = [];
    const ask = (owner: string, count = 1, milliseconds = 0) => {
      for (let asked = 1; asked <= count; asked += 1)
        turns.take(owner, () => {
          entered.push(`${owner}${asked}`);
          stepped.pass(milliseconds);
        });
    };
    return { ...stepped, turns, entered, ask };
  };

  it('let a single request in at once', () => {
    const { ask, entered, turn, isIdle } = setUp();
    ask('a');
    expect(entered).toEqual(['a1']);
    turn();
    expect(isIdle()).toBe(true);
    ask('b');
    expect(entered).toEqual(['a1', 'b1']);
  });

  it('let the only request of one organization in before the second of another that sent 2,500 first', () => {
    const { ask, entered, turn } = setUp();
    ask('a', 2_500);
    ask('b');
    turn(); // what else came is looked at before anybody else enters
    expect(entered).toEqual(['a1']);
    turn();
    expect(entered.slice(0, 3)).toEqual(['a1', 'a2', 'b1']);
    expect(entered).toHaveLength(33);
  });

  it('let all in, each once, in the order of their arrival', () => {
    const { ask, entered, turn, turns, isIdle } = setUp();
    ask('a', 2_500);
    while (!isIdle()) turn();
    expect(entered).toEqual(Array.from({ length: 2_500 }, (_, index) => `a${index + 1}`));
    expect(turns.size).toBe(0);
  });

  it('end for this turn of the loop once it took too long', () => {
    const { ask, entered, turn } = setUp();
    ask('a', 10, 3);
    turn();
    turn();
    expect(entered).toEqual(['a1', 'a2', 'a3', 'a4']);
    turn();
    expect(entered).toHaveLength(7);
  });

  it('let one in also where a request alone takes longer than a turn may', () => {
    const { ask, entered, turn } = setUp();
    ask('a', 3, 500);
    turn();
    turn();
    turn();
    expect(entered).toEqual(['a1', 'a2', 'a3']);
  });

  describe('while connections begin one after another', () => {
    const setUpBusy = () => {
      const world = setUp();
      /** Turns of the loop, each of a millisecond, in which a connection begins and its request arrives. */
      const connect = (count: number) => {
        for (let begun = 0; begun < count; begun += 1) {
          world.pass(1);
          world.turns.connect();
          world.ask('a');
          world.turn();
        }
      };
      return { ...world, connect };
    };

    it('begin once nobody connects any more', () => {
      const { connect, entered, turn, turns, ask } = setUpBusy();
      connect(16);
      expect(entered).toHaveLength(16);
      connect(30);
      expect(entered).toHaveLength(16);
      expect(turns.size).toBe(30);
      ask('b');
      turn();
      expect(entered.slice(16, 18)).toEqual(['a1', 'b1']);
      turn();
      expect(entered).toHaveLength(47);
    });

    it('begin after 50 ms at the latest', () => {
      const { connect, entered } = setUpBusy();
      connect(16);
      connect(49);
      expect(entered).toHaveLength(16);
      connect(2);
      expect(entered.length).toBeGreaterThan(40);
    });

    it('do not give way where connections are apart', () => {
      const { turns, ask, entered, pass, turn } = setUp();
      for (let begun = 0; begun < 100; begun += 1) {
        pass(20);
        turns.connect();
        ask('a');
        turn();
        turn();
      }
      expect(entered).toHaveLength(100);
    });
  });

  it('are of the organization whose key it is, once the key was good, and of the address before', () => {
    const { turns } = setUp();
    const request = (authorization: string) => ({ headers: { authorization }, ip: '192.0.2.1' });
    expect(turns.ownerOf(request('Bearer asy_good'))).toBe('address 192.0.2.1');
    turns.remember('asy_good', 'org_1');
    expect(turns.ownerOf(request('Bearer asy_good'))).toBe('org_1');
    expect(turns.ownerOf(request('Bearer asy_made_up'))).toBe('address 192.0.2.1');
    expect(turns.ownerOf({ headers: { 'x-api-key': 'asy_good' }, ip: '192.0.2.1' })).toBe('org_1');
  });
});
