import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const rulesIn = async (files: Readonly<Record<string, string>>) =>
  (await runOn(profileOf('flow'), flowTools, files)).tool('py-data-flow').findings.map(({ rule }) => rule);

describe('frameworks of Python that share the name of a parameter', () => {
  it('are told apart by what each file imports', async () => {
    const view = (name: string, read: string) => `import os\nimport ${name}\ndef a(request):\n    os.system(${read})\n`;
    const files = {
      'bottled.py':
        'import os\nfrom bottle import get, request\n@get("/a")\ndef a():\n    os.system(request.query.q)\n',
      'django_view.py': view('django', 'request.GET["q"]'),
      'pyramid_view.py': view('pyramid', 'request.matchdict["q"]'),
      'sanic_view.py': view('sanic', 'request.args.get("q")'),
      'starlette_view.py': view('starlette', 'request.query_params["q"]'),
    };
    expect(await rulesIn(files)).toEqual(Object.keys(files).map(() => 'command-injection'));
  });

  it('are followed where a handler is given to the application of aiohttp', async () => {
    const handler = 'async def a(request):\n    os.system(request.match_info["n"])\n';
    const routes = 'app = web.Application()\napp.router.add_get("/a/{n}", a)\n';
    expect(await rulesIn({ 'a.py': `import os\nfrom aiohttp import web\n${handler}${routes}` })).toEqual([
      'command-injection',
    ]);
  });

  it.each([
    [
      'a page of Bottle',
      'from bottle import get, request\n@get("/a")\ndef a():\n    return "<b>" + request.query.q\n',
      'cross-site-scripting',
    ],
    [
      'a redirect of Bottle',
      'from bottle import get, request, redirect\n@get("/a")\ndef a():\n    redirect(request.query.q)\n',
      'open-redirect',
    ],
    [
      'a file of Pyramid',
      'from pyramid.response import FileResponse\ndef a(request):\n' +
        '    return FileResponse("/srv/" + request.params["q"])\n',
      'path-traversal',
    ],
    [
      'a page of Pyramid',
      'from pyramid.response import Response\ndef a(request):\n    return Response("<b>" + request.GET["q"])\n',
      'cross-site-scripting',
    ],
    [
      'a redirect of Pyramid',
      'from pyramid.httpexceptions import HTTPFound\ndef a(request):\n' +
        '    return HTTPFound(location=request.GET["q"])\n',
      'open-redirect',
    ],
    [
      'a page of Sanic',
      'from sanic.response import html\nasync def a(request):\n    return html("<b>" + request.form["q"])\n',
      'cross-site-scripting',
    ],
    [
      'a search of a directory',
      'import ldap3\nfrom flask import request\ndef a():\n' +
        '    ldap3.Connection("a").search("dc=a", "(cn=" + request.args["q"] + ")")\n',
      'ldap-injection',
    ],
    [
      'a client of aiohttp',
      'from aiohttp import ClientSession\nfrom flask import request\nasync def a():\n' +
        '    async with ClientSession() as session:\n        await session.get(request.args["q"])\n',
      'request-forgery',
    ],
    [
      'an error page of Flask',
      'import traceback\nfrom flask import Flask\napp = Flask(__name__)\n' +
        '@app.errorhandler(Exception)\ndef a(error):\n    return traceback.format_exc(), 500\n',
      'error-exposure',
    ],
  ])('%s is found', async (_, text, rule) => expect(await rulesIn({ 'a.py': text })).toEqual([rule]));

  it.each([
    [
      'a template of Bottle',
      'from bottle import get, request, template\n@get("/a")\ndef a():\n' +
        '    return template("<b>{{q}}</b>", q=request.query.q)\n',
    ],
    [
      'a file that Bottle serves',
      'from bottle import get, static_file\n@get("/a/<name>")\ndef a(name):\n' +
        '    return static_file(name, root="/srv")\n',
    ],
    [
      'JSON of Pyramid',
      'from pyramid.response import Response\ndef a(request):\n' +
        '    return Response(request.GET["q"], content_type="application/json")\n',
    ],
  ])('%s is not', async (_, text) => expect(await rulesIn({ 'a.py': text })).toEqual([]));
});
