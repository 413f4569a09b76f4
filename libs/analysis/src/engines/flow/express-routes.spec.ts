import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tree: Record<string, string>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, tree)).tool('js-data-flow');
  return findings.map(({ rule, file, line }) => `${file}:${line} ${rule}`);
}

const FS = "const fs = require('fs');\n";
const SENDS = "(req, res) => { const { id } = req.params; fs.createReadStream('files/' + id).pipe(res); }";
const app = (...routes: string[]) => ({
  'a.js':
    `${FS}const app = require('express')();\nconst ID = '([0-9a-fA-F]{10,16})';\nconst send = ${SENDS};\n` +
    routes.map((route) => `app.get(${route}, send);\n`).join(''),
});

describe('a part of a path of Express', () => {
  it.each([
    String.raw`'/a/:id(\\d+)'`,
    "'/a/:id([0-9a-f]+)'",
    '`/a/:id${ID}`',
    "'/a/:id(one|two)'",
    String.raw`'/a/:id([\\w-]{16})/:name'`,
    String.raw`'/a/:id(\\w+)?'`,
  ])('holds no path where its route lets none through: %s', async (route) => {
    expect(await found(app(route))).toEqual([]);
  });

  it.each(["'/a/:id'", "'/a/:id(.*)'", "'/a/:id([^/]+)'", "'/a/:id([0-9%]+)'", "'/a/:name([0-9]+)/:id'", "['/a/:id']"])(
    'may hold one elsewhere: %s',
    async (route) => {
      expect(await found(app(route))).toEqual(['a.js:4 path-traversal']);
    },
  );

  it('is judged by each route of its function', async () => {
    expect(await found(app("'/a/:id([0-9]+)'", "'/b/:id'"))).toEqual(['a.js:4 path-traversal']);
    expect(await found(app("'/b/:id'", "'/a/:id([0-9]+)'"))).toEqual(['a.js:4 path-traversal']);
    expect(await found(app("'/a/:id([0-9]+)'", "'/b/:id([a-z]+)'"))).toEqual([]);
  });

  it('is known in a handler of another file, and in what that calls', async () => {
    const tree = (route: string) => ({
      'app.js': "require('./routes')(require('express')());\n",
      'routes.js': `module.exports = (app) => app.get('${route}', require('./send'));\n`,
      'send.js': "const open = require('./open');\nmodule.exports = (req, res) => open(req.params.id).pipe(res);\n",
      'open.js': `${FS}module.exports = (id) => fs.createReadStream('files/' + id);\n`,
    });
    expect(await found(tree('/a/:id([0-9]+)'))).toEqual([]);
    expect(await found(tree('/a/:id'))).not.toEqual([]);
  });

  it('is harmful in other ways, if its letters are', async () => {
    const run = (route: string) =>
      found({
        'a.js':
          "const { exec } = require('child_process');\nconst app = require('express')();\n" +
          `app.get('${route}', (req, res) => exec('ls ' + req.params.id));\n`,
      });
    expect(await run('/a/:id([0-9]+)')).toEqual([]);
    expect(await run('/a/:id([^0-9]+)')).toEqual(['a.js:3 command-injection']);
  });
});
