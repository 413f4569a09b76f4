import { runOn } from '../../../../test/run-on';
import { flowTools } from '../../../catalogue/flow';
import { profileOf } from '../../engine-table';

const found = async (tree: Record<string, string>) =>
  (await runOn(profileOf('flow'), flowTools, tree)).tool('php-data-flow').findings.map(({ file }) => file);

const ECHO = "echo h($_GET['q']);\n";
const ESCAPES = 'function h($x) { return htmlspecialchars($x); }\n';
const HANDS_ON = 'function h($x) { return $x; }\n';

describe('a name that several files of PHP declare', () => {
  it('means what the file itself declares', async () => {
    const tree = { 'a.php': `<?php\n${ESCAPES}${ECHO}`, 'b.php': `<?php\n${HANDS_ON}${ECHO}` };
    expect(await found(tree)).toEqual(['b.php']);
  });

  it('means what is declared in the same part of the target', async () => {
    const tree = {
      'one/lib/h.php': `<?php\n${ESCAPES}`,
      'one/page.php': `<?php\n${ECHO}`,
      'two/lib/h.php': `<?php\n${HANDS_ON}`,
      'two/page.php': `<?php\n${ECHO}`,
    };
    expect(await found(tree)).toEqual(['two/page.php']);
  });

  it('takes a pattern that leaves letters, digits and escaped signs for one that strips', async () => {
    const text = `<?php\necho preg_replace("/[^a-zA-Z0-9_\\ -]/", "", $_GET['q']);\n`;
    expect(await found({ 'a.php': text })).toEqual([]);
  });
});
