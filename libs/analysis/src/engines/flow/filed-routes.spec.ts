import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(file: string, text: string, tool = 'js-data-flow') {
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: text })).tool(tool);
  return findings.map(({ rule, line }) => `${rule} ${line}`);
}

const EXEC = "import { exec } from 'node:child_process';\n";

describe('functions that a framework finds by their files', () => {
  it.each([
    ['a route of Next', 'app/a/route.js', 'export async function GET(request) { exec(await request.text()); }'],
    [
      'a part of the path of Next',
      'app/[n]/route.ts',
      'export const GET = async (_, { params }) => { exec((await params).n); };',
    ],
    [
      'a page of Next',
      'src/app/[n]/page.tsx',
      'export default function Page({ searchParams }) { exec(searchParams.q); }',
    ],
    ['a handler of Next', 'pages/api/a.js', 'export default function handler(req, res) { exec(req.query.n); }'],
    [
      'the properties of a page',
      'pages/a.jsx',
      'export async function getServerSideProps({ query }) { exec(query.n); }',
    ],
    ['a loader of Remix', 'app/routes/a.jsx', 'export async function loader({ params }) { exec(params.n); }'],
    [
      'an endpoint of SvelteKit',
      'src/routes/a/+server.js',
      "export async function GET({ url }) { exec(url.searchParams.get('n')); }",
    ],
    [
      'what a page of SvelteKit loads',
      'src/routes/[n]/+page.server.js',
      'export const load = ({ params }) => { exec(params.n); };',
    ],
    [
      'an endpoint of Astro',
      'src/pages/a.js',
      'export const POST = async ({ request }) => { exec(await request.text()); };',
    ],
  ])('%s', async (_, file, text) => {
    expect(await found(file, `${EXEC}${text}\n`)).toEqual(['command-injection 2']);
    expect(await found('src/lib/a.js', `${EXEC}${text}\n`)).toEqual([]);
  });
});

describe('handlers whose parameters have no type', () => {
  it.each([
    [
      'Elysia',
      "import { Elysia } from 'elysia';\nnew Elysia().get('/:n', ({ params }) => exec(params.n)).get('/b', ({ body }) => exec(body.n));",
    ],
    [
      'tRPC',
      "import { initTRPC } from '@trpc/server';\nconst t = initTRPC.create();\nt.procedure.query(({ input }) => exec(input.n)); t.procedure.mutation(({ input }) => exec(input.n));",
    ],
  ])('get input from %s', async (_, text) => {
    expect(await found('a.ts', `${EXEC}${text}\n`)).toContain(`command-injection ${text.split('\n').length + 1}`);
  });

  it('get parts of the path from Falcon, which are no paths', async () => {
    const handler = (body: string) =>
      `import os\nimport falcon\nclass A:\n    def on_get(self, req, resp, name):\n        ${body}\n`;
    expect(await found('a.py', handler('os.system("ls " + name)'), 'py-data-flow')).toEqual(['command-injection 5']);
    expect(await found('a.py', handler('open("/srv/" + name)'), 'py-data-flow')).toEqual([]);
  });

  it.each([
    [
      'Micronaut',
      '@Controller("/a")\nclass A {\n  @Get("/{n}")\n  String a(String n) throws Exception { Runtime.getRuntime().exec("sh -c " + n); return ""; }\n}',
      5,
    ],
    [
      'Play',
      'class A extends Controller {\n  Result a(Http.Request request) throws Exception { Runtime.getRuntime().exec("sh -c " + request.getQueryString("n")); return ok(); }\n}',
      3,
    ],
  ])('get input from %s', async (_, text, line) => {
    const imports = 'import play.mvc.*; import io.micronaut.http.annotation.*;\n';
    expect(await found('A.java', `${imports}${text}\n`, 'java-data-flow')).toEqual([`command-injection ${line}`]);
  });
});
