import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const toldOf = async (tree: Readonly<Record<string, string>>) =>
  (await runOn(profile, flowTools, tree)).tool('csharp-data-flow');

const controller = (body: string, members: string) =>
  [
    'using System;',
    'using System.Diagnostics;',
    'using Microsoft.AspNetCore.Mvc;',
    'public interface IName { }',
    'public class Text : IName { public Text(string all) { } }',
    'public class Other { }',
    '[ApiController]',
    'public class App : ControllerBase',
    '{',
    '    [HttpGet("/")]',
    `    public int View([FromQuery] string q) { ${body} return 0; }`,
    members,
    '}\n',
  ].join('\n');

describe('methods of one name in C#', () => {
  it.each([
    ['a function', 'Run(q, () => 1);', 'TimeSpan time', 'Func<int> then'],
    ['an instance', 'Run(q, new Text("a"));', 'Other other', 'IName name'],
    ['an instance and a function', 'Run(q, new Text("a"));', 'Action then', 'Text text'],
  ])('are told apart by what they get: %s', async (_, body, other, meant) => {
    const harmful = (type: string) => `    void Run(string a, ${type}) => Process.Start(a);`;
    const harmless = (type: string) => `    void Run(string a, ${type}) => Console.WriteLine(a);`;
    const members = (one: string, two: string) => `${one}\n${two}`;
    const right = await toldOf({ 'App.cs': controller(body, members(harmful(meant), harmless(other))) });
    expect(right.findings.map(({ rule }) => rule)).toEqual(['command-injection']);
    const wrong = await toldOf({ 'App.cs': controller(body, members(harmful(other), harmless(meant))) });
    expect(wrong.findings).toEqual([]);
  });

  it('are all meant where nothing is known of what they get', async () => {
    const members = ['int', 'Other'].map((type) => `    void Run(string a, ${type} b) => Process.Start(a);`);
    const { findings } = await toldOf({ 'App.cs': controller('Run(q, Find());', members.join('\n')) });
    expect(findings).toHaveLength(2);
  });

  it('are followed to the end where dozens call each other with functions', async () => {
    const types = ['Action<int>', 'Func<string>', 'Predicate<int>', 'Converter<int, int>'];
    const overloads = Array.from({ length: 9 }, (_, at) =>
      types.map((type) => `    void Run${at}(${type} f) { Run${at + 1}(x => f(x)); Run${at + 1}(y => f(y)); }`),
    );
    const { unreadable } = await toldOf({
      'App.cs': controller('Run0(z => 1);', [...overloads.flat(), '    void Run9(Action<int> f) => f(1);'].join('\n')),
    });
    expect(unreadable).toEqual([]);
  });
});

describe('constructors of C#', () => {
  it.each([
    ['one base', 'public class Shown : Start { public Shown(string name) : base(name) { } }'],
    [
      'the base of a base',
      'public class Middle : Start { public Middle(string name) : base(name) { } }\n' +
        'public class Shown : Middle { public Shown(string name) : base(name) { } }',
    ],
    ['one of the base itself', 'public class Shown : Start { public Shown(string name) : base(name, 1) { } }'],
  ])('hand what they get to %s', async (_, classes) => {
    const start =
      'public class Start { string name; public Start(string name) { this.name = name; }\n' +
      'public Start(string name, int level) : this(name) { } public string Get() => name; }';
    const run = (given: string) =>
      toldOf({ 'App.cs': `${controller(`Process.Start(new Shown(${given}).Get());`, '')}${start}\n${classes}\n` });
    expect((await run('q')).findings.map(({ rule }) => rule)).toEqual(['command-injection']);
    expect((await run('"a"')).findings).toEqual([]);
  });
});

describe('constants of C#', () => {
  it('may have the name of a type that they are made of', async () => {
    const { findings, unreadable } = await toldOf({
      'Kind.cs': 'public class Marker { public static readonly Kind Kind = Kind.Of("a", Marker.Kind); }\n',
      'App.cs': controller('Process.Start(q + Marker.Kind.Name);', ''),
    });
    expect(unreadable).toEqual([]);
    expect(findings).toHaveLength(1);
  });
});

