import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { scriptOfTemplate } from './lower/javascript/ejs';

const APP = "const app = require('express')();\nconst { Product } = require('./models');\n";
const MODELS = "const { Sequelize } = require('sequelize');\nmodule.exports = new Sequelize('shop').models;\n";

/** `rule file:line severity` of each finding of a handler and the template that it renders. */
async function found(handler: string, template: string, name = 'views/app/products.ejs') {
  const app = `${APP}app.get('/', (req, res) => {\n  ${handler};\n});\n`;
  const files = { 'app.js': app, 'models.js': MODELS, [name]: template };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('js-data-flow');
  return findings.map(({ rule, file, line, severity }) => `${rule} ${file}:${line} ${severity ?? 'as the rule'}`);
}

const RENDER = "res.render('app/products', { output: { term: req.query.term } })";

describe('an EJS template', () => {
  it('shows what its handler gives it, also within conditions and loops', async () => {
    const template = '<p>\n<% if (output && output.term) { %>\n  <b><%- output.term %></b>\n<% } -%>\n</p>\n';
    expect(await found(RENDER, template)).toEqual(['cross-site-scripting views/app/products.ejs:3 as the rule']);
  });

  it('is known by its name below any folder', async () => {
    const name = 'server/templates/app/products.ejs';
    expect(await found(RENDER, '<%- output.term %>', name)).toEqual([`cross-site-scripting ${name}:1 as the rule`]);
  });

  it('gets what a variable holds that nobody declares', async () => {
    const handler = "output = { term: req.query.term }; res.render('app/products', { output: output })";
    expect(await found(handler, '<%- output.term %>')).toHaveLength(1);
  });

  it('shows what others have put into the database, with less weight', async () => {
    const handler = "Product.findAll().then((all) => res.render('app/products', { all }))";
    const template = '<% for (const each of all) { %>\n<td><%- each.name %></td><% } %>';
    expect(await found(handler, template)).toEqual(['cross-site-scripting views/app/products.ejs:2 medium']);
    expect(await found(handler, template.replace('<%-', '<%='))).toEqual([]);
  });

  it('has scripts of its page followed as well', async () => {
    const template = '<h1>Shop</h1>\n<script>\n  document.write(decodeURIComponent(location.hash));\n</script>\n';
    expect(await found('res.end()', template)).toEqual(['cross-site-scripting views/app/products.ejs:3 as the rule']);
  });

  it.each([
    ['escapes it', '<%= output.term %>'],
    ['says nothing of it in a comment', '<%# output.term %><%%- output.term %>'],
    ['shows another name', '<%- output.other && name %>'],
  ])('is harmless where it %s', async (_, template) => {
    expect(await found(RENDER, template)).toEqual([]);
  });

  it('is read with its lines and columns, in one pass', () => {
    const template =
      '<% if (a) { -%>\n<i><%- b %></i> <%_ } _%>\n<script src="x.js">no</script><script>let c = <%= d %>;</script>';
    expect(
      scriptOfTemplate(template)
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual(['   if (a) {', '   _r( b );         }', '                                      let c = _e( d ) ;']);
    expect(scriptOfTemplate('<% '.repeat(50_000) + '<script>'.repeat(50_000))).toHaveLength(550_000);
  });
});

const reset = (condition: string) =>
  `const app = require('express')();\nconst md5 = require('md5');\nconst KEY = process.env.KEY;\n` +
  `app.get('/', (req, res) => {\n  if (${condition}) res.end('ok');\n});\n`;

describe('a token that is compared with a digest', () => {
  it.each([
    ['of what the request itself holds', 'req.query.token == md5(req.query.login)', ['predictable-secret 5']],
    ['of a secret beside it', 'req.query.token === md5(req.query.login + KEY)', []],
    ['is no token', 'req.query.etag === md5(req.query.login)', []],
  ])('%s', async (_, condition, expected) => {
    const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.js': reset(condition) })).tool('js-data-flow');
    const ofSecrets = findings.filter(({ rule }) => rule !== 'weak-hash');
    expect(ofSecrets.map(({ rule, line }) => `${rule} ${line}`)).toEqual(expected);
  });
});
