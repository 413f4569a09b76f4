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

describe('an event of C#', () => {
  const members = 'string held; void Keep(object sender, string text) { Run(text); } void Drop(object s, string t) { }';
  const bus = `class Bus { public event EventHandler<string> On; public Action<string> Then; public event Action None;
    public void Raise(string text) => On?.Invoke(this, text); public void Call(string text) { On(this, text); }
    public void Go(string text) { Then.Invoke(text); None?.Invoke(); } }`;

  it.each([
    ['a function', 'bus.On += (sender, text) => Run(text); bus.Raise(Q);'],
    ['a method', 'bus.On += Keep; bus.Raise(Q);'],
    ['each method', 'bus.On += Keep; bus.On += Drop; bus.Raise(Q);'],
    ['who is called without Invoke', 'bus.On += Keep; bus.Call(Q);'],
    ['a field with a function', 'bus.Then = text => Run(text); bus.Go(Q);'],
    ['a function of its own', 'Action<string> then = Run; then.Invoke(Q);'],
  ])('hands what it is raised with to %s', async (_, body) => {
    expect(await judged(`var bus = new Bus(); ${body}`, members, bus)).toEqual([true, false]);
  });

  it.each([
    ['another event', 'bus.Then = text => Run(text); bus.On += Drop; bus.Raise(q);'],
    ['a method that does nothing with it', 'bus.On += Drop; bus.Raise(q);'],
    ['what it is raised by', 'bus.On += (sender, text) => Run((string)sender); bus.Raise(q);'],
    ['a function without parameters', 'held = "a"; bus.None += () => Run(held); bus.Go(q);'],
  ])('hands nothing to %s', async (_, body) => {
    expect(await isFoundInAspNet(`var bus = new Bus(); ${body}`, members, bus)).toBe(false);
  });
});

describe('a method of C# that is no call', () => {
  const members =
    'static string Same(string text) => text; static string None(string text) => "a"; string Own(string t) => t;';
  const classes =
    'static class Map { public static string Same(string text) => text; public static string None(string t) => "a"; }';

  it.each([
    ['of the class', 'Run(new[] { Q }.Select(Same).First());'],
    ['of the object', 'Run(new[] { Q }.Select(Own).First());'],
    ['of the object by this', 'Run(new[] { Q }.Select(this.Own).First());'],
    ['of another class', 'Run(new[] { Q }.Select(Map.Same).First());'],
    ['in a variable', 'Func<string, string> same = Map.Same; Run(same(Q));'],
    [
      'in a dictionary',
      'var all = new Dictionary<string, Func<string, string>> { ["k"] = Map.Same }; Run(all["k"](Q));',
    ],
  ])('is followed: one %s', async (_, body) => {
    expect(await judged(body, members, classes)).toEqual([true, false]);
  });

  it.each([
    ['another method', 'Run(new[] { q }.Select(None).First());'],
    ['another method of a class', 'Run(new[] { q }.Select(Map.None).First());'],
    [
      'another method of a dictionary',
      `var all = new Dictionary<string, Func<string, string>>
      { ["k"] = Map.Same, ["n"] = Map.None }; Run(all["n"](q));`,
    ],
  ])('is told from %s', async (_, body) => {
    expect(await isFoundInAspNet(body, members, classes)).toBe(false);
  });
});
