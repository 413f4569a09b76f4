/** How a language says the parts of which hostile sources are made. A part that it cannot say is missing. */
export interface LanguageSyntax {
  readonly language: string;
  readonly tool: string;
  readonly file: string;
  /** A program with declarations beside a handler, whose body ends with input that reaches a command. */
  readonly whole: (beside: string, body: string) => string;
  /** The last statement, to find its line. */
  readonly sink: string;
  readonly variable: (name: string) => string;
  /** A condition of which nobody knows whether it holds. */
  readonly condition: string;
  readonly text: (constant: string) => string;
  readonly declare: (name: string, value: string) => string;
  readonly set: (place: string, value: string) => string;
  readonly run: (expression: string) => string;
  readonly call: (callee: string, args: readonly string[]) => string;
  readonly not: (value: string) => string;
  readonly and: string;
  readonly choose: (then: string, otherwise: string) => string;
  readonly at: (list: string, place: string) => string;
  readonly either: (then: string, otherwise?: string) => string;
  readonly loop: (body: string) => string;
  readonly leave: string;
  readonly leaveLoop: string;
  readonly give: (value: string) => string;
  readonly define: (name: string, parameters: readonly string[], body: string) => string;
  /** Sets a text to another one twice, or puts it after itself. */
  readonly double: (place: string, other: string) => string;
  /** An expression that changes a place; undefined where only statements do. */
  readonly change?: (place: string) => string;
  readonly sum?: (terms: readonly string[]) => string;
  readonly list?: (items: readonly string[]) => string;
  readonly map?: (entries: readonly (readonly [string, string])[]) => string;
  /** Puts a value into a list. */
  readonly add?: (list: string, value: string) => string;
  readonly within?: (inner: string) => string;
  readonly closure?: (value: string) => string;
  readonly switch?: (subject: string, cases: readonly (readonly [string, string])[]) => string;
  readonly attempt?: (body: string, handler: string) => string;
  readonly field: (object: string, name: string) => string;
  readonly send?: (object: string, name: string, args: readonly string[]) => string;
  readonly make?: (name: string) => string;
  readonly class: (name: string, base: string | undefined, members: readonly string[]) => string;
  readonly member: (name: string, value: string) => string;
  readonly method?: (name: string, body: string) => string;
  /** Several functions of one name. */
  readonly overload?: (name: string, index: number, body: string) => string;
  readonly constant: (name: string, value: string) => string;
  readonly type?: (inner: string) => string;
  readonly label?: (name: string) => string;
  readonly jump?: (name: string) => string;
  readonly comment: readonly [string, string];
  readonly quote: string;
  /** Shapes of this language alone: the text that stands beside the handler, by size. */
  readonly own: Readonly<Record<string, (size: number) => string>>;
}

const many = (size: number, part: (index: number) => string, between = ''): string =>
  Array.from({ length: size }, (_, index) => part(index)).join(between);

const braces = {
  variable: (name: string) => name,
  text: (constant: string) => `"${constant}"`,
  set: (place: string, value: string) => `${place} = ${value};`,
  run: (expression: string) => `${expression};`,
  call: (callee: string, args: readonly string[]) => `${callee}(${args.join(', ')})`,
  not: (value: string) => `!${value}`,
  and: '&&',
  at: (list: string, place: string) => `${list}[${place}]`,
  leave: 'return;',
  leaveLoop: 'break;',
  give: (value: string) => `return ${value};`,
  double: (place: string, other: string) => `${place} = ${other} + ${other};`,
  sum: (terms: readonly string[]) => terms.join(' + '),
  field: (object: string, name: string) => `${object}.${name}`,
  comment: ['/*', '*/'] as const,
  quote: '"',
};

/** With conditions in brackets. */
const blocks = (condition: string) => ({
  ...braces,
  condition,
  choose: (then: string, otherwise: string) => `${condition} ? ${then} : ${otherwise}`,
  either: (then: string, otherwise?: string) =>
    `if (${condition}) {\n${then}\n}${otherwise === undefined ? '' : ` else {\n${otherwise}\n}`}`,
  loop: (body: string) => `while (${condition}) {\n${body}\n}`,
  switch: (subject: string, cases: readonly (readonly [string, string])[]) =>
    `switch (${subject}) {\n${cases.map(([value, body]) => `case ${value}: ${body} break;`).join('\n')}\n}`,
  attempt: (body: string, handler: string) => `try {\n${body}\n} catch (Exception e) {\n${handler}\n}`,
  send: (object: string, name: string, args: readonly string[]) => `${object}.${name}(${args.join(', ')})`,
  make: (name: string) => `new ${name}()`,
  change: (place: string) => `${place}++`,
});

