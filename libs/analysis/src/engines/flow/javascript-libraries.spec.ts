import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** `rule line` of each finding. */
async function found(text: string) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.js': text })).tool('js-data-flow');
  return findings.map(({ rule, line }) => `${rule} ${line}`);
}

const UNZIP = "const unzipper = require('unzipper');\nconst fs = require('fs');\nconst path = require('path');\n";
const each = (event: string, body: string) =>
  `${UNZIP}exports.unpack = (from, to) =>\n` +
  `  from.pipe(unzipper.Parse()).on('${event}', (entry) => {\n    ${body}\n  });\n`;

describe('the names of files in an archive', () => {
  const WRITE = 'entry.pipe(fs.createWriteStream(path.join(to, entry.path)));';

  it('choose where files are written, whichever function the archive is read in', async () => {
    expect(await found(each('entry', WRITE))).toEqual(['path-traversal 6']);
  });

  it.each([
    ['are none of other events', each('data', WRITE)],
    ['are none where no package reads archives', each('entry', WRITE).replace("'unzipper'", "'zlib'")],
    [
      'are harmless below a folder',
      each(
        'entry',
        'const file = path.resolve(to, entry.path); if (!file.startsWith(to + path.sep)) return;\n' +
          'fs.createWriteStream(file);',
      ),
    ],
  ])('%s', async (_, text) => {
    expect(await found(text)).toEqual([]);
  });
});

const query = (call: string) =>
  "const app = require('express')();\nconst { Shop } = require('mongodb');\n" +
  `app.post('/:id', (req, res) => {\n  ${call};\n});\n`;

describe('a query of a database', () => {
  it.each([
    ['a text of code, also from the path', "Shop.find({ $where: 'this.id == ' + req.params.id })", true],
    ['a text of code with a number', "Shop.find({ $where: 'this.id == ' + Number(req.params.id) })", false],
    ['an object', 'Shop.findOne({ id: req.body.id })', true],
    ['a text of the path', 'Shop.findOne({ id: req.params.id })', false],
    ['conditions of a mapper to SQL', 'Shop.findOne({ where: { id: req.body.id } })', false],
  ])('with %s', async (_, call, isFound) => {
    expect(await found(query(call))).toEqual(isFound ? ['nosql-injection 4'] : []);
  });
});

describe('the options of a client', () => {
  const asked = (package_: string, call: string) =>
    found(
      `const client = require('${package_}');\nconst app = require('express')();\n` +
        `app.post('/a', (req, res) => {\n  ${call};\n});\n`,
    );

  it.each([
    ['axios', 'client({ url: req.body.url })'],
    ['axios', 'client.request({ baseURL: req.body.base, url: "/a" })'],
    ['axios', 'client.create({ baseURL: req.body.base })'],
    ['axios', 'client(req.body)'],
    ['axios', 'client({ method: "POST", ...req.body })'],
    ['axios', 'client(req.query.url)'],
    ['request', 'client({ uri: req.body.url })'],
    ['request', 'client.post({ url: req.body.url })'],
    ['got', 'client({ prefixUrl: req.body.url })'],
  ])('of %s choose the address: %s', async (name, call) => {
    expect(await asked(name, call)).toEqual(['request-forgery 4']);
  });

  it.each([
    ['axios', 'client({ url: "https://a.example/", data: req.body, params: req.query })'],
    ['axios', 'const all = { url: process.env.OTHER }; all.data = req.body; client.request(all)'],
    ['request', 'client.post({ url: "https://a.example/", json: req.body })'],
    ['got', 'client({ url: "https://a.example/", searchParams: req.query })'],
  ])('of %s only say what is sent: %s', async (name, call) => {
    expect(await asked(name, call)).toEqual([]);
  });
});
