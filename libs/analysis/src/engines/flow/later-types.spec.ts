import { runWithMadeUpPrograms } from '../../../test/made-up-program';
import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';
import { engine } from './flow.engine';
import { type Methods, countedCalls } from './test/counted';

/** Whether each of some bodies of functions sends markup from outside. */
async function pagesOf(tool: string, bodies: readonly (readonly [name: string, text: string])[]) {
  const files = Object.fromEntries(bodies.map(([name, text]) => [name, text]));
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool(tool);
  const isPage = (name: string) => findings.some(({ file, rule }) => file === name && rule === 'cross-site-scripting');
  return bodies.map(([name]) => name).filter(isPage);
}

const SYMFONY =
  '<?php\nuse Symfony\\Component\\HttpFoundation\\Request;\nuse Symfony\\Component\\HttpFoundation\\Response;\n';
const php = (name: string, body: string): readonly [string, string] => [
  `${name}.php`,
  `${SYMFONY}class ${name} { public function a(Request $request) {\n$x = $request->query->get('x');\n${body} } }\n`,
];
const typed = (type: string, name = 'Content-Type') => `$r->headers->set('${name}', '${type}');`;

describe('a content type that is set beside the response', () => {
  it('makes no page of a response of Symfony', async () => {
    const made = '$r = new Response($x);';
    const bodies = [
      php('Later', `${made} ${typed('text/csv; charset=UTF-8')} return $r;`),
      php('Before', `$r = new Response(); ${typed('text/csv')} $r->setContent($x); return $r;`),
      php('Behind', `$r = new Response(); $r->setContent($x); ${typed('text/plain')} return $r;`),
      php('Branched', `if ($x === 'a') { ${made} } else { $r = new Response("b$x"); } ${typed('text/csv')} return $r;`),
      php('Html', `${made} ${typed('text/html')} return $r;`),
      php('Other', `${made} ${typed('text/csv', 'X-Type')} return $r;`),
      php('Elsewhere', `${made} $other->headers->set('Content-Type', 'text/csv'); return $r;`),
      php('Sometimes', `${made} if ($x === 'a') { ${typed('text/csv')} } return $r;`),
      php('Left', `${made} if ($x === 'a') { return $r; } ${typed('text/csv')} return $r;`),
      php('Changed', `${made} ${typed('text/csv')} if ($x === 'a') { ${typed('text/html')} } return $r;`),
      php('Chosen', `${made} $r->headers->set('Content-Type', $request->query->get('type')); return $r;`),
    ];
    const pages = ['Html', 'Other', 'Elsewhere', 'Sometimes', 'Left', 'Changed', 'Chosen'];
    expect(await pagesOf('php-data-flow', bodies)).toEqual(pages.map((name) => `${name}.php`));
  });

  it('makes no page of a response of Laravel', async () => {
    const laravel = (name: string, header: string): readonly [string, string] => [
      `${name}.php`,
      '<?php\nuse Illuminate\\Http\\Request;\n' +
        `class ${name} { function a(Request $request) {\n` +
        `return response($request->input('x'))->header(${header}); } }\n`,
    ];
    const bodies = [
      laravel('Csv', "'Content-Type', 'text/csv'"),
      laravel('Html', "'Content-Type', 'text/html'"),
      laravel('Other', "'X-Name', 'text/csv'"),
    ];
    expect(await pagesOf('php-data-flow', bodies)).toEqual(['Html.php', 'Other.php']);
  });

  it('makes no page of a response of Flask', async () => {
    const flask = (name: string, made: string, set: string): readonly [string, string] => [
      `${name}.py`,
      'from flask import Flask, Response, make_response, request\napp = Flask(__name__)\n' +
        `@app.route("/")\ndef a():\n    r = ${made}(request.args["x"])\n    ${set}\n    return r\n`,
    ];
    const bodies = [
      flask('mimetype', 'make_response', 'r.mimetype = "text/plain"'),
      flask('content_type', 'Response', 'r.content_type = "application/json"'),
      flask('header', 'make_response', 'r.headers["Content-Type"] = "text/csv"'),
      flask('html', 'make_response', 'r.content_type = "text/html"'),
      flask('other', 'make_response', 'r.headers["X-Type"] = "text/csv"'),
      flask('status', 'make_response', 'r.status_code = 400'),
    ];
    expect(await pagesOf('py-data-flow', bodies)).toEqual(['html.py', 'other.py', 'status.py']);
  });

  it('makes no page of a response of Django', async () => {
    const django = (name: string, set: string): readonly [string, string] => [
      `${name}.py`,
      'from django.http import HttpResponse\nfrom django.urls import path\n' +
        `def a(request):\n    r = HttpResponse(request.GET["x"])\n    ${set}\n    return r\n` +
        'urlpatterns = [path("a", a)]\n',
    ];
    const bodies = [
      django('item', 'r["Content-Type"] = "text/csv"'),
      django('header', 'r.headers["Content-Type"] = "text/plain"'),
      django('html', 'r["Content-Type"] = "text/html; charset=utf-8"'),
      django('other', 'r["Content-Disposition"] = "inline"'),
    ];
    expect(await pagesOf('py-data-flow', bodies)).toEqual(['html.py', 'other.py']);
  });
});

/** Parts of code that are met, and statements that are passed on to a search. */
const VISITS: Methods = [
  [Set.prototype, 'has'],
  [Object.getPrototypeOf([].entries()), 'next'],
];

describe('many responses in one function', () => {
  const tool = flowTools.find(({ id }) => id === 'php-data-flow')!;
  const visitsOf = (size: number, type: (at: number) => string) => {
    const lines = Array.from({ length: size }, (_, at) => `$r${at} = new Response($x); ${type(at)}`);
    const [name, text] = php('Many', lines.join('\n'));
    return countedCalls(VISITS, () => runWithMadeUpPrograms(engine, tool, {}, { [name]: text }));
  };

  it.each([
    ['no type', () => ''],
    ['a type each', (at: number) => `$r${at}->headers->set('Content-Type', 'text/csv');`],
  ])('are looked for once, with %s', async (_, type) => {
    const visits: number[] = [];
    for (const size of [150, 300, 600]) visits.push(await visitsOf(size, type));
    const [small, middle, large] = visits as [number, number, number];
    expect((large - middle) / (middle - small)).toBeLessThan(3);
  });
});