const inScript = (imports: string, typed: string) => (beside: string, body: string) =>
  [
    ...[imports, 'const app = express();', beside, `app.get('/', (req${typed}, res${typed}) => {`],
    ...[`const q${typed} = req.query.q;`, body, 'exec(q);', '});\n'],
  ].join('\n');

const script = (typed: string) => ({
  ...blocks('app.on()'),
  tool: 'js-data-flow',
  sink: 'exec(q);',
  text: (constant: string) => `'${constant}'`,
  declare: (name: string, value: string) => `let ${name}${typed} = ${value};`,
  define: (name: string, parameters: readonly string[], body: string) =>
    `function ${name}(${parameters.map((each) => each + typed).join(', ')})${typed} {\n${body}\n}`,
  list: (items: readonly string[]) => `[${items.join(', ')}]`,
  map: (entries: readonly (readonly [string, string])[]) =>
    `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(',\n')} }`,
  add: (list: string, value: string) => `${list}.push(${value});`,
  within: (inner: string) => `\`a\${${inner}}\``,
  closure: (value: string) => `(() => ${value})`,
  attempt: (body: string, handler: string) => `try {\n${body}\n} catch (e) {\n${handler}\n}`,
  class: (name: string, base: string | undefined, members: readonly string[]) =>
    `class ${name}${base === undefined ? '' : ` extends ${base}`} {\n${members.join('\n')}\n}`,
  member: (name: string, value: string) => `${name} = ${value};`,
  method: (name: string, body: string) => `${name}() {\n${body}\n}`,
  constant: (name: string, value: string) => `var ${name}${typed} = ${value};`,
});

const PROTOTYPES = (size: number) =>
  many(
    size,
    (index) => `const o${index} = {}; o${index}.__proto__ = o${Math.max(0, index - 1)}; o${index}.constructor;\n`,
  );

const javascript: LanguageSyntax = {
  ...script(''),
  language: 'JavaScript',
  file: 'a.js',
  whole: inScript("const express = require('express');\nconst { exec } = require('child_process');", ''),
  own: {
    prototypes: PROTOTYPES,
    'promises within promises': (size) => `app.go()${'.then((a) => app.go(a)'.repeat(size)}${')'.repeat(size)};`,
    'nested patterns': (size) => `const ${'{ a: '.repeat(size)}b${' }'.repeat(size)} = app.go();`,
    'nested markup': (size) => `const p = ${'<a>'.repeat(size)}${'</a>'.repeat(size)};`,
    'regular expressions': (size) => `const r = /${'(a|'.repeat(size)}b${')+'.repeat(size)}/;`,
    generators: (size) => many(size, (index) => `async function* g${index}() { yield* g${(index + 1) % size}(); }\n`),
  },
};

const typescript: LanguageSyntax = {
  ...script(': any'),
  language: 'TypeScript',
  file: 'a.ts',
  whole: inScript("import express from 'express';\nimport { exec } from 'child_process';", ': any'),
  overload: (name, index, body) =>
    `function ${name}(a: 'x${index}'): any;${index === 0 ? `\nfunction ${name}(a: any): any {\n${body}\n}` : ''}`,
  type: (inner) => `Array<${inner}>`,
  own: {
    prototypes: PROTOTYPES,
    'types that mean each other': (size) =>
      many(size, (index) => `type T${index} = T${(index + 1) % size} | { a: T${index} };\n`),
    'conditional types': (size) => `type C<A> = ${'A extends string ? '.repeat(size)}1${' : 2'.repeat(size)};`,
    'nested objects of types': (size) => `type D = ${'{ a: '.repeat(size)}string${' }'.repeat(size)};`,
    'merged namespaces': (size) =>
      many(size, (index) => `namespace N { export const a${index} = N.a${(index + 1) % size}; }\n`),
  },
};

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, ' ');

