import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, file: string, source: string): Promise<readonly string[]> {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: source })).tool(tool);
  return findings.map(({ rule }) => rule);
}

type Case = readonly [what: string, packages: string, statements: string, rules: readonly string[]];

/** Statements in a handler of Express, with the packages under their own names. */
const inJavascript = (packages: string, statements: string): Promise<readonly string[]> => {
  const names = ['express', 'fs', ...packages.split(' ').filter(Boolean)];
  const lines = names.map((name) => `const ${name.replaceAll(/\W/g, '')} = require('${name}');`);
  const handler = `express().post('/', async (req, res) => {\n  const q = req.query.q;\n  ${statements}\n});`;
  return found('js-data-flow', 'shop.js', [...lines, handler, ''].join('\n'));
};

describe('calls of a library of JavaScript', () => {
  it.each<Case>([
    ['a whole statement', 'pg', 'new pg.Pool().query(q)', ['sql-injection']],
    ['a statement in an object', 'pg', "new pg.Pool().query({ text: 'SELECT ' + q + ' FROM a' })", ['sql-injection']],
    ['values beside a statement', 'pg', "new pg.Pool().query({ text: 'SELECT $1 FROM a', values: [q] })", []],
    ['a raw part of Knex', 'knex', "knex({})('a').havingRaw(q)", ['sql-injection']],
    [
      'a query of Neo4j',
      'neo4j-driver',
      "neo4jdriver.driver('').session().run(`MATCH (n {a: '${q}'}) RETURN n`)",
      ['nosql-injection'],
    ],
    ['the body as a row', 'mongoose', "mongoose.model('A').create(req.body)", ['mass-assignment']],
    ['a field of the body as a row', 'mongoose', "mongoose.model('A').create({ name: String(req.body.name) })", []],
    ['the second path of a copy', '', "fs.cpSync('a', q)", ['path-traversal']],
    ['an address of a client', 'superagent', 'superagent.put(q)', ['request-forgery']],
    ['a file of code', '', 'require(q)', ['file-inclusion']],
    ['a text for later', '', "setTimeout('a(' + q + ')', 5)", ['code-injection']],
    ['a function for later', '', 'setTimeout(() => a(q), 5)', []],
    ['markup of Markdown', 'marked', 'res.send(marked.parse(q))', ['cross-site-scripting']],
    ['a header that leads elsewhere', '', 'res.writeHead(302, { Location: q })', ['open-redirect']],
    ['a weak digest of a package', 'md5', 'md5(q)', ['weak-hash']],
  ])('are judged: %s', async (_, packages, statements, rules) => {
    expect(await inJavascript(packages, statements)).toEqual(rules);
  });

  it('hear what comes in parts', async () => {
    const source = `const http = require('http');
const { exec } = require('child_process');
http.createServer((req, res) => {
  let body = '';
  req.on('data', (part) => { body += part; });
  req.on('end', () => exec(body));
});
`;
    expect(await found('js-data-flow', 'shop.js', source)).toEqual(['command-injection']);
  });
});

describe('calls of a library of C#', () => {
  const inCsharp = (usings: string, statements: string): Promise<readonly string[]> => {
    const names = ['System', 'Microsoft.AspNetCore.Mvc', ...usings.split(' ').filter(Boolean)];
    const body = `    public void Act(string q) { ${statements} }`;
    const lines = [
      ...names.map((name) => `using ${name};`),
      'public class ShopController : Controller {',
      body,
      '}',
      '',
    ];
    return found('csharp-data-flow', 'Shop.cs', lines.join('\n'));
  };

  it.each<Case>([
    ['a shell', 'System.Diagnostics', 'Process.Start("sh", "-c " + q);', ['command-injection']],
    ['a list of arguments', 'System.Diagnostics', 'Process.Start("ls", new[] { q });', []],
    ['a raw part of SqlKata', 'SqlKata.Execution', 'Find().WhereRaw("a = " + q);', ['sql-injection']],
    ['a raw part with a value', 'SqlKata.Execution', 'Find().WhereRaw("a = ?", q);', []],
    ['a query as JSON', 'MongoDB.Driver', 'Rows().Find("{ a: \'" + q + "\' }");', ['nosql-injection']],
    ['an address of its own', 'System.Net.Http', 'new HttpClient { BaseAddress = new Uri(q) };', ['request-forgery']],
    ['a type by its name', '', 'Type.GetType(q);', ['unsafe-reflection']],
    ['the default of rounds', 'System.Security.Cryptography', 'new Rfc2898DeriveBytes(q, Salt());', ['few-iterations']],
    ['a cipher by its class', 'System.Security.Cryptography', 'new DESCryptoServiceProvider();', ['weak-cipher']],
  ])('are judged: %s', async (_, usings, statements, rules) => {
    expect(await inCsharp(usings, statements)).toEqual(rules);
  });
});
