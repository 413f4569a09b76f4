import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const rulesIn = async (text: string) =>
  (await runOn(profileOf('flow'), flowTools, { 'a.py': text })).tool('py-data-flow').findings.map(({ rule }) => rule);

const flask = (body: string, imports = '') =>
  `import os, subprocess, tarfile, ipaddress, requests\nfrom urllib.parse import urlparse, urljoin\n${imports}` +
  'from flask import Flask, request, redirect, abort\napp = Flask(__name__)\n' +
  `@app.route("/a", methods=["POST"])\ndef a():\n${body}\n    return ""\n`;
const fastapi = (type: string) =>
  'import enum, os\nfrom typing import Literal\nfrom fastapi import FastAPI\napp = FastAPI()\n' +
  'class Kind(str, enum.Enum):\n    one = "one"\nclass Plain(str):\n    pass\n' +
  `@app.get("/a")\ndef a(kind: ${type}):\n    os.system("list " + kind)\n`;

describe('what comes in and what is harmless in Python on the web', () => {
  it.each([
    [
      'a handler of aiohttp',
      'from aiohttp import web\nimport os\nasync def a(request):\n    os.system(request.query["q"])\n',
      ['command-injection'],
    ],
    [
      'a page of aiohttp',
      'from aiohttp import web\nasync def a(request):\n' +
        '    return web.Response(text=f"<b>{request.query[\'q\']}</b>", content_type="text/html")\n',
      ['cross-site-scripting'],
    ],
    [
      'a plain text of aiohttp',
      'from aiohttp import web\nasync def a(request):\n' +
        '    return web.Response(text=f"<b>{request.query[\'q\']}</b>")\n',
      [],
    ],
    [
      'data that aiohttp sends by their type',
      'from aiohttp import web\nasync def a(request):\n' +
        '    return web.Response(text=request.query["q"], content_type="application/json")\n',
      [],
    ],
    [
      'a redirect of aiohttp',
      'from aiohttp import web\nasync def a(request):\n    raise web.HTTPFound(request.query["q"])\n',
      ['open-redirect'],
    ],
    [
      'a handler of Tornado',
      'import os, tornado.web\nclass A(tornado.web.RequestHandler):\n' +
        '    def get(self):\n        os.system(self.get_argument("q"))\n',
      ['command-injection'],
    ],
    [
      'a part of the path that Tornado gives to a handler',
      'import tornado.web\nclass A(tornado.web.RequestHandler):\n' +
        '    def get(self, path: str) -> None:\n        self.write(open("/srv/" + path).read())\n',
      ['path-traversal'],
    ],
    [
      'a redirect of Tornado to a part of its path',
      'import tornado.web\nclass A(tornado.web.RequestHandler):\n' +
        '    def get(self, path):\n        self.redirect(join("/user", path))\n',
      [],
    ],
    [
      'another method of a handler of Tornado',
      'import tornado.web\nclass A(tornado.web.RequestHandler):\n' +
        '    def load(self, path):\n        return open("/srv/" + path).read()\n',
      [],
    ],
    [
      'a number that Tornado gives to a handler',
      'import tornado.web\nclass A(tornado.web.RequestHandler):\n' +
        '    def get(self, number: int):\n        self.write(open("/srv/%s" % number).read())\n',
      [],
    ],
    [
      'a page of Tornado',
      'import tornado.web\nclass A(tornado.web.RequestHandler):\n' +
        '    def get(self):\n        self.write("<b>" + self.get_argument("q"))\n',
      ['cross-site-scripting'],
    ],
    [
      'a method that CherryPy exposes',
      'import cherrypy, os\nfrom cherrypy.lib.static import serve_file\nclass A:\n    @cherrypy.expose\n' +
        '    def get(self, *args, **kwargs):\n        return serve_file(path=os.path.join("/srv", *args[1:]))\n',
      ['path-traversal'],
    ],
    [
      'a parameter of CherryPy',
      'import cherrypy, os\nclass A:\n    @cherrypy.expose\n    @cherrypy.tools.json_out()\n' +
        '    def get(self, name=None, **kwargs):\n        os.system("ls %s" % name)\n',
      ['command-injection'],
    ],
    [
      'a redirect of CherryPy',
      'import cherrypy\ndef a():\n    raise cherrypy.HTTPRedirect(cherrypy.request.params["to"])\n',
      ['open-redirect'],
    ],
    [
      'a method that CherryPy does not expose',
      'import cherrypy, os\nclass A:\n    def get(self, name=None):\n        os.system("ls %s" % name)\n',
      [],
    ],
    [
      'a place of its own to which CherryPy redirects',
      'import cherrypy\nclass A:\n    @cherrypy.expose\n    def get(self, name):\n' +
        '        raise cherrypy.HTTPRedirect("/view?name=" + name)\n',
      [],
    ],
    [
      'a view of Django that is a class',
      'import os\nfrom django.views import View\nclass A(View):\n' +
        '    def get(self, request):\n        os.system(request.GET["q"])\n',
      ['command-injection'],
    ],
    [
      'the object of a view of Django that is a class',
      'import os\nfrom django.views import View\nclass A(View):\n' +
        '    def get(self, request):\n        os.system(self.name)\n',
      [],
    ],
    [
      'members of a list that a comprehension keeps',
      flask(
        '    for f in [f for f in request.form.getlist("f") if app.names and f in app.names]:\n        os.system(f)',
      ),
      [],
    ],
    [
      'a map of which a comprehension keeps known names',
      flask('    x = {k: v for k, v in request.form.items() if k in app.names}\n    os.system(x["a"])'),
      ['command-injection'],
    ],
    [
      'what a comprehension refuses',
      flask('    for f in [f for f in request.form.getlist("f") if f not in app.names]:\n        os.system(f)'),
      ['command-injection'],
    ],
    [
      'a condition of Django',
      'from django.http import JsonResponse\nfrom .models import A\ndef a(request):\n' +
        "    return JsonResponse(A.objects.extra(where=[\"a = '%s'\" % request.GET['a']]))\n",
      ['sql-injection'],
    ],
    [
      'the name of an upload',
      flask('    up = request.files["f"]\n    up.save(os.path.join("/up", up.filename))'),
      ['path-traversal'],
    ],
    [
      'a path that was joined to its prefix',
      flask('    p = os.path.join("/srv", request.args["f"])\n    if p.startswith("/srv"):\n        open(p)'),
      ['path-traversal'],
    ],
    [
      'a path that was resolved below its prefix',
      flask(
        '    p = os.path.realpath(os.path.join("/srv", request.args["f"]))\n' +
          '    if p.startswith("/srv/"):\n        open(p)',
      ),
      [],
    ],
    [
      'members of an archive',
      flask('    with tarfile.open(fileobj=request.files["f"].stream) as t:\n        t.extractall("/up")'),
      ['path-traversal'],
    ],
    [
      'members that a filter lets through',
      flask(
        '    with tarfile.open(fileobj=request.files["f"].stream) as t:\n        t.extractall("/up", filter="data")',
      ),
      [],
    ],
    ['an address of a machine', flask('    os.system("ping " + str(ipaddress.ip_address(request.args["h"])))'), []],
    [
      'a request to an address of a machine',
      flask('    requests.get("http://" + str(ipaddress.ip_address(request.args["h"])))'),
      ['request-forgery'],
    ],
    ['a value among those of a literal', fastapi('Literal["a", "b"]'), []],
    ['a value of an enumeration', fastapi('Kind'), []],
    ['a value of another class', fastapi('Plain'), ['command-injection']],
    [
      'a redirect to the own host',
      flask(
        '    n = request.args.get("next", "/")\n' +
          '    if urlparse(urljoin(request.host_url, n)).netloc != urlparse(request.host_url).netloc:\n' +
          '        n = "/"\n    return redirect(n)',
      ),
      [],
    ],
    [
      'a redirect to a path that has a host',
      flask(
        '    n = request.args.get("next", "/")\n' +
          '    if urlparse(urljoin(request.host_url, n)).path != urlparse(request.host_url).path:\n' +
          '        n = "/"\n    return redirect(n)',
      ),
      ['open-redirect'],
    ],
    [
      'a context that verifies nothing',
      'import ssl\nc = ssl._create_unverified_context()\n',
      ['certificate-unchecked'],
    ],
    ['a name that others may take first', 'import tempfile\nopen(tempfile.mktemp(), "w")\n', ['shared-temporary-file']],
  ])('%s', async (_, text, rules) => expect(await rulesIn(text)).toEqual(rules));
});
