import type { Notes } from './programs';

/** The PHP of each program of `programs.ts`, by what it shows: the script's body, and what stands beside it. */
interface PhpProgram {
  readonly body: string;
  /** Functions and classes. */
  readonly helpers?: string;
}

const one = (body: string, helpers?: string): PhpProgram => ({ body, ...(helpers !== undefined && { helpers }) });

const JOB = (more = '') =>
  `class Job { private $c; private $d; function __construct($c) { $this->c = $c; ${more} } function run()`;

const phpPrograms: Readonly<Record<string, PhpProgram>> = {
  'finds what reaches a call directly': one('system($q);'),
  'follows a variable': one('$a = $q; $a = $a; system($a);'),
  'finds nothing where the variable got another value': one("$a = $q; $a = 'ls'; system($a);"),
  'follows texts that are joined': one("system('ls ' . $q);"),
  'follows a text that is joined from many parts': one(
    `system('ls ' . $q . ${Array.from({ length: 600 }, () => "' -l'").join(' . ')});`,
  ),
  'follows texts with places for values': one('system("ls $q");'),
  'follows a text that is changed': one("system(str_replace('a', 'b', trim($q)));"),
  'follows either branch': one("$a = 'ls'; if (mt_rand() > 5) { $a = $q; } system($a);"),
  'leaves out a branch that is never taken': one("$a = 'ls'; if (1 > 2) { $a = $q; } system($a);"),
  'follows a choice': one("system(mt_rand() > 5 ? $q : 'ls');"),
  'knows which choice is made': one("system(true ? 'ls' : $q);"),
  'follows a loop': one("$a = ''; foreach ([1, 2] as $c) { $a = $a . $q; } system($a);"),
  'follows a value that comes round in a loop': one(
    "$a = ''; $b = ''; while (mt_rand() > 5) { system($b); $b = $a; $a = $q; }",
  ),
  'follows a list': one('$a = []; $a[] = $q; system($a[0]);'),
  'tells the places of a list apart': one("$a = [$q, 'ls']; system($a[1]);"),
  'follows a map': one("$a = ['x' => $q]; system($a['x']);"),
  'tells the keys of a map apart': one("$a = ['x' => $q, 'y' => 'ls']; system($a['y']);"),
  'follows a list that is joined': one("system(implode(' ', ['ls', $q]));"),
  'follows the parts of a list': one('[$a, $b] = [$q, 1]; system($a);'),
  'tells the parts of a list apart': one("list($a, $b) = [$q, 'ls']; system($b);"),
  'follows a call into another function': one('run($q);', 'function run($command) { system($command); }'),
  'follows what a function returns': one('system(same($q));', 'function same($x) { $y = $x; return $y; }'),
  'knows that a function returns something else': one(
    'system(other($q));',
    "function other(string $x): string { return 'ls'; }",
  ),
  'tells two calls of a function apart': one("same($q); system(same('ls'));", 'function same($x) { return $x; }'),
  'follows a function that is passed': one('array_map(function ($each) { system($each); }, [$q]);'),
  'follows an instance': one('(new Job($q))->run();', `${JOB()} { system($this->c); } }`),
  'tells the fields of an instance apart': one(
    '(new Job($q))->run();',
    `${JOB("$this->d = 'ls';")} { system($this->d); } }`,
  ),
  'follows a method that is inherited': one(
    '(new Special())->run($q);',
    'class Plain { function run($c) { system($c); } }\nclass Special extends Plain {}',
  ),
  'takes a member of a list for safe': one("if (in_array($q, ['a', 'b'], true)) system($q);"),
  'finds what is no member of the list': one("if (!in_array($q, ['a', 'b'], true)) system($q);"),
  'takes what is left after a check for safe': one("if (!in_array($q, ['a', 'b'], true)) return; system($q);"),
  'takes what equals a constant for safe': one("if ($q === 'ls') system($q);"),
  'takes a number for safe': one("system('kill ' . (int) $q);"),
  'takes what a strict pattern lets through for safe': one("if (preg_match('/^[a-z]+$/D', $q)) system($q);"),
  'finds what a loose pattern lets through': one("if (preg_match('/[a-z]+/', $q)) system($q);"),
  'does not take a value of before a change for checked': one("$a = $q; if ($a === 'ls') { $a = $q; system($a); }"),
  'finds what comes after an error that is caught': one(
    'try { json_decode($q, flags: JSON_THROW_ON_ERROR); } catch (JsonException $error) { system($q); }',
  ),
  'finds nothing after a function that ends': one('return; system($q);'),
  'takes nothing of an unknown lookup for the input': one('$row = $rows->findRow($q); system($row);'),
  'follows a text that is added to': one("$a = 'ls '; $a .= $q; system($a);"),
  'follows a part of a text': one('system(substr($q, 1));'),
  'follows a text that is split': one("system(explode(' ', $q)[0]);"),
  'follows a case': one("$a = 'ls'; switch (mt_rand()) { case 1: $a = $q; break; } system($a);"),
  'leaves out a case that is never chosen': one("$a = 'ls'; switch (1) { case 2: $a = $q; break; } system($a);"),
  'follows a map within a map': one("$a = ['x' => ['y' => $q]]; system($a['x']['y']);"),
  'follows a field that is set': one(
    '$a = new Job(); fill($a, $q); system($a->c);',
    'class Job { public $c; }\nfunction fill($job, $c) { $job->c = $c; }',
  ),
  'finds nothing in a field that is set to something else': one(
    "$a = new Job(); $a->c = $q; $a->c = 'ls'; system($a->c);",
    'class Job { public $c; }',
  ),
  'follows each of a list': one('foreach ([$q] as $each) { system($each); }'),
  'follows a list that a function adds to': one(
    '$a = []; fill($a, $q); system($a[0]);',
    'function fill(&$list, $c) { $list[] = $c; }',
  ),
  'follows the second parameter of a function': one(
    "system(second('ls', $q));",
    'function second($x, $y) { return $y; }',
  ),
  'tells the parameters of a function apart': one("system(first('ls', $q));", 'function first($x, $y) { return $x; }'),
  'follows calls through two functions': one(
    'run($q);',
    'function run($c) { go($c); }\nfunction go($c) { system($c); }',
  ),
  'follows a function that calls itself': one(
    'system(again($q, 3));',
    'function again($x, $n) { if ($n > 0) return again($x, $n - 1); return $x; }',
  ),
  'follows what a closure keeps': one('$f = fn() => system($q); $f();'),
  'follows a value that has a fallback': one("system($q ?: 'ls');"),
  'takes a length for safe': one("system('kill ' . strlen($q));"),
  'takes a truth for safe': one("system('kill ' . ($q === 'a'));"),
  'finds what a check of the length lets through': one('if (strlen($q) > 2) system($q);'),
  'takes what a function lets through for safe': one(
    'if (!known($q)) return; system($q);',
    "function known($x) { return $x === 'a'; }",
  ),
  'follows a method that overrides another one': one(
    '(new Special())->run($q);',
    'class Plain { function run($c) {} }\nclass Special extends Plain { function run($c) { system($c); } }',
  ),
  'leaves out a method that is overridden': one(
    '(new Special())->run($q);',
    'class Plain { function run($c) { system($c); } }\nclass Special extends Plain { function run($c) {} }',
  ),
  'tells two instances of a class apart': one(
    "new Job($q); (new Job('ls'))->run();",
    `${JOB()} { system($this->c); } }`,
  ),
  'follows values that change places': one("$a = $q; $b = 'ls'; $c = $a; $a = $b; $b = $c; system($b);"),
  'tells values that change places apart': one("$a = $q; $b = 'ls'; $c = $a; $a = $b; $b = $c; system($a);"),
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

export const phpNotes: Notes = {};

export function phpOf(what: string): Readonly<Record<string, string>> {
  if (what === ACROSS)
    return {
      app: script(one('\\Shop\\run($q);', "require_once __DIR__ . '/jobs.php';")),
      jobs: '<?php\nnamespace Shop;\n\nfunction run($command)\n{\n    system($command);\n}\n',
    };
  const program = phpPrograms[what];
  if (!program) throw new Error(`no PHP says: ${what}`);
  return { app: script(program) };
}

const script = ({ body, helpers = '' }: PhpProgram): string =>
  ['<?php', helpers, "$q = $_GET['q'];", `${body}\n`].join('\n');
