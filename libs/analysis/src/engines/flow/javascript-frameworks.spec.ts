import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** `rule line` of each finding. */
async function found(text: string, file = 'a.ts') {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool('js-data-flow');
  return findings.map(({ rule, line }) => `${rule} ${line}`);
}

const KOA = "import Koa from 'koa';\nimport Router from '@koa/router';\nconst router = new Router();\n";
const koa = (body: string) => `${KOA}router.post('/:id', async (ctx) => {\n  ${body}\n});\n`;
const FASTIFY = "import Fastify from 'fastify';\nimport { exec } from 'node:child_process';\n";
const fastify = (body: string) =>
  `${FASTIFY}const app = Fastify();\napp.get('/', async (request, reply) => {\n  ${body}\n});\n`;
const NEST =
  "import { Body, Controller, Get, Query } from '@nestjs/common';\nimport { exec } from 'child_process';\n" +
  "@Controller('a')\nexport class A {\n";
const nest = (method: string) => `${NEST}  @Get()\n  ${method}\n}\n`;
const FETCH =
  "import { readFile } from 'node:fs/promises';\nimport { type NextRequest, NextResponse } from 'next/server';\n";
const route = (body: string, type = 'NextRequest') =>
  `${FETCH}export async function GET(request: ${type}) {\n  ${body}\n}\n`;
const TYPEORM = "import { DataSource } from 'typeorm';\nimport express from 'express';\nconst app = express();\n";
const typeorm = (condition: string) =>
  `${TYPEORM}app.get('/', (req, res) => {\n  users.createQueryBuilder('u').where(${condition});\n});\n`;

describe('what requests bring', () => {
  it.each([
    ['the query of Koa', koa("ctx.body = '<b>' + ctx.query.name;"), 'cross-site-scripting 5'],
    ['plain text of Koa', koa('ctx.body = ctx.query.name;'), undefined],
    ['a type of Koa that is no markup', koa("ctx.type = 'text/plain'; ctx.body = '<b>' + ctx.query.n;"), undefined],
    ['what a program of Koa answers', koa("ctx.body = { name: 'a' }; ctx.redirect(ctx.body.name);"), undefined],
    ['the body of Koa', koa('ctx.redirect(ctx.request.body.to);'), 'open-redirect 5'],
    ['the own path of Koa', koa('ctx.redirect(ctx.path);'), undefined],
    ['the query of Fastify', fastify('exec(request.query.command);'), 'command-injection 5'],
    ['a number of Fastify', fastify('exec(`sleep ${Number(request.query.seconds)}`);'), undefined],
    ['a redirect of Fastify', fastify('reply.code(302).redirect(request.query.to);'), 'open-redirect 5'],
    ['a parameter of Nest', nest("run(@Query('q') q: string) { exec('ls ' + q); }"), 'command-injection 6'],
    ['another parameter of Nest', nest("run(q: string) { exec('ls ' + q); }"), undefined],
    ['markup of Nest', nest("page(@Query('q') q: string) { return '<b>' + q; }"), 'cross-site-scripting 6'],
    ['an object of Nest', nest("page(@Query('q') q: string) { return { q: '<b>' + q }; }"), undefined],
    ['the query of Next', route("await readFile(request.nextUrl.searchParams.get('f'));"), 'path-traversal 4'],
    ['the body of Next', route('eval((await request.json()).code);'), 'code-injection 4'],
    [
      'the query of the Fetch API',
      route("const { searchParams } = new URL(request.url); await fetch(searchParams.get('u'));", 'Request'),
      'request-forgery 4',
    ],
    ['the own address', route('await fetch(request.url);', 'Request'), undefined],
    ['a path of the own site', route("return NextResponse.redirect(new URL('/login', request.url));"), undefined],
    ['another site', route("return NextResponse.redirect(request.nextUrl.searchParams.get('to'));"), 'open-redirect 4'],
    ['a condition of TypeORM', typeorm('"name = \'" + req.query.name + "\'"'), 'sql-injection 5'],
    ['a placeholder of TypeORM', typeorm("'name = :name', { name: req.query.name }"), undefined],
  ])('%s', async (_, text, finds) => {
    expect(await found(text)).toEqual(finds === undefined ? [] : [finds]);
  });

  it.each([
    ['a router that code outside of the target has made', "const router = require('other')(express);\n"],
    ['a router that a function gets', 'module.exports = (router) => {\n'],
  ])('is followed where %s gets the handler', async (_, router) => {
    const head = `const express = require('express');\nconst { exec } = require('child_process');\n${router}`;
    const named = "function run(req, res) { exec(req.query.a); }\nrouter.get('/a', run);\n";
    const end = router.endsWith('{\n') ? '};\n' : '';
    const isFound = (handlers: string) => found(`${head}${handlers}${end}`, 'a.js');
    expect(await isFound("router.get('/a', (req, res) => exec(req.query.a));\n")).toEqual(['command-injection 4']);
    expect(await isFound(named)).toEqual(['command-injection 4']);
    expect(await isFound("router.each('/a', (item, other) => exec(item.query.a));\n")).toEqual([]);
  });

  it('gets by a promise of a callback to a command', async () => {
    const text =
      "const { promisify } = require('util');\nconst { exec, execFile } = require('child_process');\n" +
      "const app = require('express')();\nconst [run, runFile] = [promisify(exec), promisify(execFile)];\n" +
      "app.get('/', async (req, res) => {\n  await run('ls ' + req.query.folder);\n" +
      "  await runFile('ls', [req.query.folder]);\n});\n";
    expect(await found(text, 'a.js')).toEqual(['command-injection 6']);
  });

  it('is no markup where the head of the answer says so', async () => {
    const answer = (type: string) =>
      "const http = require('http');\nhttp.createServer((request, response) => {\n" +
      "  const { searchParams } = new URL(request.url, 'http://localhost');\n" +
      `  response.writeHead(200, { 'Content-Type': '${type}' });\n  response.end(searchParams.get('q'));\n});\n`;
    expect(await found(answer('text/html'), 'a.js')).toEqual(['cross-site-scripting 5']);
    expect(await found(answer('text/plain'), 'a.js')).toEqual([]);
  });
});

