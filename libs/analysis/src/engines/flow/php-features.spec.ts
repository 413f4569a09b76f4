import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');
const tools = flowTools.filter(({ id }) => id === 'php-data-flow');

const rules = async (text: string) => {
  const { findings, unreadable } = (await runOn(profile, tools, { 'index.php': text })).tool('php-data-flow');
  expect(unreadable).toEqual([]);
  return findings.map(({ rule }) => rule);
};

/** The program with input in place of `INPUT`, with a constant, and with input that is escaped. */
async function answers(program: string) {
  const put = (value: string) => rules(`<?php\n${program.replaceAll('INPUT', value)}\n`);
  return [await put("$_GET['q']"), await put("'ls'"), await put("escapeshellarg($_GET['q'])")];
}

const FOUND = [['command-injection'], [], []];

describe('features of PHP through which input goes', () => {
  it.each<[string, string]>([
    ['a group of a pattern', "$x = INPUT;\npreg_match('/c=(.*)/', $x, $m);\nshell_exec('ls ' . $m[1]);"],
    [
      'a constructor of the class above',
      `class A { protected $x; function __construct($x) { $this->x = $x; } }
       class B extends A {
         function __construct($x) { parent::__construct($x); }
         function run() { shell_exec('ls ' . $this->x); }
       }
       (new B(INPUT))->run();`,
    ],
    [
      'a method of the class above',
      `class A { protected $x; function put($x) { $this->x = $x; } }
       class B extends A {
         function put($x) { parent::put($x); }
         function run() { shell_exec('ls ' . $this->x); }
       }
       $b = new B(); $b->put(INPUT); $b->run();`,
    ],
    ['an object without a class', "$o = new stdClass(); $o->x = INPUT; shell_exec('ls ' . $o->x);"],
    ['a copy of an object', "$o = new stdClass(); $o->x = INPUT; $p = clone $o; shell_exec('ls ' . $p->x);"],
    [
      'the fields of an object',
      "$o = new stdClass(); $o->x = INPUT; $a = get_object_vars($o); shell_exec('ls ' . $a['x']);",
    ],
    [
      'fields whose names come from a loop',
      `class A { public $x; function fill($all) { foreach ($all as $k => $v) $this->$k = $v; } }
       $a = new A(); $a->fill(['x' => INPUT]); shell_exec('ls ' . $a->x);`,
    ],
    [
      'a parameter that is a reference',
      "function put(&$to, $x) { $to = $x; }\nput($y, INPUT); shell_exec('ls ' . $y);",
    ],
    ['a second name of a variable', "function f() { $a = 'ls'; $b = &$a; $b = INPUT; shell_exec('ls ' . $a); }\nf();"],
    ['a generator', "function g($x) { yield 'a' => $x; }\nforeach (g(INPUT) as $v) shell_exec('ls ' . $v);"],
    [
      'a generator within another one',
      `function a($x) { yield $x; }
       function g($x) { yield from a($x); }
       foreach (g(INPUT) as $v) shell_exec('ls ' . $v);`,
    ],
    ['variables of an array', "function show($all) { extract($all); shell_exec('ls ' . $x); }\nshow(['x' => INPUT]);"],
    ['all arguments', "function f() { $all = func_get_args(); shell_exec('ls ' . $all[0]); }\nf(INPUT);"],
    ['one of all arguments', "function f() { shell_exec('ls ' . func_get_arg(1)); }\nf('a', INPUT);"],
    ['what replaces a match', "shell_exec('ls ' . preg_replace_callback('/x/', fn ($m) => INPUT, 'x'));"],
    [
      'a method with the name of one that finds a record',
      `class A { function first($x) { return $x; } }\n$a = new A(); shell_exec('ls ' . $a->first(INPUT));`,
    ],
    [
      'a class whose name is written in another case',
      `class PageNate { function pick($x) { return $x[0]; } }
       $p = new Pagenate(); shell_exec('ls ' . $p->pick([INPUT, 'ls']));`,
    ],
    [
      'a method beside a field of its name',
      `class A { public $limit; public $x; function limit($n) { $this->limit = $n; return $this; } }
       $a = new A(); $a->x = INPUT; shell_exec('ls ' . $a->limit(3)->x);`,
    ],
    [
      'what the iterator of an object gives',
      `class All implements IteratorAggregate {
         public $x; function getIterator() { return new Each($this->x); }
       }
       class Each { public $y; function __construct($y) { $this->y = $y; } function current() { return $this->y; } }
       $all = new All(); $all->x = INPUT;
       foreach ($all as $one) shell_exec('ls ' . $one);`,
    ],
    [
      'a field that a case of a switch names',
      `class A { function set($name) { switch ($name) { case 'x': $this->$name = INPUT; } } }
       $a = new A(); $a->set($_ENV['n']); shell_exec('ls ' . $a->x);`,
    ],
    ['the beginning of a list', "$a = []; array_unshift($a, INPUT); shell_exec('ls ' . $a[0]);"],
  ])('%s', async (_, program) => expect(await answers(program)).toEqual(FOUND));

  it.each<[string, string]>([
    [
      'another parameter that is no reference',
      "function put($to, $x) { $to = $x; }\n$y = 'ls'; put($y, $_GET['q']); shell_exec($y);",
    ],
    [
      'another element of an array',
      "function show($all) { extract($all); shell_exec($x); }\nshow(['x' => 'ls', 'y' => $_GET['q']]);",
    ],
    ['another argument', "function f() { shell_exec(func_get_arg(0)); }\nf('ls', $_GET['q']);"],
    [
      'another field of the class above',
      `class A { protected $x; protected $y = 'ls'; function __construct($x) { $this->x = $x; } }
       class B extends A {
         function __construct($x) { parent::__construct($x); }
         function run() { shell_exec($this->y); }
       }
       (new B($_GET['q']))->run();`,
    ],
    [
      'what an object holds beside the elements that its iterator gives',
      `class All implements IteratorAggregate {
         public $x; public $y = ['ls']; function getIterator() { foreach ($this->y as $each) yield $each; }
       }
       $all = new All(); $all->x = $_GET['q'];
       foreach ($all as $one) shell_exec($one);`,
    ],
    [
      'a constant of a class whose name is written in another case',
      `class PageNate { function pick($x) { return 'ls'; } }
       $p = new Pagenate(); shell_exec($p->pick([$_GET['q'], 'ls']));`,
    ],
    [
      'a method that does not return the field of its name',
      `class A { public $limit; function limit() { return 'ls'; } }
       $a = new A(); $a->limit = $_GET['q']; shell_exec($a->limit());`,
    ],
    [
      'another field than the one that a case of a switch names',
      `class A { public $y = 'ls'; function set($name) { switch ($name) { case 'x': $this->$name = $_GET['q']; } } }
       $a = new A(); $a->set($_ENV['n']); shell_exec($a->y);`,
    ],
    ['a group that has only digits', "preg_match('/c=(\\\\d+)/', $_GET['q'], $m); shell_exec('ls ' . $m[1]);"],
  ])('leaves out %s', async (_, program) => expect(await rules(`<?php\n${program}\n`)).toEqual([]));
});

