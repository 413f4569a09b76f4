import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { letsAdministratorsAlone } from './lower/administrators';

async function severities(tool: string, file: string, text: string, others: Record<string, string> = {}) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text, ...others })).tool(tool);
  return findings.map(({ rule, severity }) => `${severity ?? 'as told'} ${rule}`);
}

describe('what lets none but administrators call a function', () => {
  it.each([
    'Authorize(Roles = "Administrator")',
    'Authorize(Policy = Policies.RequiresElevation)',
    'Authorize(Policy = Policies.FirstTimeSetupOrElevated)',
    'Authorize(Roles = nameof(UserData.IsRootUser))',
    'Authorize(Roles = "admin,init")',
    'Authorize(Policy = Policies.ApiKey, Roles = "Admin,SuperUser")',
    'Authorize(Roles = Names.ADMINISTRATORS, AuthenticationSchemes = JwtBearerDefaults.AuthenticationScheme)',
    '@PreAuthorize("hasRole(\'ADMIN\')")',
    '@Secured({"ROLE_ADMIN"})',
    '@RolesAllowed("admin")',
    "@Roles('admin')",
    '@UseGuards(AuthGuard, AdminGuard)',
    '@staff_member_required',
    '@user_passes_test(lambda u: u.is_superuser)',
    'require_admin',
    'AdminOnly',
  ])('is said by %s', (attribute) => {
    expect(letsAdministratorsAlone(attribute)).toBe(true);
  });

  it.each([
    'Authorize',
    'Authorize(Roles = "Admin,Editor")',
    'Authorize(Roles = "init")',
    'Authorize(Roles = nameof(UserData.IsUser))',
    'Authorize(Policy = Policies.ApiKey, Roles = "Admin,Editor")',
    'Authorize(Roles = RoleNames.Host)',
    'Authorize(Policy = Policies.LocalAccessOrRequiresElevation)',
    'Authorize(Policy = Policies.CollectionManagement)',
    '@PreAuthorize("!hasRole(\'ADMIN\')")',
    '@PreAuthorize("hasRole(\'ADMIN\') or #name == authentication.name")',
    "@Roles('admin', 'user')",
    '@UseGuards(AuthGuard)',
    "@admin.route('/')",
    "@app.route('/admin')",
    'HttpGet("admin")',
    'login_required',
  ])('is not said by %s', (attribute) => {
    expect(letsAdministratorsAlone(attribute)).toBe(false);
  });
});

describe('the host', () => {
  const gate = 'Authorize(Roles = RoleNames.Host)';

  it('is an administrator in the frameworks that say so', () => {
    expect(letsAdministratorsAlone(gate, ['System.IO', 'Oqtane.Shared'])).toBe(true);
    expect(letsAdministratorsAlone(gate, ['System.IO', 'Rooms.Shared'])).toBe(false);
  });
});

