import { commandsOfFlask } from './test/commands-of';

const IMPORTS =
  'import threading, types\nfrom collections import OrderedDict, defaultdict, deque\nfrom io import StringIO\n' +
  'from queue import Queue\nfrom flask import g\nlocal = threading.local()\n';
const BOX = 'class Box:\n    kept = None\n    other = "ls"\ndef run():\n    os.system(Box.kept)\n';
const LAST = 'last = None\ndef keep(x):\n    global last\n    last = x\ndef run():\n    os.system(last)\n';

describe('what objects of Python hold', () => {
  it.each<[string, string, readonly string[], string]>([
    ['a field of a class', BOX, ['Box.kept = q', 'os.system(Box.kept)'], 'Box.other'],
    ['a field of a class, for another function', BOX, ['Box.kept = q', 'run()'], ''],
    ['what a request keeps', 'def run():\n    os.system(g.kept)\n', ['g.kept = q', 'run()'], ''],
    ['what a thread keeps', '', ['local.kept = q', 'os.system(local.kept)'], 'local.other'],
    ['a variable of the module', LAST, ['keep(q)', 'run()'], ''],
    ['a field that is set by its name', BOX, ['b = Box()', 'setattr(b, "kept", q)', 'os.system(b.kept)'], 'b.other'],
    [
      'a field that is read by its name',
      BOX,
      ['b = Box()', 'b.kept = q', 'os.system(getattr(b, "kept", ""))'],
      'getattr(b, "other")',
    ],
    ['a file in memory', '', ['s = StringIO()', 's.write(q)', 'os.system(s.getvalue())'], 'str(s.tell())'],
    ['a queue', '', ['s = Queue()', 's.put(q)', 'os.system(s.get())'], 'str(s.qsize())'],
    ['a queue with two ends', '', ['s = deque()', 's.appendleft(q)', 'os.system(s.popleft())'], 'str(len(s))'],
    ['a queue of a list', '', ['s = deque([q])', 'os.system(s[0])'], 'str(len(s))'],
    ['a map with lists', '', ['m = defaultdict(list)', 'm["a"].append(q)', 'os.system(m["a"][0])'], 'str(len(m))'],
    ['a map with texts', '', ['m = defaultdict(str)', 'm["a"] = q', 'os.system(m["a"])'], 'm["b"]'],
    ['a map in order', '', ['m = OrderedDict()', 'm["a"] = q', 'os.system(m["a"])'], 'm["b"]'],
    ['a namespace', '', ['n = types.SimpleNamespace(a=q, b="ls")', 'os.system(n.a)'], 'n.b'],
  ])('comes out: %s', async (_, before, body, other) => {
    const declared = `${IMPORTS}${before}`;
    expect(await commandsOfFlask(declared, ...body)).toBe(1);
    const constant = body.map((line) => line.replace(/\bq\b/, '"ls"'));
    expect(await commandsOfFlask(declared, ...constant)).toBe(0);
    // Nothing else comes out with it.
    const last = other === '' ? 'pass' : `os.system(${other})`;
    expect(await commandsOfFlask(declared, ...body.slice(0, -1), last)).toBe(0);
  });
});
