import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, files: Record<string, string>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool(tool);
  return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as the rule'}`);
}

const LESS = ['command-injection medium'];
const ALARM = ['command-injection as the rule'];

describe('input about which the program asks a function that is not known', () => {
  const js = (lines: string) =>
    found('js-data-flow', {
      'a.js':
        "const { exec } = require('child_process');\nconst all = require('all');\n" +
        `require('express')().get('/', async (req, res) => {\n  const name = req.query.name;\n  ${lines}\n});\n`,
    });

  it.each([
    ['whose answer decides', "if (!all.knows(name)) return;\n  exec('ls ' + name);"],
    ['whose answer leads on', "if (all.knows(name)) {\n    exec('ls ' + name);\n  }"],
    ['by the name of a field', "const one = await all.find({ name });\n  if (!one) return;\n  exec('ls ' + name);"],
    ['whose answer is compared', "if (all.count(name) === 0) return;\n  exec('ls ' + name);"],
    [
      'by a field of its answer',
      "const told = all.safeParse(name);\n  if (!told.success) return;\n  exec('ls ' + name);",
    ],
    ['by a key of a collection', "if (!all.kinds[name]) return;\n  exec('ls ' + name);"],
  ])('is no alarm, where it is one %s', async (_, lines) => {
    expect(await js(lines)).toEqual(LESS);
  });

  it.each([
    ['that does not decide', "if (all.knows(name)) console.log('known');\n  exec('ls ' + name);"],
    ['about something else', "if (!all.knows(res)) return;\n  exec('ls ' + name);"],
    ['whether it is empty', "if (all.isEmpty(name)) return;\n  exec('ls ' + name);"],
    ['whether a file has this name', "if (!all.existsSync(name)) return;\n  exec('ls ' + name);"],
    ['that does something', "if (!all.send(name)) return;\n  exec('ls ' + name);"],
    ['by a key of what is sent', "if (!req.body[name]) return;\n  exec('ls ' + name);"],
  ])('is an alarm, where it is one %s', async (_, lines) => {
    expect(await js(lines)).toEqual(ALARM);
  });

  it('is no alarm in other languages', async () => {
    const php = "<?php\n$name = $_GET['name'];\nif (!$users->knows($name)) {\n    exit;\n}\nsystem('ls ' . $name);\n";
    expect(await found('php-data-flow', { 'a.php': php })).toEqual(LESS);
    const ruby =
      'class UsersController < ApplicationController\n  def show\n    name = params[:name]\n' +
      '    return unless Registry.knows?(name)\n    system("ls #{name}")\n  end\nend\n';
    expect(await found('ruby-data-flow', { 'app/controllers/users_controller.rb': ruby })).toEqual(LESS);
    const python =
      'import os\nimport registry\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route("/")\n' +
      'def show():\n    name = request.args["name"]\n    if not registry.knows(name):\n        return ""\n' +
      '    os.system("ls " + name)\n    return ""\n';
    expect(await found('py-data-flow', { 'a.py': python })).toEqual(LESS);
  });

  it('is no alarm where a loop asks about a part of each element', async () => {
    const python = (line: string) =>
      found('py-data-flow', {
        'a.py':
          'import os\nimport registry\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route("/")\n' +
          'def show():\n    steps = request.json["steps"]\n    for step in steps:\n        id = step.get("id")\n' +
          `        ${line}\n    run(steps)\n    return ""\ndef run(steps):\n    for step in steps:\n` +
          '        os.system("ls " + step.get("id"))\n',
      });
    expect(await python('if not registry.knows(id): raise ValueError()')).toEqual(LESS);
    expect(await python('print(id)')).toEqual(ALARM);
    expect(await python('if registry.knows(id): print(id)')).toEqual(ALARM);
  });

  it('is safe where a pattern is asked about it without the space around it', async () => {
    const php = (test: string) =>
      found('php-data-flow', {
        'a.php':
          `<?php\nif (!preg_match('/^[a-z]+$/D', ${test})) {\n    exit;\n}\n` +
          "system('ls ' . trim($_GET['name']));\n",
      });
    expect(await php("trim($_GET['name'])")).toEqual([]);
    expect(await php("md5($_GET['name'])")).toEqual(ALARM);
  });
});
