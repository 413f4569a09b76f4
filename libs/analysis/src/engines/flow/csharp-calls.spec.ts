import { isFoundInAspNet } from './test/commands-of';

/** The body with input in the place of `Q`, and with a constant. */
async function judged(body: string, members = '', classes = ''): Promise<readonly boolean[]> {
  return [
    await isFoundInAspNet(body.replace(/\bQ\b/, 'q'), members, classes),
    await isFoundInAspNet(body.replace(/\bQ\b/, '"a"'), members, classes),
  ];
}

describe('work of C# that runs elsewhere', () => {
  it.each([
    ['is the result of a task', 'Run(await Task.Run(() => t + "a"));'],
    ['is the result of a task that waits', 'Run(await Task.Run(async () => { await Task.Delay(1); return t; }));'],
    ['is the result of a started task', 'Run(await Task.Factory.StartNew(() => t));'],
    ['lies in a task', 'await Task.Run(() => { Run(t); });'],
    ['goes on from a task', 'await Task.FromResult(t).ContinueWith(done => Run(done.Result));'],
    ['is the result of all tasks', 'var all = await Task.WhenAll(Task.FromResult(t)); Run(all[0]);'],
    ['is an element for Parallel', 'Parallel.ForEach(new[] { t }, each => Run(each));'],
    ['is an element for tasks', 'await Parallel.ForEachAsync(new[] { t }, async (each, stop) => Run(each));'],
    ['is an element of an array', 'Array.ForEach(new[] { t }, each => Run(each));'],
    ['is made when it is asked for', 'var lazy = new Lazy<string>(() => t + "a"); Run(lazy.Value);'],
    ['is kept for a method', 'held = t; await Task.Run(Work);'],
  ])('%s', async (_, body) => {
    const members = 'string held; void Work() { Run(held); }';
    expect(await judged(`var t = Q; ${body}`, members)).toEqual([true, false]);
  });

  it.each([
    ['a task of which the input is no result', 'Run(await Task.Run(() => { Console.WriteLine(q); return "a"; }));'],
    ['what goes on from another task', 'await Task.FromResult("a").ContinueWith(done => Run(done.Result));'],
    ['another element', 'var all = new[] { q }; Parallel.ForEach(new[] { "a" }, each => Run(each));'],
    ['a value of its own', 'var lazy = new Lazy<string>(() => "a" + q.Length); Run(lazy.Value);'],
  ])('does not get input from %s', async (_, body) => {
    expect(await isFoundInAspNet(body)).toBe(false);
  });
});
