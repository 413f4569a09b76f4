import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(tool: string, files: Record<string, string>) {
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool(tool);
  return findings.map(({ rule, file, line, severity }) => `${rule} ${file}:${line} ${severity ?? 'as the rule'}`);
}

describe('several ways to one place', () => {
  const page = (ways: readonly string[]) => ({
    'page.php': `<?php\n${ways.map((way) => `if (rand()) $a = ${way};\n`).join('')}echo $a;\n`,
    'lib.php':
      '<?php\nfunction of_form() {\n  if (preg_match("/</", $_POST["a"])) report();\n  return $_POST["a"];\n}\n',
  });

  it('are shown by the one whose lines show most, wherever it stands', async () => {
    const ways = ["$_GET['a']", 'of_form()'];
    expect(await found('php-data-flow', page(['of_form()']))).toEqual(['cross-site-scripting page.php:3 medium']);
    for (const each of [ways, ways.toReversed()])
      expect(await found('php-data-flow', page(each))).toContain('cross-site-scripting page.php:4 as the rule');
  });

  it('are found where the shortest one does no harm', async () => {
    const servlet = (others: string) => ({
      'A.java':
        'import jakarta.servlet.http.*;\nclass A extends HttpServlet {\n' +
        '  protected void doGet(HttpServletRequest r, HttpServletResponse s) {\n' +
        `    String a = r.getHeader("a");\n${others}    s.setHeader("b", a);\n  }\n}\n`,
    });
    expect(await found('java-data-flow', servlet(''))).toEqual([]);
    const other = '    if (x) { String b = r.getParameter("b"); a = b; }\n';
    expect(await found('java-data-flow', servlet(other))).toEqual([
      expect.stringMatching(/^header-injection A.java:6/),
    ]);
  });
});
