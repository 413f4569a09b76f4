import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The lines of commands that get input in the handler of a request. */
async function found(body: string) {
  const head = 'const { exec } = require("child_process");\nrequire("express")().post("/", (req, res) => {\n';
  const text = `${head}${body}\n});\n`;
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.js': text })).tool('js-data-flow');
  return findings.filter(({ rule }) => rule === 'command-injection').map(({ line }) => line);
}

describe('a field that the code sets in what comes in', () => {
  it('holds no input any more', async () => {
    expect(await found('req.body.name = "a";\nexec(req.body.name);')).toEqual([]);
    expect(await found('const job = req.body;\njob.name = "a";\nexec(job.name);')).toEqual([]);
  });

  it.each([
    ['gets input', 'req.body.name = req.query.name;\nexec(req.body.name);'],
    ['is another one', 'req.body.name = "a";\nexec(req.body.other);'],
    [
      'gets input on one way',
      'req.body.name = "a";\nif (req.query.b) req.body.name = req.query.b; exec(req.body.name);',
    ],
    ['is set on one way', 'if (req.query.b) req.body.name = "a";\nexec(req.body.name);'],
    ['lies in another object later', 'req.body.name = "a"; req.body = req.query;\nexec(req.body.name);'],
  ])('is looked at as before where it %s', async (_, body) => {
    expect(await found(body)).toEqual([4]);
  });
});

describe('ids of MongoDB', () => {
  const query = (value: string) =>
    'const express = require("express");\nconst { MongoClient, ObjectId } = require("mongodb");\n' +
    'express().put("/", (req) => {\n  const all = new MongoClient("a").db("b").collection("c");\n' +
    `  all.replaceOne({ _id: ${value} }, {});\n});\n`;

  it('are made of 24 digits', async () => {
    const rules = async (text: string) =>
      (await runOn(profileOf('flow'), flowTools, { 'a.js': text }))
        .tool('js-data-flow')
        .findings.map(({ rule }) => rule);
    expect(await rules(query('new ObjectId(req.body.id)'))).toEqual([]);
    expect(await rules(query('req.body.id'))).toEqual(['nosql-injection']);
  });
});

describe('a field that a condition sets', () => {
  it.each([
    ['a constant, unless it is one of a list', "if (!['a', 'b'].includes(job.name)) job.name = 'a';", []],
    ['other input, unless it is one of a list', "if (!['a', 'b'].includes(job.name)) job.name = req.query.b;", [5]],
    ['a constant, for another reason', "if (req.query.b) job.name = 'a';", [5]],
  ])('holds %s', async (_, line, lines) => {
    expect(await found(`const job = { name: req.query.name };\n${line}\n exec(job.name);`)).toEqual(lines);
  });
});