describe('a lambda that ASP.NET calls', () => {
  const foundIn = async (lambda: string) => {
    const { findings } = await toldOf({
      'Program.cs':
        'using System.Net.Http;\nusing Microsoft.AspNetCore.Builder;\nvar app = WebApplication.Create(args);\n' +
        `app.MapFallback("{*_}", ${lambda});\napp.Run();\n`,
    });
    return findings.map(({ rule }) => rule);
  };
  const send = (address: string) => `new HttpClient().GetAsync(${address});`;
  const config = 'var cfg = context.RequestServices.GetRequiredService<Settings>(); ';

  it.each([
    ['what the application holds', `async context => { ${config}${send('cfg.Address')} }`],
    ['what the application may hold', `c => { ${send('c.RequestServices.GetService<Settings>().Address')} }`],
    [
      'a path at the address of the program',
      `async (context) => { ${config}${send('cfg.Address + context.Request.Path + context.Request.QueryString')} }`,
    ],
  ])('gets %s', async (_, lambda) => {
    expect(await foundIn(lambda)).toEqual([]);
  });

  it.each([
    ['the query of its context', `async context => { ${send('context.Request.Query["a"]')} }`],
    [
      'the query before the address',
      `async context => { ${config}${send('context.Request.Query["a"] + cfg.Address')} }`,
    ],
    ['a text', `(string a) => { ${send('a')} }`],
    ['some texts', `(string[] a) => { ${send('a[0]')} }`],
  ])('may get an address from %s', async (_, lambda) => {
    expect(await foundIn(lambda)).toEqual(['request-forgery']);
  });
});

describe('extension methods of C#', () => {
  /** The rules that fire in a program with this body of its handler, with static classes beside it. */
  const foundBy = async (body: string, members: string, tree: Readonly<Record<string, string>> = {}) => {
    const extensions = `static class Extensions\n{\n${members}\n}\n`;
    const { findings, unreadable } = await toldOf({ 'App.cs': `${controller(body, '')}${extensions}`, ...tree });
    expect(unreadable).toEqual([]);
    return findings.map(({ rule }) => rule);
  };
  const RUN = 'public static void Launch(this string x) => Process.Start(x);';

  it.each([
    ['that is called on the input', 'q.Launch();', RUN],
    ['that is called where there may be nothing', 'q?.Launch();', RUN],
    ['that is called as what it is', 'Extensions.Launch(q);', RUN],
    ['that an element gets', 'foreach (var x in new[] { q }) x.Launch();', RUN],
    ['within a function', 'new List<string> { q }.ForEach(x => x.Launch());', RUN],
    ['that another one calls', 'q.Outer();', `${RUN}\npublic static void Outer(this string y) => y.Launch();`],
    ['that gives it back', 'Process.Start(q.Same().Same());', 'public static string Same(this string x) => x;'],
    ['of any type', 'Process.Start(q.Tap());', 'public static T Tap<T>(this T x, int n = 1) => x;'],
    ['with an argument', '"ls".Run(q);', 'public static void Run(this string x, string y) => Process.Start(y);'],
    [
      'with named arguments',
      '"ls".Run(z: 1, y: q);',
      'public static void Run(this string x, string y, int z) => Process.Start(y);',
    ],
    [
      'with any number of arguments',
      'Process.Start("ls".All("a", q));',
      'public static string All(this string x, params string[] y) => string.Join(" ", y);',
    ],
    [
      'of a request',
      'Process.Start(Request.Named());',
      'public static string Named(this HttpRequest r) => r.Query["n"];',
    ],
    [
      'that fills a list',
      'var l = new List<string>(); l.Put(q); Process.Start(l[0]);',
      'public static void Put(this List<string> l, string s) { l.Add(s); }',
    ],
    [
      'that fills a variable',
      'q.Get(out var y); Process.Start(y);',
      'public static bool Get(this string x, out string y) { y = x; return true; }',
    ],
    [
      'of a class of the target',
      'new Held(q).Run();',
      'public static void Run(this Held h) => Process.Start(h.All);\n} ' +
        'public class Held { public string All; public Held(string all) { All = all; }',
    ],
    [
      'of an interface',
      'new Held(q).Run();',
      'public static void Run(this IHeld h) => Process.Start(h.All);\n} ' +
        'public interface IHeld { string All { get; } } ' +
        'public class Held : IHeld { public string All { get; set; } public Held(string all) { All = all; }',
    ],
  ])('are followed: one %s', async (_, body, members) => {
    expect(await foundBy(body, members)).toEqual(['command-injection']);
  });

  it('are followed into another file', async () => {
    const tree = { 'Other.cs': `using System.Diagnostics;\nnamespace Other;\npublic static class More { ${RUN} }\n` };
    expect(await foundBy('q.Launch();', '', tree)).toEqual(['command-injection']);
  });

  it.each([
    [
      'one that gives something else',
      'Process.Start(q.Clean());',
      'public static string Clean(this string x) => "ls";',
    ],
    [
      'one that gives what it is called on',
      'Process.Start("ls".Pick(q));',
      'public static string Pick(this string x, string y) => x;',
    ],
    [
      'one of another class',
      'new Text(q).Run();',
      'public static void Run(this Other o) => Process.Start("a" + o);\npublic static void Run(this Text t) { }',
    ],
    [
      'one that lets a constant through',
      'if (q.IsKnown()) Process.Start(q);',
      'public static bool IsKnown(this string x) => x == "a";',
    ],
    [
      'one that ends all else',
      'if (!q.IsKnown()) return 0; Process.Start(q);',
      'public static bool IsKnown(this string x) => x == "a";',
    ],
    [
      'one that throws',
      'q.Known(); Process.Start(q);',
      'public static void Known(this string x) { if (x != "a") throw new Exception(); }',
    ],
  ])('make safe what they make safe: %s', async (_, body, members) => {
    expect(await foundBy(body, members)).toEqual([]);
  });
});