const python: LanguageSyntax = {
  ...braces,
  language: 'Python',
  tool: 'py-data-flow',
  file: 'a.py',
  sink: 'os.system(q)',
  whole: (beside, body) =>
    `import os\nfrom flask import Flask, request\napp = Flask(__name__)\n${beside}\n` +
    `@app.route('/')\ndef view():\n${indented(`q = request.args['q']\n${body}\nos.system(q)\n`)}`,
  condition: 'os.getpid()',
  declare: (name, value) => `${name} = ${value}`,
  set: (place, value) => `${place} = ${value}`,
  run: (expression) => expression,
  not: (value) => `not ${value}`,
  and: 'and',
  choose: (then, otherwise) => `${then} if os.getpid() else ${otherwise}`,
  either: (then, otherwise) =>
    `if os.getpid():\n${indented(then)}${otherwise === undefined ? '' : `\nelse:\n${indented(otherwise)}`}`,
  loop: (body) => `while os.getpid():\n${indented(body)}`,
  leave: 'return',
  leaveLoop: 'break',
  give: (value) => `return ${value}`,
  define: (name, parameters, body) => `def ${name}(${parameters.join(', ')}):\n${indented(body)}\n`,
  double: (place, other) => `${place} = ${other} + ${other}`,
  list: (items) => `[${items.join(', ')}]`,
  map: (entries) => `{${entries.map(([key, value]) => `'${key}': ${value}`).join(',\n')}}`,
  add: (list, value) => `${list}.append(${value})`,
  within: (inner) => `f'{${inner}}'`,
  closure: (value) => `(lambda: ${value})`,
  switch: (subject, cases) =>
    `match ${subject}:\n${cases.map(([value, body]) => ` case ${value}:\n${indented(indented(body))}`).join('\n')}`,
  attempt: (body, handler) => `try:\n${indented(body)}\nexcept Exception as e:\n${indented(handler)}`,
  send: (object, name, args) => `${object}.${name}(${args.join(', ')})`,
  make: (name) => `${name}()`,
  class: (name, base, members) =>
    `class ${name}${base === undefined ? '' : `(${base})`}:\n${indented(members.join('\n') || 'pass')}\n`,
  member: (name, value) => `${name} = ${value}`,
  method: (name, body) => `def ${name}(self):\n${indented(body)}`,
  overload: (name, index, body) => `def ${name}(a${index}):\n${indented(body)}\n`,
  constant: (name, value) => `${name} = ${value}`,
  type: (inner) => `list[${inner}]`,
  comment: ["'''", "'''"],
  own: {
    decorators: (size) => `${many(size, (index) => `@app.d${index}\n`)}def decorated():\n pass\n`,
    'comprehensions within comprehensions': (size) => `x = ${'[a for a in '.repeat(size)}[]${']'.repeat(size)}\n`,
    'mixed tabs and spaces': (size) =>
      many(size, (index) => `def t${index}():\n${index % 2 ? '\t' : '        '}pass\n \t pass\n`),
    globals: (size) =>
      many(size, (index) => `def g${index}():\n global a${index}\n a${index} = g${(index + 1) % size}\n`),
  },
};

const inClass = (language: 'java' | 'csharp') => ({
  member: (name: string, value: string) => `${language === 'java' ? 'Object' : 'object'} ${name} = ${value};`,
  method: (name: string, body: string) => `Object ${name}() {\n${body}\nreturn null;\n}`,
});
const typedDefine =
  (type: string, prefix = '') =>
  (name: string, parameters: readonly string[], body: string): string =>
    `${prefix}${type} ${name}(${parameters.map((each) => `${type} ${each}`).join(', ')}) {\n${body}\n}`;

