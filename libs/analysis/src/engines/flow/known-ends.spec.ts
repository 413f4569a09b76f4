import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const found = async (tool: string, files: Readonly<Record<string, string>>): Promise<string[]> =>
  (await runOn(profileOf('flow'), flowTools, files))
    .tool(tool)
    .findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as the rule'}`);

describe('where input ends that does no harm there', () => {
  const rails = (body: string, others: Readonly<Record<string, string>> = {}) =>
    found('ruby-data-flow', {
      'app/controllers/audits_controller.rb': [
        'class AuditsController < ApplicationController',
        '  def index',
        body,
        '  end',
        'end',
        '',
      ].join('\n'),
      ...others,
    });
  const SQL = ['sql-injection as the rule'];

  it.each([
    ['query = params[:search]&.to_unsafe_h&.select { |_, v| v.present? }\n    Audit.where(query)', []],
    ['query = params[:search].to_unsafe_h.slice(:key, :value)\n    Audit.where(query)', []],
    ['query = params[:search].to_unsafe_h\n    Audit.where(query)', []],
    ['query = params[:search].to_unsafe_h[:text]\n    Audit.where(query)', SQL],
    ['query = params[:search].to_unsafe_h.values.first\n    Audit.where(query)', SQL],
    ['query = params[:search]\n    Audit.where(query)', SQL],
  ])('a map of conditions, and not a text: %s', async (body, expected) => {
    expect(await rails(body)).toEqual(expected);
  });

  const LOADED = ['unsafe-deserialization as the rule'];
  const loads = (text: string, initializer: string) =>
    rails(`    @payload = ${text}`, { 'config/initializers/oj.rb': `require 'oj'\n${initializer}\n` });

  it.each([
    ['Oj.load(request.body.read)', 'Oj.default_options = { mode: :strict }', []],
    ['Oj.load(request.body.read)', 'Oj.mimic_JSON', []],
    ['Oj.load(request.body.read)', 'Oj.default_options = { mode: :object }', LOADED],
    ['Oj.load(request.body.read)', '# Oj.mimic_JSON', LOADED],
    ['Oj.load(request.body.read, mode: :object)', 'Oj.mimic_JSON', LOADED],
  ])('a parser that an initializer tells to make no objects: %s, %s', async (text, initializer, expected) => {
    expect(await loads(text, initializer)).toEqual(expected);
  });

  const proxy = (copied: string, before: string) =>
    found('go-data-flow', {
      'main.go':
        'package main\nimport (\n"io"\n"net/http"\n"strings"\n)\ntype Transport struct {\nkey string\n}\n' +
        'var ways = map[string]func(t *Transport, r *http.Request, path string) (*http.Response, error){\n' +
        '"a": (*Transport).forward,\n}\n' +
        'func (t *Transport) Send(r *http.Request) (*http.Response, error) {\npath := strings.Trim(r.URL.Path, "/")\n' +
        'if way := ways[path]; way != nil {\nreturn way(t, r, path)\n}\nreturn nil, nil\n}\n' +
        'type Proxy struct {\ntransport *Transport\n}\n' +
        `func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n${before}\nio.Copy(w, ${copied})\n}\n` +
        'func main() { http.Handle("/", &Proxy{}) }\n',
    });

  it('the answer of another server, and not what the request holds', async () => {
    expect(await proxy('res.Body', 'res, _ := p.transport.Send(r)')).toEqual([]);
    expect(await proxy('r.Body', 'r.ParseForm()')).toEqual(['cross-site-scripting as the rule']);
  });

  const laravel = (finds: string) =>
    found('php-data-flow', {
      'app/Models/Note.php':
        '<?php\nnamespace App\\Models;\nuse Illuminate\\Database\\Eloquent\\Model;\nclass Note extends Model {}\n',
      'app/Http/Controllers/NoteController.php':
        '<?php\nnamespace App\\Http\\Controllers;\nuse App\\Models\\Note;\nuse Illuminate\\Http\\Request;\n' +
        'class NoteController extends Controller {\n  public function read(Request $request) {\n' +
        `    $routes = $request->input('routes');\n    $found = ${finds};\n    return response($found, 201);\n  }\n}\n`,
    });

  it('the records that a client asks for', async () => {
    expect(
      await laravel(
        [
          'Note::query()',
          "->where('of', $request->user()->id)",
          "->whereIn('id', $request->input('ids'))",
          "->orWhereIn('url', $routes)",
          '->get()',
        ].join('\n'),
      ),
    ).toEqual([]);
    expect(await laravel('implode($routes)')).toEqual(['cross-site-scripting as the rule']);
  });

  const gin = (call: string) =>
    found('go-data-flow', {
      'main.go':
        'package main\nimport (\n"path/filepath"\n"github.com/gin-gonic/gin"\n)\n' +
        `func main() {\nr := gin.Default()\nr.GET("/files/*filepath", func(c *gin.Context) {\n${call}\n})\n}\n`,
    });

  it('a file that the server refuses where its path leaves the folder', async () => {
    expect(await gin('c.FileAttachment(filepath.Join("/a", c.Param("filepath")), "a.pdf")')).toEqual([]);
    expect(await gin('c.FileAttachment(filepath.Join("/a", c.Query("file")), "a.pdf")')).toEqual([
      'path-traversal as the rule',
    ]);
  });

  const flask = (address: string) =>
    found('py-data-flow', {
      'app.py':
        'from flask import Flask, redirect, request\napp = Flask(__name__)\n\n@app.route("/v1/a")\ndef old():\n' +
        `    return redirect(${address})\n`,
    });

  it.each([
    ["request.url.replace('/v1', '', 1)", []],
    ["request.url.replace('/v1', '//a')", ['open-redirect as the rule']],
    ["request.args['next']", ['open-redirect as the rule']],
  ])('an address with the own host: %s', async (address, expected) => {
    expect(await flask(address)).toEqual(expected);
  });

  const pyramid = (address: string) =>
    found('py-data-flow', {
      'views.py':
        'from pyramid.httpexceptions import HTTPSeeOther\nfrom pyramid.view import view_config\n\n' +
        `@view_config(route_name="a")\ndef view(request):\n    return HTTPSeeOther(${address})\n`,
    });

  it('an address of a route of Pyramid', async () => {
    expect(await pyramid('request.route_path("search", _query={"q": request.params.get("q")})')).toEqual([]);
    expect(await pyramid('request.params.get("q")')).toEqual(['open-redirect as the rule']);
  });
});