describe('an object of a class outside of the target', () => {
  const page = (given: string) =>
    rules(`<?php
class App {
  public $route, $helpers;
  function __construct($settings) {
    $this->route = $_GET['q'];
    $this->helpers = new ArrayObject(array_merge(['files' => 'Acme\\Files'], $settings['helpers']));
  }
  function helper($name) {
    if (!is_object($this->helpers[$name])) $this->helpers[$name] = new $this->helpers[$name](${given});
    return $this->helpers[$name];
  }
}
$app = new App(include 'settings.php');
$app->helper('files')->check();
echo $app->helper('texts')->get('title');
`);

  it.each<[string, string, readonly string[]]>([
    ['is made of nothing that its maker holds', '$this', []],
    ['is made of what its maker gives it', '$this->route', ['cross-site-scripting']],
  ])('%s', async (_, given, found) => expect(await page(given)).toEqual(found));
});

describe('a function that reads from what it gets', () => {
  const reads = (first: string, second: string) =>
    rules(`<?php
use Symfony\\Component\\HttpFoundation\\Request;
function read($bag) { system($bag->get('name')); }
function page(Request $request, $other) {
  read(${first});
  read(${second});
}
`);

  it.each([
    ['$request->query', '$other', ['command-injection']],
    ['$other', '$request->query', ['command-injection']],
    ['$other', '$other', []],
  ])('is followed for %s and for %s', async (first, second, found) =>
    expect(await reads(first, second)).toEqual(found),
  );
});