const java: LanguageSyntax = {
  ...blocks('Math.random() > 0.5'),
  ...inClass('java'),
  language: 'Java',
  tool: 'java-data-flow',
  file: 'App.java',
  sink: 'Runtime.getRuntime().exec(q);',
  whole: (beside, body) =>
    [
      ...['package shop;', 'import java.util.*;', 'import org.springframework.web.bind.annotation.*;'],
      ...['@RestController', 'class App {', beside, '@GetMapping("/")'],
      ...['public void view(@RequestParam String q) throws Exception {', body],
      ...['Runtime.getRuntime().exec(q);', '}', '}\n'],
    ].join('\n'),
  declare: (name, value) => `var ${name} = ${value};`,
  define: typedDefine('Object'),
  list: (items) => `List.of(${items.join(', ')})`,
  map: (entries) => `Map.ofEntries(${entries.map(([key, value]) => `Map.entry("${key}", ${value})`).join(',\n')})`,
  add: (list, value) => `${list}.add(${value});`,
  closure: (value) => `((Supplier<Object>) () -> ${value})`,
  class: (name, base, members) =>
    `static class ${name}${base === undefined ? '' : ` extends ${base}`} {\n${members.join('\n')}\n}`,
  overload: (name, index, body) => `Object ${name}(T${index} a) {\n${body}\n}`,
  constant: (name, value) => `static Object ${name} = ${value};`,
  type: (inner) => `List<${inner}>`,
  label: (name) => `${name}:`,
  jump: (name) => `while (Math.random() > 0.5) { break ${name}; }`,
  own: {
    annotations: (size) => `${many(size, (index) => `@A${index}(@B)\n`)}void annotated() { }`,
    'escapes of letters': (size) => `String u = "${'\\u0041'.repeat(Math.min(size, 3_000))}";`,
    'interfaces with methods that call themselves': (size) =>
      many(
        size,
        (index) =>
          `interface I${index} extends I${(index + 1) % size}, I${(index + 2) % size} ` +
          '{ default Object go(Object a) { return go(a); } }\n',
      ),
    enums: (size) => `enum E { ${many(size, (index) => `A${index}(E.A${(index + 1) % size})`, ',\n')} }`,
    'switches that give values': (size) =>
      `int s(int a) { return ${'switch (a) { default -> '.repeat(size)}1;${' };'.repeat(size)} }`,
  },
};

const csharp: LanguageSyntax = {
  ...blocks('clock.Now() > 5'),
  language: 'C#',
  tool: 'csharp-data-flow',
  file: 'App.cs',
  sink: 'Process.Start(q);',
  whole: (beside, body) =>
    [
      ...['using System.Diagnostics;', 'using Microsoft.AspNetCore.Mvc;', 'namespace Shop;', '[ApiController]'],
      ...['public class App(IClock clock) : ControllerBase', '{', beside, '[HttpGet("/")]'],
      ...['public void View([FromQuery] string q)', '{', body, 'Process.Start(q);', '}', '}\n'],
    ].join('\n'),
  declare: (name, value) => `var ${name} = ${value};`,
  define: typedDefine('object'),
  list: (items) => `new[] { ${items.join(', ')} }`,
  map: (entries) =>
    `new Dictionary<string, object> { ${entries.map(([key, value]) => `["${key}"] = ${value}`).join(',\n')} }`,
  add: (list, value) => `${list}.Add(${value});`,
  within: (inner) => `$"a{${inner}}"`,
  closure: (value) => `((Func<object>)(() => ${value}))`,
  ...inClass('csharp'),
  class: (name, base, members) => `class ${name}${base === undefined ? '' : ` : ${base}`} {\n${members.join('\n')}\n}`,
  overload: (name, index, body) => `object ${name}(T${index} a) {\n${body}\n}`,
  constant: (name, value) => `static object ${name} = ${value};`,
  type: (inner) => `List<${inner}>`,
  label: (name) => `${name}: ;`,
  jump: (name) => `goto ${name};`,
  own: {
    attributes: (size) => `${many(size, (index) => `[A${index}(typeof(B))]\n`)}void Attributed() { }`,
    'queries within queries': (size) => `object Q() => ${'(from a in '.repeat(size)}b${' select a)'.repeat(size)};`,
    'patterns within patterns': (size) => `bool P(object a) => a is ${'{ A: '.repeat(size)}1${' }'.repeat(size)};`,
    'extensions of extensions': (size) =>
      many(
        size,
        (index) => `static object E${index}(this object a) => a.E${(index + 1) % size}().E${(index + 2) % size}();\n`,
      ),
    conditions: (size) => `${many(size, (index) => `#if A${index}\n`)}int c;\n${'#endif\n'.repeat(size)}`,
  },
};