describe('a predictable secret that a function makes', () => {
  const go = (name: string) =>
    found('go-data-flow', {
      'util/util.go':
        'package util\nimport "math/rand"\nconst letters = "abc"\n' +
        `func ${name}(n int) string {\nb := make([]byte, n)\n` +
        'for i := range b {\nb[i] = letters[rand.Intn(len(letters))]\n}\n' +
        'return string(b)\n}\n',
      'user.go': [
        'package user',
        'import "x.org/app/util"',
        'func Add() string {',
        `token := util.${name}(9)`,
        'return token\n}\n',
      ].join('\n'),
      'go.mod': 'module x.org/app\n',
    });

  it('need only be new where it parts a message', async () => {
    const python = (name: string) =>
      found('py-data-flow', {
        'a.py': [
          'import random',
          '',
          'def make(text):',
          '    token = random.randrange(9)',
          `    ${name} = "==" + str(token)`,
          '    return 1',
          '',
        ].join('\n'),
      });
    expect(await python('boundary')).toEqual(['predictable-secret medium']);
    expect(await python('joined')).toEqual(['predictable-secret as the rule']);
  });

  it('is as sure as one of its own where the function is called after random texts', async () => {
    expect(await go('RandomString')).toEqual(['predictable-secret as the rule']);
    expect(await go('NewID')).toEqual(['predictable-secret medium']);
  });
});

describe('input that reaches a call whose author has decided', () => {
  const go = (line: string, more = '') =>
    found('go-data-flow', {
      'main.go':
        'package main\nimport "net/http"\nfunc pull(w http.ResponseWriter, r *http.Request) {\n' +
        `req, _ := http.NewRequest("GET", r.Header.Get("Source"), nil)${line}\n${more}}\n` +
        'func main() { http.HandleFunc("/", pull) }\n',
    });

  it.each([
    ['', 'http.DefaultClient.Do(req) // lgtm[go/request-forgery]\n', 'medium'],
    ['', 'http.DefaultClient.Do(req) // lgtm[go/path-injection]\n', 'as the rule'],
    [' // #nosec G107', '', 'medium'],
    [' // a request', '', 'as the rule'],
  ])('is worth a look: %s %s', async (line, more, severity) => {
    expect(await go(line, more)).toEqual([`request-forgery ${severity}`]);
  });

  const service = (call: string) =>
    found('go-data-flow', {
      'main.go':
        'package main\nimport "net/http"\nfunc put(w http.ResponseWriter, r *http.Request) {\n' +
        `ctx := r.Context()\nres, _ := ${call}\nhttp.Get(res.Address)\n}\n` +
        'func main() { http.HandleFunc("/", put) }\n',
    });

  it('is worth a look where another service answers what is used', async () => {
    expect(await service('client.Begin(ctx, r.Header.Get("a"))')).toEqual(['request-forgery medium']);
    expect(await service('parse(ctx, r.Header.Get("a"))')).toEqual(['request-forgery as the rule']);
  });

  const flask = (decorator: string) =>
    found('py-data-flow', {
      'app.py':
        'import sqlite3\nfrom flask import Flask, request\nfrom auth import *\n' +
        `app = Flask(__name__)\n\n@app.route("/")\n${decorator}\ndef run():\n` +
        '    sqlite3.connect("a").execute("SELECT a FROM " + request.args["table"])\n    return "done"\n',
    });

  it.each([
    ['@require_auth(member_of("admin"))', 'medium'],
    ['@admin_required', 'low'],
    ['@require_auth(member_of("administration_pages"))', 'as the rule'],
    ['@require_auth()', 'as the rule'],
  ])('is worth a look where administrators alone get there: %s', async (decorator, severity) => {
    expect(await flask(decorator)).toEqual([`sql-injection ${severity}`]);
  });
});
