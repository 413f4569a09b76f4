import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, file: string, text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.map(({ rule, line }) => `${rule} ${line}`);
}

describe('a handler within a function that no code of the target calls', () => {
  const api = (body: string) =>
    found(
      'js-data-flow',
      'api.js',
      'const express = require("express");\nconst { exec } = require("child_process");\n' +
        `module.exports = function api(context) {\n${body}\n};\n`,
    );

  it.each([
    ['a function', 'const run = (name) => { exec(name); };'],
    ['a function that is declared', 'function run(name) { exec(name); }'],
    ['a function that another one makes', 'const make = () => (name) => { exec(name); };\nconst run = make();'],
  ])('knows %s around it', async (_, line) => {
    const [first] = await api(`${line}\nexpress().get("/", (req, res) => { run(req.query.name); });`);
    expect(first).toBe('command-injection 4');
  });

  it('knows what a function around it makes of the input', async () => {
    const shown = (make: string) =>
      api(`const make = async (name) => ${make};\nexpress().get("/", async (req, res) => {\n
  res.send(await make(req.query.name));\n});`);
    expect(await shown('({ ...context.all, name })')).toEqual([]);
    expect(await shown('name')).toEqual(['cross-site-scripting 7']);
  });

  it('knows an object around it', async () => {
    const body =
      'class Tool { run(name) { exec(name); } }\nconst tool = new Tool();\n' +
      'express().get("/", (req, res) => { tool.run(req.query.name); });';
    expect(await api(body)).toEqual(['command-injection 4']);
  });
});