const kotlin: LanguageSyntax = {
  ...blocks('Math.random() > 0.5'),
  language: 'Kotlin',
  tool: 'kotlin-data-flow',
  file: 'App.kt',
  sink: 'Runtime.getRuntime().exec(q)',
  whole: (beside, body) =>
    [
      ...['package shop', 'import org.springframework.web.bind.annotation.*', beside, '@RestController'],
      ...['class App {', '@GetMapping("/")', 'fun view(@RequestParam q: String) {', body],
      ...['Runtime.getRuntime().exec(q)', '}', '}\n'],
    ].join('\n'),
  declare: (name, value) => `var ${name} = ${value}`,
  set: (place, value) => `${place} = ${value}`,
  run: (expression) => expression,
  choose: (then, otherwise) => `if (Math.random() > 0.5) ${then} else ${otherwise}`,
  leave: 'if (Math.random() > 0.5) return',
  leaveLoop: 'break',
  give: (value) => `return ${value}`,
  define: (name, parameters, body) =>
    `fun ${name}(${parameters.map((each) => `${each}: Any`).join(', ')}): Any {\n${body}\n}`,
  double: (place, other) => `${place} = ${other} + ${other}`,
  list: (items) => `listOf(${items.join(', ')})`,
  map: (entries) => `mapOf(${entries.map(([key, value]) => `"${key}" to ${value}`).join(',\n')})`,
  add: (list, value) => `${list}.add(${value})`,
  within: (inner) => `"a\${${inner}}"`,
  closure: (value) => `{ ${value} }`,
  switch: (subject, cases) =>
    `when (${subject}) {\n${cases.map(([value, body]) => `${value} -> { ${body} }`).join('\n')}\n}`,
  attempt: (body, handler) => `try {\n${body}\n} catch (e: Exception) {\n${handler}\n}`,
  make: (name) => `${name}()`,
  class: (name, base, members) =>
    `open class ${name}${base === undefined ? '' : ` : ${base}()`} {\n${members.join('\n')}\n}`,
  member: (name, value) => `var ${name}: Any = ${value}`,
  method: (name, body) => `fun ${name}(): Any {\n${body}\n}`,
  overload: (name, index, body) => `fun ${name}(a: T${index}): Any {\n${body}\n}`,
  constant: (name, value) => `val ${name}: Any = ${value}`,
  type: (inner) => `List<${inner}>`,
  own: {
    annotations: (size) => `${many(size, (index) => `@A${index}\n`)}fun annotated() { }`,
    'objects that hold each other': (size) =>
      many(size, (index) => `object O${index} { val a = O${(index + 1) % size} }\n`),
    'extensions of extensions': (size) =>
      many(size, (index) => `fun Any.e${index}(): Any = e${(index + 1) % size}().e${index}()\n`),
    'properties that read each other': (size) =>
      many(size, (index) => `val p${index} get() = p${(index + 1) % size}\n`),
  },
};

const php: LanguageSyntax = {
  ...blocks('mt_rand() > 5'),
  language: 'PHP',
  tool: 'php-data-flow',
  file: 'a.php',
  sink: 'system($q);',
  whole: (beside, body) => ['<?php', beside, "$q = $_GET['q'];", body, 'system($q);\n'].join('\n'),
  variable: (name) => `$${name}`,
  text: (constant) => `'${constant}'`,
  declare: (name, value) => `$${name} = ${value};`,
  choose: (then, otherwise) => `(mt_rand() > 5 ? ${then} : ${otherwise})`,
  leave: 'if (mt_rand() > 5) return;',
  define: (name, parameters, body) =>
    `function ${name}(${parameters.map((each) => `$${each}`).join(', ')}) {\n${body}\n}`,
  double: (place, other) => `${place} = ${other} . ${other};`,
  sum: (terms) => terms.join(' . '),
  list: (items) => `[${items.join(', ')}]`,
  map: (entries) => `[${entries.map(([key, value]) => `'${key}' => ${value}`).join(',\n')}]`,
  add: (list, value) => `${list}[] = ${value};`,
  within: (inner) => `"a{${inner}}"`,
  closure: (value) => `(fn() => ${value})`,
  attempt: (body, handler) => `try {\n${body}\n} catch (Exception $e) {\n${handler}\n}`,
  field: (object, name) => `${object}->${name}`,
  send: (object, name, args) => `${object}->${name}(${args.join(', ')})`,
  class: (name, base, members) =>
    `class ${name}${base === undefined ? '' : ` extends ${base}`} {\n${members.join('\n')}\n}`,
  member: (name, value) => `public $${name} = ${value};`,
  method: (name, body) => `function ${name}() {\n${body}\n}`,
  constant: (name, value) => `$${name} = ${value};`,
  label: (name) => `${name}:`,
  jump: (name) => `goto ${name};`,
  own: {
    'variables of variables': (size) => `$x = ${'$'.repeat(size)}a;`,
    references: (size) => many(size, (index) => `$r${index} = &$r${(index + 1) % size};\n`),
    traits: (size) =>
      many(size, (index) => `trait T${index} { use T${(index + 1) % size}; function t() { return $this->t(); } }\n`),
    'islands of markup': (size) => many(size, (index) => `?><b><?= $a${index} ?></b><?php\n`),
    'texts over lines': (size) => many(size, (index) => `$h${index} = <<<A${index}\n$a {$b} \${c}\nA${index};\n`),
  },
};

