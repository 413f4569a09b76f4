import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The rules found in each of some programs, which are files of one target. */
async function rulesIn(programs: readonly (readonly [name: string, text: string, rule?: string])[]) {
  const files = Object.fromEntries(programs.map(([name, text]) => [`use_${name}.py`, text]));
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('py-data-flow');
  const rules = (name: string) => findings.filter(({ file }) => file === `use_${name}.py`).map(({ rule }) => rule);
  return programs.map(([name]) => `${name}: ${[...new Set(rules(name))].sort().join(', ')}`);
}

const run = (text: string) => `    os.system("ls " + ${text})\n`;
const SOURCES: readonly (readonly [name: string, text: string])[] = [
  ['falcon', `import os, falcon\nclass A:\n  def on_get(self, req, resp):\n${run('req.get_param("q")')}`],
  ['quart', `import os\nfrom quart import request\nasync def a():\n    d = await request.get_json()\n${run('d["q"]')}`],
  [
    'sanic',
    'import os\nfrom sanic import Sanic\napp = Sanic("a")\n@app.get("/<name>")\n' +
      `async def a(request, name):\n${run('name')}`,
  ],
  ['litestar', `import os\nfrom litestar import get\n@get("/{q:str}")\nasync def a(q: str) -> str:\n${run('q')}`],
  ['webpy', `import os, web\nclass A:\n  def GET(self):\n${run('web.input().q')}`],
  [
    'handler',
    'import os\nfrom http.server import BaseHTTPRequestHandler\nclass A(BaseHTTPRequestHandler):\n' +
      `  def do_GET(self):\n${run('self.path')}`,
  ],
  ['wsgi', `import os\ndef app(environ, start_response):\n${run('environ["QUERY_STRING"]')}`],
  ['aws', `import os\ndef handler(event, context):\n${run('event["body"]')}`],
  ['azure', `import os\nimport azure.functions as func\ndef main(req: func.HttpRequest):\n${run('req.params["q"]')}`],
  [
    'chalice',
    `import os\nfrom chalice import Chalice\napp = Chalice(app_name="a")\n@app.route("/{q}")\ndef a(q):\n${run('q')}`,
  ],
  [
    'channels',
    'import os\nfrom channels.generic.websocket import WebsocketConsumer\nclass A(WebsocketConsumer):\n' +
      `  def receive(self, text_data=None, bytes_data=None):\n${run('text_data')}`,
  ],
  [
    'socket',
    `import os\nfrom fastapi import WebSocket\nasync def a(ws: WebSocket):\n${run('await ws.receive_text()')}`,
  ],
  [
    'messages',
    'import os\nfrom aiohttp import web\nasync def a(request):\n  ws = web.WebSocketResponse()\n' +
      `  async for each in ws:\n${run('each.data')}`,
  ],
  [
    'graphene_query',
    `import os, graphene\nclass Q(graphene.ObjectType):\n  def resolve_u(self, info, q):\n${run('q')}`,
  ],
  [
    'strawberry_query',
    `import os, strawberry\nclass Q:\n  @strawberry.field\n  def u(self, q: str) -> str:\n${run('q')}`,
  ],
  [
    'restful',
    `import os\nfrom flask_restful import Resource\nclass A(Resource):\n  def get(self, name):\n${run('name')}`,
  ],
  [
    'rest_view',
    'import os\nfrom rest_framework.views import APIView\nclass A(APIView):\n' +
      `  def get(self, request, **kwargs):\n${run('self.kwargs["q"]')}`,
  ],
  [
    'matched',
    `import os\nfrom flask import request\ndef a():\n  match request.get_json():\n   case {"cmd": c}:\n${run('c')}`,
  ],
];

