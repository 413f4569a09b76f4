import { BodyBudget } from './body-budget';

describe('the budget of large bodies', () => {
  it('gives what there is, and no more until some of it is back', () => {
    const budget = new BodyBudget(100);
    const first = budget.take(60);
    expect(first).toBeDefined();
    expect(budget.take(41)).toBeUndefined();
    expect(budget.take(40)).toBeDefined();
    expect(budget.take(1)).toBeUndefined();
    first!();
    expect(budget.take(60)).toBeDefined();
  });

  it('takes back once what was given once', () => {
    const budget = new BodyBudget(100);
    const release = budget.take(60)!;
    release();
    release();
    expect(budget.take(101)).toBeUndefined();
    expect(budget.take(100)).toBeDefined();
  });
});