const go: LanguageSyntax = {
  ...braces,
  language: 'Go',
  tool: 'go-data-flow',
  file: 'a.go',
  sink: 'exec.Command("sh", "-c", q).Run()',
  whole: (beside, body) =>
    [
      ...['package shop', 'import (\n"math/rand"\n"net/http"\n"os/exec"\n)', beside],
      ...['func view(w http.ResponseWriter, r *http.Request) {', 'q := r.URL.Query().Get("q")', body],
      ...['exec.Command("sh", "-c", q).Run()', '}\n'],
    ].join('\n'),
  condition: 'rand.Int() > 5',
  declare: (name, value) => `${name} := ${value}`,
  set: (place, value) => `${place} = ${value}`,
  run: (expression) => expression,
  choose: (then, otherwise) => `pick(${then}, ${otherwise})`,
  either: (then, otherwise) =>
    `if rand.Int() > 5 {\n${then}\n}${otherwise === undefined ? '' : ` else {\n${otherwise}\n}`}`,
  loop: (body) => `for rand.Int() > 5 {\n${body}\n}`,
  leave: 'return',
  leaveLoop: 'break',
  give: (value) => `return ${value}`,
  define: (name, parameters, body) =>
    `func ${name}(${parameters.map((each) => `${each} any`).join(', ')}) any {\n${body}\n}`,
  double: (place, other) => `${place} = ${other} + ${other}`,
  list: (items) => `[]any{${items.join(', ')}}`,
  map: (entries) => `map[string]any{${entries.map(([key, value]) => `"${key}": ${value},`).join('\n')}}`,
  add: (list, value) => `${list} = append(${list}, ${value})`,
  closure: (value) => `func() any { return ${value} }`,
  switch: (subject, cases) =>
    `switch ${subject} {\n${cases.map(([value, body]) => `case ${value}: ${body}`).join('\n')}\n}`,
  send: (object, name, args) => `${object}.${name}(${args.join(', ')})`,
  make: (name) => `(&${name}{})`,
  class: (name, base, members) => {
    const [fields, methods] = [
      members.filter((each) => !each.startsWith('func')),
      members.filter((each) => each.startsWith('func')),
    ];
    const own = methods.map((each) => each.replace('func ', `func (x *${name}) `));
    return `type ${name} struct {\n${base ?? ''}\n${fields.join('\n')}\n}\n${own.join('\n')}`;
  },
  member: (name) => `${name} any`,
  method: (name, body) => `func ${name}() any {\n${body}\nreturn nil\n}`,
  constant: (name, value) => `var ${name} any = ${value}`,
  type: (inner) => `List[${inner}]`,
  label: (name) => `${name}:`,
  jump: (name) => `goto ${name}`,
  own: {
    'channels of channels': (size) => `var c ${'chan '.repeat(size)}int`,
    'deferred calls': (size) => `func d() {\n${many(size, (index) => `defer func() { recover(); d${index}() }()\n`)}}`,
    'functions of functions': (size) => `var f ${'func('.repeat(size)}int${')'.repeat(size)}`,
    'literals within literals': (size) => `var l = ${'[][]any{'.repeat(size)}${'}'.repeat(size)}`,
  },
};