describe('what the address of a page brings', () => {
  it.each([
    ['a part as markup', 'e.innerHTML = decodeURIComponent(location.hash.slice(1));', 'cross-site-scripting 1'],
    ['a part as text', 'e.textContent = decodeURIComponent(location.hash.slice(1));', undefined],
    ['a parameter', "e.innerHTML = new URLSearchParams(window.location.search).get('q');", 'cross-site-scripting 1'],
    ['a parameter of jQuery', "$('#a').html(new URL(location.href).searchParams.get('q'));", 'cross-site-scripting 1'],
    ['where to go', "location.href = new URLSearchParams(location.search).get('to');", 'open-redirect 1'],
    ['the same page again', "location.href = location.href + '?again';", undefined],
    ['a request of the browser', 'fetch(location.search);', undefined],
  ])('%s', async (_, text, finds) => {
    expect(await found(text, 'a.js')).toEqual(finds === undefined ? [] : [finds]);
  });

  it('is cleaned before React shows it', async () => {
    const page = (value: string) =>
      "import DOMPurify from 'isomorphic-dompurify';\nimport { useSearchParams } from 'next/navigation';\n" +
      `export function Notice() {\n  const text = useSearchParams().get('notice');\n  const html = ${value};\n` +
      '  return <p dangerouslySetInnerHTML={{ __html: html }} />;\n}\n';
    expect(await found(page('text'), 'a.tsx')).toEqual(['cross-site-scripting 6']);
    expect(await found(page('DOMPurify.sanitize(text)'), 'a.tsx')).toEqual([]);
  });
});

describe('queries of directories and documents', () => {
  const APP = "const ldap = require('ldapjs');\nconst xpath = require('xpath');\nconst app = require('express')();\n";
  const handler = (body: string) => `${APP}app.get('/', (req, res) => {\n  ${body}\n});\n`;
  const search = (filter: string) => handler(`ldap.createClient({}).search('dc=a', { filter: ${filter} }, done);`);
  it.each([
    ['a filter', search('`(cn=${req.query.q})`'), 'ldap-injection 5'],
    ['a filter that escapes', search("new ldap.EqualityFilter({ attribute: 'cn', value: req.query.q })"), undefined],
    ['a path', handler("xpath.select('//a[@b=' + req.query.q + ']', page);"), 'xpath-injection 5'],
    ['a variable', handler("xpath.parse('//a[@b=$q]').select({ variables: { q: req.query.q } });"), undefined],
  ])('%s', async (_, text, finds) => {
    expect(await found(text, 'a.js')).toEqual(finds === undefined ? [] : [finds]);
  });
});

describe('what a model chooses for a tool', () => {
  const server = (call: string, module = '@modelcontextprotocol/sdk/server/mcp.js') =>
    `import { McpServer } from '${module}';\nimport { exec, execFile } from 'child_process';\n` +
    `const server = new McpServer({ name: 'git' });\n${call};\n`;
  it.each([
    ['a tool', server("server.tool('show', {}, async ({ id }) => exec(`git show ${id}`))"), true],
    [
      'a tool with options',
      server("server.registerTool('show', {}, async (args) => exec('git show ' + args.id))"),
      true,
    ],
    [
      'a request',
      server("server.setRequestHandler(Call, async ({ params }) => exec('git show ' + params.arguments.id))"),
      true,
    ],
    [
      'a tool without a shell',
      server("server.tool('show', {}, async ({ id }) => execFile('git', ['show', id]))"),
      false,
    ],
    ['a tool that opens a file', server("server.tool('show', {}, async ({ id }) => import('fs').readFile(id))"), false],
    ['a method of something else', server("server.tool('show', {}, ({ id }) => exec(`git ${id}`))", 'shop'), false],
  ])('%s', async (_, text, isFound) => {
    expect(await found(text, 'a.ts')).toEqual(isFound ? ['command-injection 4'] : []);
  });
});

describe('an answer of Express', () => {
  const sent = (value: string) =>
    found(`import express from 'express';\nexpress().get('/:id', (req, res) => {\n  res.send(${value});\n});\n`);

  it.each(['req.query', 'req.params', 'req.headers', 'req.cookies', 'req.body'])('is JSON of %s', async (value) => {
    expect(await sent(value)).toEqual([]);
  });

  it.each(['req.query.a', 'req.params.id', "req.get('Host')", "req.headers['x-a']", "'<b>' + req.body.a"])(
    'is a page of %s',
    async (value) => {
      expect(await sent(value)).toEqual(['cross-site-scripting 3']);
    },
  );
});
