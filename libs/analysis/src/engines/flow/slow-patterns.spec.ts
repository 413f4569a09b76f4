import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const found = async (body: string, others: Record<string, string> = {}) => {
  const text =
    "const app = require('express')();\nconst { SLOW } = require('./patterns');\n" +
    `app.get('/', (req, res) => {\n${body}\n});\n`;
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.js': text, ...others })).tool('js-data-flow');
  return findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
};

describe('an expression that takes exponential time', () => {
  it.each([
    ['tests a part of the request', 'const slow = /^([0-9]+)+#$/;\nif (slow.test(req.query.q)) res.end();'],
    ['is looked for in a part of the request', 'req.query.q.match(/^([0-9]+)+#$/);'],
    ['is replaced in a part of the request', "req.query.q.replace(/^([0-9]+)+#$/, '');"],
    ['is made of a text', "new RegExp('^([0-9]+)+#$').exec(req.query.q);"],
  ])('%s', async (_, body) => expect(await found(body)).toEqual(['a.js:4 slow-pattern']));

  it('is grave where it stands before the condition that asks it', async () => {
    const { findings } = (
      await runOn(profileOf('flow'), flowTools, {
        'a.js':
          "const app = require('express')();\napp.get('/', (req, res) => {\n  const slow = /^([0-9]+)+#$/;\n" +
          '  if (!slow.test(req.query.q)) return res.sendStatus(400);\n  res.end();\n});\n',
      })
    ).tool('js-data-flow');
    expect(findings.map(({ severity }) => severity)).toEqual([undefined]);
  });

  it('is shown where it is written', async () => {
    const patterns = { 'patterns.js': 'exports.SLOW = /^([0-9]+)+#$/;\n' };
    expect(await found('SLOW.test(req.query.q);', patterns)).toEqual(['patterns.js:1 slow-pattern']);
  });

  it.each([
    ['tests what the program itself holds', "/^([0-9]+)+#$/.test('12');"],
    ['tests a number', '/^([0-9]+)+#$/.test(Number(req.query.q));'],
    ['tests a member of a list', "if (['a', 'b'].includes(req.query.q)) /^([0-9]+)+#$/.test(req.query.q);"],
  ])('is harmless where it %s', async (_, body) => expect(await found(body)).toEqual([]));

  it.each([
    ['without a repeated group', '/^[0-9]+#$/.test(req.query.q);'],
    ['whose groups begin with a separator', '/^[a-z]+(?:-[a-z]+)*$/.test(req.query.q);'],
    ['that a text is split by', "req.query.q.split('([0-9]+)+#');"],
  ])('is none %s', async (_, body) => expect(await found(body)).toEqual([]));
});