describe('functions within functions of C#', () => {
  it.each([
    ['a lambda', 'Action f = () => Process.Start(q); f();'],
    ['a local function', 'void F() { Process.Start(q); } F();'],
    ['a local function that another one calls', 'void F() { Process.Start(q); } void G() { F(); } G();'],
  ])('have what the function around them has: %s', async (_, body) => {
    expect((await toldOf({ 'App.cs': controller(body, '') })).findings.map(({ rule }) => rule)).toEqual([
      'command-injection',
    ]);
  });
});

describe('what ASP.NET Core makes safe, or gives by itself', () => {
  const foundBy = async (body: string) =>
    (await toldOf({ 'App.cs': controller(body, '').replace('public int View', 'public object View') })).findings.map(
      ({ rule }) => rule,
    );

  it.each([
    ['an address of an action', 'var u = Url.Action("Login", new { q }); Show(new HtmlString($"<a href={u}>"));'],
    ['the base of the path', 'Show(new HtmlString($"<script src={Request.PathBase}/a.js></script>"));'],
    [
      'the stream of a section',
      'var s = new MultipartReader("b", Request.Body).ReadNextSectionAsync(); new StreamReader(s.Body);',
    ],
    ['an unpacked stream', 'new StreamReader(new GZipStream(Request.Body, CompressionMode.Decompress));'],
  ])('is no danger: %s', async (_, body) => {
    expect(await foundBy(body)).toEqual([]);
  });

  it.each([
    ['a parameter in markup', 'Show(new HtmlString($"<a href={q}>"));', 'cross-site-scripting'],
    ['a path that is read', 'new StreamReader(q);', 'path-traversal'],
  ])('is told from what is one: %s', async (_, body, rule) => {
    expect(await foundBy(body)).toEqual([rule]);
  });

  it.each([
    ['does not give arguments of a view component', 'zone', []],
    ['gives its request', 'HttpContext.Request.Query["zone"]', ['cross-site-scripting']],
  ])('%s', async (_, shown, rules) => {
    const component = [
      'using Microsoft.AspNetCore.Mvc;',
      'public abstract class Part : ViewComponent { public object Raw(string html) => new HtmlString(html); }',
      `public class Zone : Part { public object Invoke(string zone) { return new HtmlString(${shown}); } }\n`,
    ];
    const { findings } = await toldOf({ 'Zone.cs': component.join('\n') });
    expect(findings.map(({ rule }) => rule)).toEqual(rules);
  });
});