describe('what none but administrators may send', () => {
  const csharp = (attribute: string, action = '', first = '', using = '') =>
    severities(
      'csharp-data-flow',
      'A.cs',
      `using System.IO;\nusing Microsoft.AspNetCore.Mvc;\n${using}${attribute}\n` +
        'public class AController : ControllerBase {\n' +
        `  ${action}\n  public string Read(string name) { ${first}return File.ReadAllText("a/" + name); }\n}\n`,
    );
  const hosted = (namespace: string) => csharp('', '[Authorize(Roles = RoleNames.Host)]', '', `using ${namespace};\n`);
  const asked = (role: string) => csharp('', '', `if (!User.IsInRole(${role})) return ""; `);
  const java = (annotation: string) =>
    severities(
      'java-data-flow',
      'A.java',
      'import java.io.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n' +
        `  ${annotation}\n  @GetMapping("/a")\n` +
        '  void read(@RequestParam String q) throws IOException { new FileReader("a/" + q); }\n}\n',
    );
  const ruby = (filter: string, first = '') =>
    severities(
      'ruby-data-flow',
      'app/controllers/a_controller.rb',
      `class AController < ApplicationController\n  ${filter}\n  def show\n    ${first}\n` +
        `    system("ls #{params[:dir]}")\n` +
        '    User.update(params[:user].permit!)\n  end\nend\n',
    );
  const nest = (decorator: string) =>
    severities(
      'js-data-flow',
      'a.ts',
      "import { Controller, Get, Query } from '@nestjs/common';\nimport { exec } from 'node:child_process';\n" +
        `@Controller('a')\nexport class A {\n  @Get()\n  ${decorator}\n` +
        "  list(@Query('q') q: string) { exec('ls ' + q); }\n}\n",
    );
  const flask = (decorator: string) =>
    severities(
      'py-data-flow',
      'a.py',
      'import os\nfrom flask import Flask, request\napp = Flask(__name__)\n\n@app.get("/")\n' +
        `${decorator}def view():\n    return os.popen("ls " + request.args["q"]).read()\n`,
    );

  const express = (before: string, others: Record<string, string> = {}, first = '', helper = '') =>
    severities(
      'js-data-flow',
      'a.js',
      "const express = require('express');\nconst { exec } = require('child_process');\n" +
        "const auth = require('./auth');\nconst app = express();\nconst isSignedIn = (req, res, next) => next();\n" +
        `${helper}const list = (req, res) => { ${first}exec('ls ' + req.query.q); };\n` +
        `app.get('/a', ${before}list);\n`,
      others,
    );
  const controller = () =>
    severities(
      'js-data-flow',
      'a/controller.js',
      "const { exec } = require('child_process');\nclass Backups {\n" +
        "  list(req, res) { exec('ls ' + req.query.q); }\n" +
        '  middleware(req, res, next) { if (!req.user.isAdmin) return res.sendStatus(403); next(); }\n}\n' +
        'module.exports = new Backups();\n',
      {
        'b/routes.js':
          "const express = require('express');\nconst backups = require('../a/controller');\n" +
          'const router = express.Router();\n' +
          "router.get('/b', backups.middleware.bind(this), backups.list.bind(this));\n",
      },
    );
  const php = (first: string, members = '') =>
    severities(
      'php-data-flow',
      'app/Http/Controllers/AController.php',
      '<?php\nnamespace App\\Http\\Controllers;\nuse Illuminate\\Http\\Request;\n' +
        `class AController extends Controller {\n${members}` +
        `  public function show(Request $request) {\n    ${first}\n    system('ls ' . $request->input('q'));\n  }\n}\n`,
    );
  const made = (call: string) => `  public function __construct() {\n    ${call}\n  }\n`;
  const rest = (permissions: string) =>
    severities(
      'py-data-flow',
      'a.py',
      'import os\nfrom rest_framework.request import Request\nfrom rest_framework.views import APIView\n\n' +
        'class A(APIView):\n' +
        `    permission_classes = ${permissions}\n\n` +
        '    def get(self, request: Request):\n        return os.popen("ls " + request.GET["q"]).read()\n',
    );
  const passOn = 'const passOn = (req, res, next) => { if (!req.user.isAdmin) return res.sendStatus(403); next(); };';
  const routed = (routes: string) =>
    severities(
      'js-data-flow',
      'a.js',
      "const express = require('express');\nconst { exec } = require('child_process');\n" +
        "const auth = require('./auth');\nconst router = express.Router();\n" +
        `const list = (req, res) => exec('ls ' + req.query.q);\n${passOn}\n${routes}\n`,
    );
  const go = (routes: string) =>
    severities(
      'go-data-flow',
      'main.go',
      'package main\nimport (\n  "os/exec"\n  "net/http"\n  "example.com/auth"\n' +
        '  "github.com/gin-gonic/gin"\n  "github.com/go-chi/chi/v5"\n)\n' +
        'func List(c *gin.Context) { exec.Command("sh", "-c", c.Query("q")).Run() }\n' +
        'func Show(w http.ResponseWriter, r *http.Request) { exec.Command("sh", "-c", r.FormValue("q")).Run() }\n' +
        `func main() {\n  engine := gin.Default()\n  r := chi.NewRouter()\n${routes}\n  engine.Run()\n}\n`,
    );
  const [LOW, TOLD] = [['low command-injection'], ['as told command-injection']];
  const gates = { 'auth.js': 'exports.requireAdmin = (req, res, next) => { if (req.user.admin) next(); };\n' };

  it.each([
    ['an attribute of the class', () => csharp('[Authorize(Roles = "Admin")]'), ['low path-traversal']],
    ['an attribute of the action', () => csharp('', '[Authorize(Policy = "Elevated")]'), ['low path-traversal']],
    [
      'an action that lets everybody in',
      () => csharp('[Authorize(Roles = "Admin")]', '[AllowAnonymous]'),
      ['as told path-traversal'],
    ],
    ['whoever has signed in', () => csharp('[Authorize]'), ['as told path-traversal']],
    ['the host of Oqtane', () => hosted('Oqtane.Shared'), ['low path-traversal']],
    ['the host of rooms', () => hosted('Rooms.Shared'), ['as told path-traversal']],
    ['the role of a root user', () => asked('nameof(UserData.IsRootUser)'), ['low path-traversal']],
    ['a constant of a role', () => asked('PolicyConstants.AdminRole'), ['low path-traversal']],
    ['the role of a user', () => asked('nameof(UserData.IsUser)'), ['as told path-traversal']],
    ['an annotation', () => java('@PreAuthorize("hasRole(\'ADMIN\')")'), ['low path-traversal']],
    ['an annotation for others', () => java('@PreAuthorize("isAuthenticated()")'), ['as told path-traversal']],
    ['a filter', () => ruby('before_action :require_admin'), ['low command-injection', 'low mass-assignment']],
    [
      'a filter of other actions',
      () => ruby('before_action :require_admin, only: :edit'),
      ['as told command-injection', 'as told mass-assignment'],
    ],
    ['a decorator', () => nest("@Roles('admin')"), ['low command-injection']],
    ['a function before the handler', () => express('auth.requireAdmin, ', gates), ['low command-injection']],
    ['a function that is elsewhere', () => express('isSignedIn, auth.isAdmin, '), ['low command-injection']],
    ['a list of functions', () => express('[isSignedIn, auth.requireAdmin], ', gates), ['low command-injection']],
    ['a function for others as well', () => express('auth.isAdminOrOwner, '), ['as told command-injection']],
    ['a function for all who signed in', () => express('isSignedIn, '), ['as told command-injection']],
    [
      'a condition that leaves',
      () => express('', {}, 'if (!req.user.isAdminOrUp) return; '),
      ['low command-injection'],
    ],
    ['a condition around', () => express('', {}, 'if (req.user.isAdmin) '), ['low command-injection']],
    [
      'a condition for the role',
      () => express('', {}, "if (req.user.role !== 'admin') return; "),
      ['low command-injection'],
    ],
    [
      'a condition for others as well',
      () => express('', {}, 'if (!req.user.isAdmin && !req.user.isOwner) return; '),
      ['as told command-injection'],
    ],
    [
      'a condition that goes on',
      () => express('', {}, 'if (!req.user.isAdmin) log(); '),
      ['as told command-injection'],
    ],
    [
      'a function that throws for others',
      () => express('', {}, 'refuse(req.user); ', 'const refuse = (u) => { if (!u.isAdmin) throw new Error(); };\n'),
      ['low command-injection'],
    ],
    [
      'a function that passes on others as well',
      () => express('(req, res, next) => { if (req.user.isAdmin) req.all = 1; next(); }, '),
      ['as told command-injection'],
    ],
    [
      'a function that passes on administrators alone',
      () => express('(req, res, next) => { if (!req.user.isAdmin) return res.sendStatus(403); next(); }, '),
      ['low command-injection'],
    ],
    ['the routes of a class that is also followed by itself', () => controller(), ['low command-injection']],
    ['a condition of PHP', () => php('if (! $request->user()->isAdmin()) { abort(403); }'), ['low command-injection']],
    [
      'a call that ends for others',
      () => php('abort_unless($request->user()->isAdmin(), 403);'),
      ['low command-injection'],
    ],
    ['a call that asks for a role', () => php("$this->authorize('superadmin');"), ['low command-injection']],
    ['a call that asks for a right', () => php("$this->authorize('view', $request);"), ['as told command-injection']],
    ['a class of PHP', () => php('', made("$this->middleware(['auth', 'admin']);")), ['low command-injection']],
    ['a class of PHP for others', () => php('', made("$this->middleware('auth');")), ['as told command-injection']],
    [
      'a class of PHP, some methods of which are for administrators',
      () => php('', made("$this->middleware('admin')->only('edit');")),
      ['as told command-injection'],
    ],
    ['a class of Python', () => rest('[IsAuthenticated, IsAdminUser]'), ['low command-injection']],
    ['a class of Python for others as well', () => rest('[IsOwner | IsAdminUser]'), ['as told command-injection']],
    [
      'the call by others of what administrators call, too',
      () =>
        severities(
          'php-data-flow',
          'a.php',
          "<?php\nfunction go() { system($_GET['q']); }\nif ($user->isAdmin()) { go(); }\ngo();\n",
        ),
      ['as told command-injection'],
    ],
    ['the page of WordPress', () => php('if (! is_admin()) { return; }'), ['as told command-injection']],
    [
      'a condition of Ruby',
      () => ruby('', 'return head(:forbidden) unless current_user.admin?'),
      ['low command-injection', 'low mass-assignment'],
    ],
    ['what a router gets first', () => routed("router.use(auth.requireAdmin);\nrouter.get('/a', list);"), LOW],
    ['a function that a router gets first', () => routed("router.use(passOn);\nrouter.get('/a', list);"), LOW],
    ['what a router gets later', () => routed("router.get('/a', list);\nrouter.use(auth.requireAdmin);"), TOLD],
    ['what another path gets', () => routed("router.use('/b', auth.requireAdmin);\nrouter.get('/a', list);"), TOLD],
    [
      'one of two routes',
      () => routed("router.get('/a', list);\nrouter.use(auth.requireAdmin);\nrouter.get('/b', list);"),
      TOLD,
    ],
    [
      'a group of gin',
      () =>
        go('admin := engine.Group("/admin")\nadmin.Use(auth.RequireAdmin())\nadmin.GET("/a", List)\nr.Get("/b", Show)'),
      [...LOW, ...TOLD],
    ],
    [
      'a group that gets it at once',
      () => go('engine.Group("/a", auth.AdminRequired()).GET("/a", List)'),
      [...LOW, ...TOLD],
    ],
    [
      'a group of chi',
      () => go('r.Group(func(r chi.Router) {\n  r.Use(auth.RequireAdmin)\n  r.Get("/b", Show)\n})'),
      [...TOLD, ...LOW],
    ],
    ['what stands before one route of chi', () => go('r.With(auth.RequireAdmin).Get("/b", Show)'), [...TOLD, ...LOW]],
    [
      'one of two routes of chi',
      () => go('r.With(auth.RequireAdmin).Get("/b", Show)\nr.Get("/c", Show)'),
      [...TOLD, ...TOLD],
    ],
    ['whoever has signed in to a group', () => go('r.Use(auth.RequireUser)\nr.Get("/b", Show)'), [...TOLD, ...TOLD]],
    ['no decorator', () => nest(''), ['as told command-injection']],
    ['a decorator of Python', () => flask('@admin_required\n'), ['low command-injection']],
    ['no decorator of Python', () => flask(''), ['as told command-injection']],
  ])('is judged by %s', async (_, run, finds) => {
    expect(await run()).toEqual(finds);
  });
});
