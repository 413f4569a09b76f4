import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const found = async (tool: string, file: string, text: string) =>
  (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool).findings.map(({ rule }) => rule);

describe('a copy that is made by writing an object and reading it again', () => {
  const inPython = (read: string) =>
    found('py-data-flow', 'a.py', `import pickle\nfrom flask import request\ndef a():\n    pickle.loads(${read})\n`);
  const inRuby = (read: string) =>
    found(
      'ruby-data-flow',
      'app/controllers/a_controller.rb',
      `class AController < ApplicationController\n  def a\n    Marshal.load(${read})\n  end\nend\n`,
    );
  const inPhp = (read: string) => found('php-data-flow', 'a.php', `<?php\nunserialize(${read});\n`);

  it.each([
    ['Python', inPython, 'pickle.dumps(request.args)', 'request.data'],
    ['Ruby', inRuby, 'Marshal.dump(params[:a])', 'params[:a]'],
    ['PHP', inPhp, "serialize($_GET['a'])", "$_GET['a']"],
  ])('is safe in %s', async (_, of, copy, input) => {
    expect(await of(copy)).toEqual([]);
    expect(await of(input)).toEqual(['unsafe-deserialization']);
  });
});

describe('a text that a call gives', () => {
  const page = (text: string) =>
    found(
      'csharp-data-flow',
      'A.cs',
      'using System.IO;\nusing Microsoft.AspNetCore.Mvc;\npublic class A : Controller {\n' +
        '  [HttpGet("a")] public IActionResult Get(string color) {\n    string icon = File.ReadAllText("a.svg");\n' +
        `    return Content(${text}, "image/svg+xml");\n  }\n}\n`,
    );

  it('carries what replaces a part of it', async () => {
    expect(await page('icon.Replace("#f00", color)')).toEqual(['cross-site-scripting']);
    expect(await page('icon.Replace(color, "#f00")')).toEqual(['cross-site-scripting']);
    expect(await page('icon.Replace("#f00", "#0f0")')).toEqual([]);
  });
});
