import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

type Tree = Readonly<Record<string, string>>;

/** The places that the tool calls safe: `file:line rule because`. */
async function safeIn(tool: string, tree: Tree): Promise<readonly string[]> {
  const { safe = [] } = (await runOn(profileOf('flow'), flowTools, tree)).tool(tool);
  return safe.map(({ file, line, rule, because }) => `${file}:${line} ${rule} ${because}`);
}

const java = (body: string, around = ''): Tree => ({
  'A.java': `class A extends HttpServlet {${around}
void doGet(HttpServletRequest req, HttpServletResponse resp) throws Exception { String q = req.getParameter("q");
${body}
}
}
`,
});
const python = (body: string, before = 'import os'): Tree => ({
  'a.py': `${before}
def run(q):
    if True:
${body.replace(/^/gm, '        ')}
`,
});
const script = (body: string, before = ''): Tree => ({
  'a.js': `const { exec } = require('child_process');${before}
function run(q) {
${body}
}
module.exports = { run };
`,
});

describe('what is proven to be safe in Java', () => {
  it.each([
    ['a literal', 'Runtime.getRuntime().exec("ls");'],
    ['a text that is put together of constants', 'String a = "l"; Runtime.getRuntime().exec(a + "s");'],
    ['either of two constants', 'String a = q.isEmpty() ? "ls" : "df"; Runtime.getRuntime().exec(a);'],
    ['the branch that is taken', 'String a; if (7 * 18 > 100) a = "ls"; else a = q; Runtime.getRuntime().exec(a);'],
    [
      'a builder',
      'StringBuilder b = new StringBuilder(); b.append("l").append("s"); Runtime.getRuntime().exec(b.toString());',
    ],
  ])('%s', async (_, body) => {
    expect(await safeIn('java-data-flow', java(body))).toEqual(['A.java:3 command-injection constant']);
  });
});

describe('what is proven to be safe in Java, in more lines', () => {
  it.each([
    ['a number within a text', 'int n = Integer.parseInt(q);', 'Runtime.getRuntime().exec("kill " + n);', 'made-safe'],
    [
      'another key of a map',
      'Map<String, String> m = new HashMap<>(); m.put("a", "ls"); m.put("b", q);',
      'Runtime.getRuntime().exec(m.get("a"));',
      'constant',
    ],
    [
      'what another class makes of it',
      'String a = new B().made(q);',
      'Runtime.getRuntime().exec(a);',
      'constant',
      'class B { String made(String x) { String[] all = {"ls", x}; return all[0]; } }',
    ],
    [
      'a constant of the class',
      '',
      'Runtime.getRuntime().exec(COMMAND + " -l");',
      'constant',
      'private static final String COMMAND = "ls";',
    ],
  ])('%s', async (_, before, body, because, around = '') => {
    const found = await safeIn('java-data-flow', java(`${before}\n${body}`, around));
    expect(found).toEqual([`A.java:4 command-injection ${because}`]);
  });
});

describe('what is proven to be safe in Python', () => {
  it.each([
    ['a literal', 'os.system("ls")'],
    ['a format of constants', 'os.system("ls %s" % "x")'],
    ['a number', 'os.system(f"kill {int(q)}")'],
  ])('%s', async (_, body) => {
    const [only, ...others] = await safeIn('py-data-flow', python(body));
    expect(only).toMatch(/^a\.py:4 command-injection /);
    expect(others).toEqual([]);
  });
});

describe('what is proven to be safe in JavaScript', () => {
  it.each([
    ['a literal', "exec('ls');"],
    ['a template of constants', "const a = 'x'; exec(`ls ${a}`);"],
    ['a constant of the file', 'exec(LIST);', "const LIST = 'ls';"],
  ])('%s', async (_, body, before = '') => {
    expect(await safeIn('js-data-flow', script(body, before))).toEqual(['a.js:3 command-injection constant']);
  });
});