describe('a text without what a pattern finds', () => {
  const opened = async (statement: string, member = '') => {
    const { findings } = (
      await runOn(profileOf('flow'), flowTools, {
        'A.cs':
          'using System.IO;\nusing System.Text.RegularExpressions;\nusing Microsoft.AspNetCore.Mvc;\n' +
          'public partial class AController : Controller {\n  public string Get(string name) {\n' +
          `    ${statement}\n    return System.IO.File.ReadAllText($"sites/{name}.yaml");\n  }\n  ${member}\n}\n`,
      })
    ).tool('csharp-data-flow');
    return findings.map(({ rule }) => rule);
  };

  it.each([
    ['name = Regex.Replace(name, "[^a-z0-9]", "");', ''],
    ['name = Regex.Replace(name, @"[^\\w-]", "_", RegexOptions.IgnoreCase);', ''],
    ['name = new Regex("[^a-z]").Replace(name, "");', ''],
    ['name = Bad.Replace(name, "");', 'static readonly Regex Bad = new Regex("[^a-z]", RegexOptions.Compiled);'],
    ['name = Bad.Replace(name, "");', 'static readonly Regex Bad = new("[^a-z]");'],
    ['name = Bad().Replace(name, "");', '[GeneratedRegex("[^a-z]")] private static partial Regex Bad();'],
    ['if (!Plain.IsMatch(name)) return "";', 'static readonly Regex Plain = new("^[a-z]+$");'],
    ['if (!Plain().IsMatch(name)) return "";', '[GeneratedRegex("^[a-z]+$")] private static partial Regex Plain();'],
    ['if (!Plain().IsMatch(name)) return "";', 'static Regex Plain() { return new Regex("^[a-z]+$"); }'],
  ])('names no other folder: %s %s', async (statement, member) => {
    expect(await opened(statement, member)).toEqual([]);
  });

  it('names none where another method calls for the pattern first', async () => {
    const pattern = '[GeneratedRegex("[^a-z]")] private static partial Regex Bad();';
    const first = 'private string First(string all) { return Bad().Replace(all, "") + Bad().Replace(all, "a"); }';
    expect(await opened('name = First(name) + Bad().Replace(name, "");', `${pattern}\n${first}`)).toEqual([]);
  });

  it.each([
    ['name = Regex.Replace(name, "[^a-z0-9/.]", "");', ''],
    ['name = Regex.Replace(name, "[a-z]", "");', ''],
    ['name = Regex.Replace("[^a-z]", name, "");', ''],
    ['name = new Regex(" ").Replace(name, "");', ''],
    ['name = Bad().Replace(name, "");', '[GeneratedRegex("[^a-z./]")] private static partial Regex Bad();'],
    ['name = name.Replace("[^a-z]", "");', ''],
    ['if (!Any().IsMatch(name)) return "";', '[GeneratedRegex("[a-z]+")] private static partial Regex Any();'],
    ['if (Any().IsMatch(name)) return "";', '[GeneratedRegex("^[a-z]+$")] private static partial Regex Any();'],
  ])('may name one where they stay: %s %s', async (statement, member) => {
    expect(await opened(statement, member)).toContain('path-traversal');
  });
});

describe('a namespace that has another name in its file', () => {
  const deleted = async (using: string, call: string) =>
    (
      await toldOf({
        'A.cs':
          `${using}\nusing Microsoft.AspNetCore.Mvc;\npublic class AController : Controller {\n` +
          `  public void Get(string name) { ${call} }\n}\n`,
      })
    ).findings.map(({ rule }) => rule);

  it('has the types of the one that is meant', async () => {
    expect(await deleted('using IO = System.IO;', 'IO.File.Delete("all/" + name);')).toEqual(['path-traversal']);
    expect(await deleted('using F = System.IO.File;', 'F.Delete("all/" + name);')).toEqual(['path-traversal']);
    // A hash names no folder, also of an unknown function.
    const hashed = 'IO.File.Delete("all/" + Own.Tools.Hashes.md5(name));';
    expect(await deleted('using IO = System.IO;', hashed)).toEqual([]);
    expect(await deleted('using IO = System.IO;', hashed.replace('md5', 'shown'))).toEqual(['path-traversal']);
    expect(await deleted('using IO = Own.IO;', 'IO.File.Delete("all/" + name);')).toEqual([]);
    expect(await deleted('using IO = System.IO;', 'var IO = new Own(); IO.File.Delete("all/" + name);')).toEqual([]);
  });
});
