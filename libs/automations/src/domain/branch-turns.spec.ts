import { type BranchTurns, branchTurns, enter } from './branch-turns';

const older = { historyId: 'run_old', position: 10, push: { before: 'a', commit: 'b' } };
const newer = { historyId: 'run_new', position: 9, push: { before: 'b', commit: 'c' } };

describe('the turns of a branch', () => {
  it('are taken by the order of the host, also where the newer push was told first and enters last', () => {
    const turns = enter(newer, enter(older, branchTurns.initial));
    expect(turns).toMatchObject({ holder: 'run_old', waiting: { historyId: 'run_new' }, newest: newer });
    expect(enter(older, turns)).toBe(turns);
  });

  it('are taken in the order in which they were told where the host says nothing of it', () => {
    const [first, last] = [
      { historyId: 'run_1', position: 9 },
      { historyId: 'run_2', position: 10 },
    ];
    const turns = enter(last, branchTurns.initial);
    expect(enter(first, turns)).toBe(turns);
  });

  it('hold the place of one that was displaced, whenever it comes again', () => {
    const third = { historyId: 'run_3', position: 11, push: { before: 'c', commit: 'd' } };
    const turns: BranchTurns = [older, newer, third].reduce((all, entrant) => enter(entrant, all), branchTurns.initial);
    expect(turns).toMatchObject({ waiting: third, displaced: ['run_new'] });
    expect(enter(newer, turns)).toBe(turns);
  });
});
