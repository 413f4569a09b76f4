import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The lines of the body with findings, counted from 1. */
async function found(...body: readonly string[]) {
  const text = `class A extends HttpServlet {
void doGet(HttpServletRequest req, HttpServletResponse resp) { String q = req.getParameter("q");
${body.join('\n')}
}
}
`;
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'A.java': text })).tool('java-data-flow');
  return findings.map(({ line }) => line! - 2);
}
const print = (value: string) => `resp.getWriter().println(${value});`;

describe('what Java puts into a collection', () => {
  it.each([
    ['an array that gets its values later', 'String[] a = new String[10]; a[0] = q;', 'a[0]', 'a[1]'],
    ['the end of a list', 'LinkedList a = new LinkedList(); a.add("x"); a.addLast(q);', 'a.getLast()', 'a.getFirst()'],
    [
      'the beginning of a list',
      'LinkedList a = new LinkedList(); a.add("x"); a.addFirst(q);',
      'a.getFirst()',
      'a.getLast()',
    ],
  ])('comes out of %s, and not of another place', async (_, put, there, elsewhere) => {
    expect(await found(put, print(there), print(elsewhere))).toEqual([2]);
  });

  it.each([
    ['an iterator', 'Vector a = new Vector(); a.add(q); Iterator i = a.iterator();', 'i.next()'],
    ['an array of a list', 'LinkedList l = new LinkedList(); l.addLast(q); Object[] a = l.toArray();', 'a[0]'],
    ['a tokenizer', 'StringTokenizer t = new StringTokenizer(q, ",");', 't.nextToken()'],
    ['a reader', 'BufferedReader r = new BufferedReader(new InputStreamReader(req.getInputStream()));', 'r.readLine()'],
  ])('comes out of %s', async (_, put, there) => {
    expect(await found(put, print(there))).toEqual([2]);
  });

  it('does not come out of what holds nothing of it', async () => {
    expect(await found('Vector a = new Vector(); a.add("x"); Iterator i = a.iterator();', print('i.next()'))).toEqual(
      [],
    );
  });
});

describe('what a session or a request holds', () => {
  it.each([
    ['a session', 'HttpSession s = req.getSession();'],
    ['a request', 'HttpServletRequest s = req;'],
  ])('comes out of %s by its name, until it is gone', async (_, holder) => {
    const put = `${holder} s.setAttribute("a", q); s.setAttribute("b", "x");`;
    const lines = [print('s.getAttribute("a")'), print('s.getAttribute("b")'), 's.removeAttribute("a");'];
    const findings = await found(put, ...lines, print('s.getAttribute("a")'));
    expect(findings.filter((line) => line > 1)).toEqual([2]);
  });
});

describe('where Java moves things to', () => {
  const LIST = 'List l = new ArrayList(); l.add("a"); l.add(q);';
  const BUILDER = 'StringBuilder b = new StringBuilder("a");';

  it.each([
    ['what is put before it', 'List l = new ArrayList(); l.add("a"); l.add(0, q);', 'l.get(0)', 'l.get(1)'],
    ['what is taken away by its value', `${LIST} l.remove("a"); l.add("b");`, 'l.get(0)', 'l.get(1)'],
    ['the opposite order', `${LIST} Collections.reverse(l);`, 'l.get(0)', 'l.get(1)'],
    [
      'a key that is taken away',
      'Map m = new HashMap(); m.put("a", q); m.put("b", q); m.remove("a");',
      'm.get("b")',
      'm.get("a")',
    ],
  ])('moves with %s', async (_, put, there, elsewhere) => {
    expect(await found(put, print(there), print(elsewhere))).toEqual([2]);
  });

  it.each([
    ['lies anywhere in a list that is sorted', `${LIST} Collections.sort(l);`, 'l.get(0)', 'l.size()'],
    ['lies anywhere where an unknown value is taken away', `${LIST} l.remove(req);`, 'l.get(0)', 'l.size()'],
    ['is put into the midst of a builder', `${BUILDER} b.insert(0, q);`, 'b.toString()', '"a"'],
    ['goes through a function', 'Function f = v -> v; Function g = v -> "x";', 'f.apply(q)', 'g.apply(q)'],
    ['comes out of a supplier', 'Supplier f = () -> q; Supplier g = () -> "x";', 'f.get()', 'g.get()'],
  ])('%s', async (_, put, there, elsewhere) => {
    expect(await found(put, print(there), print(elsewhere))).toEqual([2]);
  });

  it.each([
    [
      'a builder that was emptied',
      'StringBuilder b = new StringBuilder(q); b.setLength(0); b.append("x");',
      'b.toString()',
    ],
    ['texts that differ in their case alone', 'String x = q; if ("SAFE".equalsIgnoreCase("safe")) x = "c";', 'x'],
    ['the length of a constant', 'String x = q; if ("abc".length() == 3) x = "c";', 'x'],
    ['a part of a constant', 'String x = q; if ("abc".contains("b") && "abc".startsWith("a")) x = "c";', 'x'],
  ])('does not come out of %s', async (_, put, there) => {
    expect(await found(put, print(there))).toEqual([]);
  });
});
