import { isFoundInAspNet } from './test/commands-of';

/** The body with input in the place of `Q`, and with a constant. */
async function judged(body: string, classes: string): Promise<readonly boolean[]> {
  return [
    await isFoundInAspNet(body.replace(/\bQ\b/, 'q'), '', classes),
    await isFoundInAspNet(body.replace(/\bQ\b/, '"a"'), '', classes),
  ];
}

describe('a primary constructor of C#', () => {
  const start = 'class Start(string name) { public string Name => name; public string Other { get; } = "b"; }';

  it.each([
    ['a property', 'class Shown(string text) { public string Name { get; } = text; }'],
    ['a field', 'class Shown(string text) { readonly string kept = text + "a"; public string Name => kept; }'],
    ['a call in a property', 'class Shown(string text) { public string Name { get; set; } = text.Trim(); }'],
    ['its base', `${start} class Shown(string text) : Start(text) { }`],
    ['the base of a record', 'record Start(string Name); record Shown(string Text) : Start(Text);'],
    [
      'a base with a body',
      `class Start { public string Name; public Start(string text) { Name = text; } }
      class Shown(string text) : Start(text) { }`,
    ],
  ])('hands what it gets to %s', async (_, classes) => {
    expect(await judged('Run(new Shown(Q).Name);', classes)).toEqual([true, false]);
  });

  it.each([
    [
      'a property of its own',
      'class Shown(string text) { public string Other { get; } = "text"; public string T => text; }',
    ],
    [
      'a property made of another parameter',
      'class Shown(string text, int Size = 1) { public int Other { get; } = Size; }',
    ],
    ['a property of the base', `${start} class Shown(string text) : Start(text) { }`],
  ])('leaves as it is: %s', async (_, classes) => {
    expect(await isFoundInAspNet('Run("a" + new Shown(q).Other);', '', classes)).toBe(false);
  });
});

describe('a record of C#', () => {
  const pair = 'record Pair(string One, string Other);';

  it.each([
    ['by a declaration', 'var (one, other) = new Pair(Q, "b"); Run(one);'],
    ['by an assignment', 'string one, other; (one, other) = new Pair(Q, "b"); Run(one);'],
    ['by a pattern', 'if (new Pair(Q, "b") is (var one, var other)) Run(one);'],
    ['by a switch', 'Run(new Pair(Q, "b") switch { (var one, "b") => one, _ => "c" });'],
    ['by a pattern of its type', 'object o = new Pair(Q, "b"); if (o is Pair(var one, _)) Run(one);'],
  ])('is taken apart %s', async (_, body) => {
    expect(await judged(body, pair)).toEqual([true, false]);
  });

  it('has the values apart', async () => {
    expect(await isFoundInAspNet('var (one, other) = new Pair(q, "b"); Run(other);', '', pair)).toBe(false);
  });
});

describe('a method of C# that returns its object', () => {
  const built = `class Built { public string Kept = "b", Left = "c";
    public Built With(string text) { Kept = text; return this; }
    public Built Same() => this; public Built Other(string text) { return new Built(); }
    public string All() => Kept; public Shown Build() => new Shown { Name = Kept }; }
    class Shown { public string Name { get; set; } }`;

  it.each([
    ['a method after it', 'Run(new Built().With(Q).All());'],
    ['what is built in the end', 'Run(new Built().With(Q).Same().Build().Name);'],
    ['a variable', 'var built = new Built().Same().With(Q); Run(built.Kept);'],
  ])('hands it on to %s', async (_, body) => {
    expect(await judged(body, built)).toEqual([true, false]);
  });

  it.each([
    ['another field', 'Run(new Built().With(q).Left);'],
    ['another object', 'Run(new Built().With(q).Other(q).All());'],
  ])('hands nothing on to %s', async (_, body) => {
    expect(await isFoundInAspNet(body, '', built)).toBe(false);
  });
});

describe('parts of a tuple of C#', () => {
  const members = `(string one, string other) Pair(string text) => (text, "b");
    (string one, string other)? Maybe(string text) { var pair = (text, "b"); return pair; }
    async Task<(string One, int)> Later(string text) { await Task.Delay(1); return (text, 1); }`;

  it.each([
    ['a method', 'Run(Pair(Q).one);'],
    ['a method that may return none', 'var pair = Maybe(Q); Run(pair.Value.one);'],
    ['a task', 'var pair = await Later(Q); Run(pair.One);'],
  ])('have the names that the type of %s gives them', async (_, body) => {
    const given = ['q', '"a"'].map((value) => isFoundInAspNet(body.replace(/\bQ\b/, value), members));
    expect(await Promise.all(given)).toEqual([true, false]);
  });

  it('are told apart by their names', async () => {
    expect(await isFoundInAspNet('Run(Pair(q).other);', members)).toBe(false);
  });
});

describe('an object of C# within another one', () => {
  const classes = `class Outer { public string Name { get; set; } = "b"; public Outer Next { get; set; }
    public List<string> All { get; set; } }`;

  it.each([
    ['members', 'Run(new Outer { Next = new() { Name = Q } }.Next.Name);'],
    ['elements', 'Run(new Outer { All = new() { Q } }.All[0]);'],
  ])('keeps its %s where its type is not written', async (_, body) => {
    expect(await judged(body, classes)).toEqual([true, false]);
  });

  it('keeps them to itself', async () => {
    expect(await isFoundInAspNet('Run(new Outer { Next = new() { Name = q } }.Name);', '', classes)).toBe(false);
  });
});

describe('an object of C# that something holds', () => {
  const classes = 'class Shown { public string Name { get; set; } } class Held { public Shown Value { get; set; } }';

  it.each([
    [
      'a dictionary',
      'var d = new Dictionary<string, Shown> { ["k"] = new Shown { Name = Q } };' +
        'foreach (var each in d) Run(each.Value.Name);',
    ],
    ['a task', 'var task = Task.FromResult(new Shown { Name = Q }); Run(task.Result.Name);'],
    ['a lazy value', 'var t = Q; var lazy = new Lazy<Shown>(() => new Shown { Name = t }); Run(lazy.Value.Name);'],
    ['a field of that name', 'var held = new Held { Value = new Shown { Name = Q } }; Run(held.Value.Name);'],
  ])('comes out of %s', async (_, body) => {
    expect(await judged(body, classes)).toEqual([true, false]);
  });

  it('is not what holds it', async () => {
    const body = 'var held = new Held { Value = new Shown { Name = "a" } }; var other = new Shown { Name = q };';
    expect(await isFoundInAspNet(`${body} Run(held.Value.Name);`, '', classes)).toBe(false);
  });
});