const ruby: LanguageSyntax = {
  ...braces,
  language: 'Ruby',
  tool: 'ruby-data-flow',
  file: 'a.rb',
  sink: 'system(q)',
  whole: (beside, body) =>
    [
      ...[beside, 'class AppController < ApplicationController', 'def show', 'q = params[:q]', body],
      ...['system(q)', 'end', 'end\n'],
    ].join('\n'),
  condition: 'Process.pid > 5',
  text: (constant) => `'${constant}'`,
  declare: (name, value) => `${name} = ${value}`,
  set: (place, value) => `${place} = ${value}`,
  run: (expression) => expression,
  change: (place) => `(${place} ||= 1)`,
  choose: (then, otherwise) => `(Process.pid > 5 ? ${then} : ${otherwise})`,
  either: (then, otherwise) =>
    `if Process.pid > 5\n${then}\n${otherwise === undefined ? '' : `else\n${otherwise}\n`}end`,
  loop: (body) => `while Process.pid > 5\n${body}\nend`,
  leave: 'return if Process.pid > 5',
  leaveLoop: 'break',
  give: (value) => value,
  define: (name, parameters, body) => `def ${name}(${parameters.join(', ')})\n${body}\nend\n`,
  double: (place, other) => `${place} = ${other} + ${other}`,
  list: (items) => `[${items.join(', ')}]`,
  map: (entries) => `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(',\n')} }`,
  add: (list, value) => `${list} << ${value}`,
  within: (inner) => `"a#{${inner}}"`,
  closure: (value) => `lambda { ${value} }`,
  switch: (subject, cases) =>
    `case ${subject}\n${cases.map(([value, body]) => `when ${value}\n${body}`).join('\n')}\nend`,
  attempt: (body, handler) => `begin\n${body}\nrescue StandardError => e\n${handler}\nend`,
  send: (object, name, args) => `${object}.${name}(${args.join(', ')})`,
  make: (name) => `${name}.new`,
  class: (name, base, members) =>
    `class ${name}${base === undefined ? '' : ` < ${base}`}\n${members.join('\n')}\nend\n`,
  member: (name, value) => `@@${name} = ${value}`,
  method: (name, body) => `def ${name}\n${body}\nend`,
  overload: (name, index, body) => `def ${name}(a${index})\n${body}\nend\n`,
  constant: (name, value) => `${name.toUpperCase()} = ${value}`,
  comment: ['=begin\n', '\n=end\n'],
  own: {
    'modules that include each other': (size) =>
      many(size, (index) => `module M${index}\ninclude M${(index + 1) % size}\nend\n`),
    'blocks within blocks': (size) => `${'f { |a| '.repeat(size)}a${' }'.repeat(size)}\n`,
    'texts over lines': (size) => many(size, (index) => `h${index} = <<~A${index}\n#{a} #{b}\nA${index}\n`),
    'methods that are made': (size) =>
      many(size, (index) => `define_method(:m${index}) { send(:m${(index + 1) % size}) }\n`),
    'aliases of aliases': (size) => many(size, (index) => `alias_method :n${index}, :n${(index + 1) % size}\n`),
  },
};

const MACROS = {
  'macros that mean each other': (size: number) =>
    many(size, (index) => `#define M${index} M${(index + 1) % size} + M${(index + 2) % size}\n`) + 'int m = M0;',
  'macros with arguments': (size: number) =>
    many(size, (index) => `#define F${index}(x) F${(index + 1) % size}(x, F${index}(x))\n`) + 'int n = F0(1);',
  'conditions of the preprocessor': (size: number) =>
    `${many(size, (index) => `#if A${index}\n`)}int c;\n${'#endif\n'.repeat(size)}`,
  'branches of the preprocessor': (size: number) =>
    many(size, (index) => `#ifdef B${index}\nint b${index}(\n#else\nint d${index}(\n#endif\nint a);\n`),
  declarators: (size: number) => `int ${'*'.repeat(size)}pointer;`,
  'functions that give functions': (size: number) => `int ${'(*'.repeat(size)}g${')(void)'.repeat(size)};`,
  'brackets of types': (size: number) => `int array${'[2]'.repeat(size)};`,
  casts: (size: number) => `int cast = ${'(int)'.repeat(size)}1;`,
  'initial values within each other': (size: number) => `int initial[] = ${'{'.repeat(size)}1${'}'.repeat(size)};`,
  'blocks without a condition': (size: number) => `void blocks(void) ${'{'.repeat(size)}${'}'.repeat(size)}`,
  'files that include themselves': (size: number) => many(size, () => '#include "a.h"\n#include "a.c"\n'),
  attributes: (size: number) => `${'__attribute__((aligned(8))) '.repeat(size)}int aligned;`,
  'functions of pointers': (size: number) =>
    many(
      size,
      (index) =>
        `static char *p${index}(char *a, char **b) { b[${index}] = a; return p${(index + 1) % size}(*b, &a); }\n`,
    ),
  allocations: (size: number) =>
    `void allocations(void) {\n${many(
      size,
      (index) => `char *a${index} = malloc(${index}); if (a${index}) free(a${Math.max(0, index - 1)});\n`,
    )}}`,
  'copies of memory': (size: number) =>
    `void copies(char *a, char *b, int n) {\n${many(size, () => 'memcpy(a, b, n); a += n; b += n;\n')}}`,
};

