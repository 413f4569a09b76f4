import { isFoundInAspNet } from './test/commands-of';

/** The body with input in the place of `Q`, and with a constant. */
async function judged(body: string): Promise<readonly boolean[]> {
  return [await isFoundInAspNet(body.replace(/\bQ\b/, 'q')), await isFoundInAspNet(body.replace(/\bQ\b/, '"a"'))];
}

describe('dictionaries of C#', () => {
  const maps = 'var d = new Dictionary<string, string>(); var c = new ConcurrentDictionary<string, string>();';

  it.each([
    ['values', 'd["k"] = Q; foreach (var v in d.Values) Run(v);'],
    ['values in a query', 'd["k"] = Q; Run(string.Join(" ", d.Values.Select(v => v + "a")));'],
    ['keys', 'd.Add(Q, "v"); foreach (var k in d.Keys) Run(k);'],
    ['GetOrAdd', 'Run(c.GetOrAdd("k", Q));'],
    ['GetOrAdd of a function', 'var t = Q; Run(c.GetOrAdd("k", k => t + k));'],
    ['GetOrAdd and later', 'c.GetOrAdd("k", Q); Run(c["k"]);'],
    ['AddOrUpdate', 'c.AddOrUpdate("k", Q, (k, old) => old); Run(c["k"]);'],
    ['AddOrUpdate of a function', 'var t = Q; c.AddOrUpdate("k", "a", (k, old) => old + t); Run(c["k"]);'],
    ['the key for GetOrAdd', 'Run(c.GetOrAdd(Q, k => k + "a"));'],
  ])('carry input: %s', async (_, body) => {
    expect(await judged(`${maps} ${body}`)).toEqual([true, false]);
  });

  it.each([
    ['keys', 'd["k"] = q; foreach (var k in d.Keys) Run(k);'],
    ['values of keys from outside', 'd.Add(q, "v"); foreach (var v in d.Values) Run(v);'],
    ['another key', 'c.GetOrAdd("k", q); c.GetOrAdd("o", "a"); Run(c["o"]);'],
    ['another key that is made', 'c.AddOrUpdate("k", q, (k, old) => q); c["o"] = "a"; Run(c["o"]);'],
  ])('keep apart: %s', async (_, body) => {
    expect(await isFoundInAspNet(`${maps} ${body}`)).toBe(false);
  });

  it('are not what a class of the target calls by the same name', async () => {
    const held =
      'class Held { public string Kept; public string Values => "a"; public string Keys { get; set; } = "b"; }';
    const body = 'var held = new Held { Kept = q }; Run(held.Values + held.Keys);';
    expect(await isFoundInAspNet(body, '', held)).toBe(false);
  });
});

describe('other collections of C#', () => {
  it.each([
    ['a list into which one is inserted', 'var l = new List<string> { "b" }; l.Insert(0, Q); Run(l[0]);'],
    ['the end of a linked list', 'var l = new LinkedList<string>(); l.AddLast(Q); Run(l.First());'],
    ['a queue of threads', 'var l = new ConcurrentQueue<string>(); l.Enqueue(Q); if (l.TryDequeue(out var v)) Run(v);'],
    ['a stack of threads', 'var l = new ConcurrentStack<string>(); l.Push(Q); if (l.TryPop(out var v)) Run(v);'],
    ['a collection that waits', 'var l = new BlockingCollection<string>(); l.Add(Q); Run(l.Take());'],
    ['an enumerator', 'var e = new List<string> { Q }.GetEnumerator(); while (e.MoveNext()) Run(e.Current);'],
    ['a tuple', 'var t = Tuple.Create("b", Q); Run(t.Item2);'],
    ['a tuple that is taken apart', 'var (one, other) = Tuple.Create(Q, 1); Run(one);'],
    [
      'tuples of a list',
      'var l = new List<Tuple<string, int>>(); l.Add(new Tuple<string, int>(Q, 1)); Run(l[0].Item1);',
    ],
    ['a copy of an array', 'var a = new[] { Q }; var b = new string[1]; Array.Copy(a, b, 1); Run(b[0]);'],
    ['what is made of each of a constant', 'var t = Q; Run(Pictures.Endings.Select(e => t + e).First());'],
    ['some of a list', 'var l = new List<string> { Q }; Run(l.Take(1).First());'],
  ])('carry input: %s', async (_, body) => {
    expect(await judged(body)).toEqual([true, false]);
  });

  it.each([
    ['another place of a list', 'var l = new List<string> { "b" }; l.Insert(0, q); Run(l[1]);'],
    ['another part of a tuple', 'var t = Tuple.Create("b", q); Run(t.Item1);'],
    ['another array', 'var a = new[] { q }; var b = new string[1]; Array.Copy(new[] { "a" }, b, 1); Run(b[0]);'],
    [
      'another queue',
      `var l = new ConcurrentQueue<string>(); l.Enqueue(q);
      var m = new ConcurrentQueue<string>(); m.Enqueue("a"); if (m.TryDequeue(out var v)) Run(v);`,
    ],
  ])('keep apart: %s', async (_, body) => {
    expect(await isFoundInAspNet(body)).toBe(false);
  });
});

describe('texts of C#', () => {
  it.each([
    ['bytes', 'var b = Encoding.UTF8.GetBytes(Q); Run(Encoding.UTF8.GetString(b));'],
    ['a text in base64', 'Run(Encoding.UTF8.GetString(Convert.FromBase64String(Q)));'],
    ['an encoding by its name', 'Run(Encoding.GetEncoding("latin1").GetString(Encoding.Latin1.GetBytes(Q)));'],
    ['a writer', 'var w = new StringWriter(); w.Write(Q); w.WriteLine("b"); Run(w.ToString());'],
    ['a joined list', 'var b = new StringBuilder(); b.AppendJoin(",", new[] { Q, "b" }); Run(b.ToString());'],
    ['the separator of a list', 'var b = new StringBuilder(); b.AppendJoin(Q, new[] { "a", "b" }); Run(b.ToString());'],
    ['the beginning of a builder', 'var b = new StringBuilder("b"); b.Insert(0, Q); Run(b.ToString());'],
    ['the beginning of a text', 'Run("b".Insert(0, Q));'],
  ])('carry input: %s', async (_, body) => {
    expect(await judged(body)).toEqual([true, false]);
  });

  it.each([
    ['how many bytes there are', 'Run("a" + Encoding.UTF8.GetBytes(q).Length);'],
    ['another writer', 'var w = new StringWriter(); w.Write(q); var o = new StringWriter(); Run(o.ToString());'],
    ['a number', 'Run("a" + Encoding.UTF8.GetByteCount(q));'],
  ])('carry none in %s', async (_, body) => {
    expect(await isFoundInAspNet(body)).toBe(false);
  });
});