const FLASK = 'import os\nfrom flask import request, Flask, Response\nq = request.args["q"]\n';
const SINKS: readonly (readonly [name: string, text: string, rule: string])[] = [
  [
    'asyncpg',
    'async def a(con, q):\n    pass\nasync def b(con):\n    await con.fetch("SELECT a FROM b WHERE c = " + q)',
    'sql-injection',
  ],
  ['column', 'import sqlalchemy\nsqlalchemy.literal_column(q)', 'sql-injection'],
  ['pool', 'import urllib3\nurllib3.PoolManager().request("GET", q)', 'request-forgery'],
  ['browser', 'from selenium import webdriver\nwebdriver.Chrome().get(q)', 'request-forgery'],
  ['copied', 'import shutil\nshutil.copy("/srv/a", "/srv/" + q)', 'path-traversal'],
  ['removed', 'import pathlib\n(pathlib.Path("/srv") / q).unlink()', 'path-traversal'],
  ['shell', 'import subprocess\nsubprocess.run(["sh", "-c", "ls " + q])', 'command-injection'],
  ['remote', 'import paramiko\nparamiko.SSHClient().exec_command("ls " + q)', 'command-injection'],
  ['frame', 'import pandas as pd\npd.DataFrame().query(q)', 'code-injection'],
  ['weights', 'import torch, io\ntorch.load(io.BytesIO(request.data), weights_only=False)', 'unsafe-deserialization'],
  ['filter', 'import ldap\nldap.initialize("a").search_ext("dc=a", 2, "(uid=" + q + ")")', 'ldap-injection'],
  ['path', 'from lxml import etree\netree.parse("a").find(".//u[@n=\'" + q + "\']")', 'xpath-injection'],
  ['page', 'from chameleon import PageTemplate\nPageTemplate(q)', 'template-injection'],
  ['called', 'getattr(Flask, q)()', 'unsafe-reflection'],
  [
    'status',
    'app = Flask(__name__)\n@app.route("/")\ndef a():\n    return "<p>" + request.args["q"], 200',
    'cross-site-scripting',
  ],
  [
    'method',
    'from flask.views import MethodView\nclass A(MethodView):\n    def get(self):\n' +
      '        return "<p>" + request.args["q"]',
    'cross-site-scripting',
  ],
  ['password', 'import smtplib\nsmtplib.SMTP("a").login("u", "drawer-and-till")', 'hard-coded-password'],
  ['slow', 'import re\nre.match(r"^(a+)+$", q)', 'slow-pattern'],
  [
    'joined',
    'from flask import send_file\nfor p in (os.path.join("/srv", each, q) for each in (q, "b")):\n    send_file(p)',
    'path-traversal',
  ],
];

const SAFE: readonly (readonly [name: string, text: string])[] = [
  ['shell', 'import subprocess\nsubprocess.run(["ls", q])'],
  ['split', 'import subprocess, shlex\nsubprocess.run(shlex.split("ls " + q))'],
  ['weights', 'import torch, io\ntorch.load(io.BytesIO(request.data))'],
  [
    'filter',
    'import ldap, ldap.filter\nldap.initialize("a").search_s("dc=a", 2, ldap.filter.filter_format("(uid=%s)", [q]))',
  ],
  ['read', 'getattr(Flask, q)'],
  [
    'typed',
    'app = Flask(__name__)\n@app.route("/")\ndef a():\n' +
      '    return request.args["q"], 200, {"Content-Type": "text/plain"}',
  ],
  ['found', '"abc".find("u[" + q)'],
  [
    'joined',
    'from flask import send_file\nfrom werkzeug.utils import safe_join\n' +
      'for p in (safe_join("/srv", "a", each, q) for each in (q, "b")):\n    send_file(p)\n' +
      'for p in [safe_join("/srv", each) for each in request.args.values()]:\n    open(p)',
  ],
  ['upload', 'import zipfile\nzipfile.ZipFile(request.files["f"])'],
  ['password', 'import smtplib\nsmtplib.SMTP("a").login("u", "password")'],
  ['pattern', 'import re\nre.match(r"^[a-z]+$", q)'],
];

const ofFlask = (programs: readonly (readonly [name: string, text: string, rule?: string])[]) =>
  programs.map(([name, text, rule]) => [name, `${FLASK}${text}\n`, rule] as const);

describe('libraries of Python', () => {
  it('hand on what comes in from outside', async () => {
    expect(await rulesIn(SOURCES)).toEqual(SOURCES.map(([name]) => `${name}: command-injection`));
  });

  it('are harmed by what comes in from outside', async () => {
    expect(await rulesIn(ofFlask(SINKS))).toEqual(SINKS.map(([name, , rule]) => `${name}: ${rule}`));
  });

  it('are not harmed where each has its own way of being safe', async () => {
    expect(await rulesIn(ofFlask(SAFE))).toEqual(SAFE.map(([name]) => `${name}: `));
  });
});
