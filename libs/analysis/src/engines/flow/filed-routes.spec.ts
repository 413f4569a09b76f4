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
    ['a route of Next', 'app/a/route.js', 'async function GET(request) { exec(await request.text()); }'],
    ['a part of a path', 'app/[n]/route.ts', 'const GET = async (_, { params }) => exec((await params).n);'],
    ['a page of Next', 'src/app/[n]/page.tsx', 'default function Page({ searchParams }) { exec(searchParams.q); }'],
    ['a handler of Next', 'pages/api/a.js', 'default function handler(req, res) { exec(req.query.n); }'],
    ['the properties of a page', 'pages/a.jsx', 'async function getServerSideProps({ query }) { exec(query.n); }'],
    ['a loader of Remix', 'app/routes/a.jsx', 'async function loader({ params }) { exec(params.n); }'],
    ['an endpoint of SvelteKit', 'src/routes/+server.js', "function GET({ url }) { exec(url.searchParams.get('n')); }"],
    ['what a page loads', 'src/routes/[n]/+page.server.js', 'const load = ({ params }) => exec(params.n);'],
    ['an endpoint of Astro', 'src/pages/a.js', 'const POST = async ({ request }) => exec(await request.text());'],
  ])('%s', async (_, file, text) => {
    expect(await found(file, `${EXEC}export ${text}\n`)).toEqual(['command-injection 2']);
    expect(await found('src/lib/a.js', `${EXEC}export ${text}\n`)).toEqual([]);
  });
});

const ELYSIA = "import { Elysia } from 'elysia';\n";
const TRPC = "import { initTRPC } from '@trpc/server';\nconst t = initTRPC.create();\n";
const RUN = 'Runtime.getRuntime().exec';
const JAVA = 'import play.mvc.*;\nimport io.micronaut.http.annotation.*;\n@Controller("/a")\n';

describe('handlers whose parameters have no type', () => {
  it.each([
    ['Elysia', `${ELYSIA}new Elysia().get('/:n', ({ params }) => exec(params.n));`, 3],
    ['a chain of Elysia', `${ELYSIA}new Elysia().get('/', () => '').post('/', ({ body }) => exec(body.n));`, 3],
    ['a query of tRPC', `${TRPC}t.procedure.query(({ input }) => exec(input.n));`, 4],
    ['a mutation of tRPC', `${TRPC}t.procedure.mutation(({ input }) => exec(input.n));`, 4],
  ])('get input from %s', async (_, text, line) => {
    expect(await found('a.ts', `${EXEC}${text}\n`)).toEqual([`command-injection ${line}`]);
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
      `class A {\n  @Get("/{n}") String a(String n) throws Exception { ${RUN}("sh -c " + n); return ""; }\n}`,
    ],
    [
      'Play',
      `class A extends Controller {\n  void a(Http.Request r) throws Exception { ${RUN}(r.getQueryString("n")); }\n}`,
    ],
  ])('get input from %s', async (_, text) => {
    expect(await found('A.java', `${JAVA}${text}\n`, 'java-data-flow')).toEqual(['command-injection 5']);
  });
});

describe('a part of a path', () => {
  const asked = (file: string, head: string, name: string) =>
    found(
      file,
      "import { MongoClient } from 'mongodb';\nconst all = new MongoClient('a').db('b').collection('c');\n" +
        `export ${head} {\n  await all.findOne({ id: ${name} });\n}\n`,
    );

  it('is a text and no query of a database', async () => {
    const page = 'src/routes/[n]/+page.server.js';
    expect(await asked(page, 'const load = async ({ params }) =>', 'params.n')).toEqual([]);
    expect(await asked('app/routes/a.jsx', 'async function loader({ params })', 'params.n')).toEqual([]);
    const body = await asked(page, 'const load = async ({ request }) =>', '(await request.json()).n');
    expect(body).toEqual(['nosql-injection 4']);
  });
});
