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