const c: LanguageSyntax = {
  ...blocks('rand()'),
  language: 'C',
  tool: 'c-data-flow',
  file: 'a.c',
  sink: 'system(q);',
  whole: (beside, body) =>
    [
      ...['#include <stdlib.h>', '#include <string.h>', beside, 'int main(void) {'],
      ...['const char *q = getenv("QUERY_STRING");', body, 'system(q);', '}\n'],
    ].join('\n'),
  declare: (name, value) => `char *${name} = ${value};`,
  leave: 'if (rand()) return 0;',
  define: typedDefine('char *', 'static '),
  double: (place, other) => `strcat(${place}, ${other});`,
  list: (items) => `(char *[]){${items.join(', ')}}`,
  class: (name, base, members) =>
    `struct ${name} {\n${base === undefined ? '' : `struct ${base} base;`}\n${members.join('\n')}\n};`,
  member: (name) => `char *${name};`,
  constant: (name, value) => `char *${name} = ${value};`,
  label: (name) => `${name}: ;`,
  jump: (name) => `goto ${name};`,
  attempt: undefined as never,
  send: undefined as never,
  make: undefined as never,
  own: MACROS,
};

const cpp: LanguageSyntax = {
  ...c,
  ...blocks('rand()'),
  language: 'C++',
  file: 'a.cpp',
  whole: (beside, body) =>
    [
      ...['#include <cstdlib>', '#include <string>', beside, 'int main() {'],
      ...['std::string q = std::getenv("QUERY_STRING");', body, 'system(q.c_str());', '}\n'],
    ].join('\n'),
  sink: 'system(q.c_str());',
  declare: (name, value) => `auto ${name} = ${value};`,
  leave: 'if (rand()) return 0;',
  define: typedDefine('std::string'),
  double: (place, other) => `${place} = ${other} + ${other};`,
  list: (items) => `std::vector{${items.join(', ')}}`,
  add: (list, value) => `${list}.push_back(${value});`,
  closure: (value) => `[&] { return ${value}; }`,
  attempt: (body, handler) => `try {\n${body}\n} catch (const std::exception &e) {\n${handler}\n}`,
  make: (name) => `${name}()`,
  class: (name, base, members) =>
    `struct ${name}${base === undefined ? '' : ` : ${base}`} {\n${members.join('\n')}\n};`,
  member: (name, value) => `std::string ${name} = ${value};`,
  method: (name, body) => `std::string ${name}() {\n${body}\nreturn "";\n}`,
  overload: (name, index, body) => `std::string ${name}(T${index} a) {\n${body}\n}`,
  constant: (name, value) => `std::string ${name} = ${value};`,
  type: (inner) => `std::vector<${inner}>`,
  own: {
    'macros that mean each other': MACROS['macros that mean each other'],
    'conditions of the preprocessor': MACROS['conditions of the preprocessor'],
    'templates that make each other': (size) =>
      many(size, (index) => `template <class A> struct S${index} { S${(index + 1) % size}<S${index}<A>> a; };\n`),
    'namespaces within namespaces': (size) =>
      `${many(size, (index) => `namespace n${index} { `)}int a;${' }'.repeat(size)}`,
    allocations: MACROS.allocations,
    operators: (size) => many(size, (index) => `A operator+(A a, B${index} b) { return a + b + a; }\n`),
  },
};

export const SYNTAXES: readonly LanguageSyntax[] = [
  javascript,
  typescript,
  python,
  java,
  php,
  go,
  csharp,
  ruby,
  kotlin,
  c,
  cpp,
];
