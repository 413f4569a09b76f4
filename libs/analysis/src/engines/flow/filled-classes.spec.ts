import { commandsOfExpress, commandsOfFlask } from './test/commands-of';

const DATA = 'from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A:\n    b: int\n    c: str = "ls"\n';
const TUPLE = 'from typing import NamedTuple\nclass A(NamedTuple):\n    b: int\n    c: str\n';
const ATTRS = 'import attr\n@attr.s\nclass A:\n    c = attr.ib()\n';
const MODEL = 'from pydantic import BaseModel\nclass A(BaseModel):\n    b: int\n    c: str = "ls"\n';
const MAKER =
  'class A:\n    def __init__(self, c):\n        self.c = c\n    @classmethod\n    def of(cls, c):\n' +
  '        return cls(c)\n';
const BASE = 'class B { constructor(x) { this.x = x; } run() { exec(this.x); } }\n';
const SETTER = 'class A { set c(value) { this._c = value; } get c() { return this._c; } }';
const ESCAPING = SETTER.replace('= value', "= value.replace(/[^a-z]/g, '')");

describe('fields that the language or a library fills', () => {
  it.each([
    ['a data class', DATA, 'os.system(A(1, q).c)'],
    ['a data class, by its name', DATA, 'os.system(A(b=1, c=q).c)'],
    ['a named tuple', TUPLE, 'os.system(A(1, q).c)'],
    ['attrs', ATTRS, 'os.system(A(q).c)'],
    ['a model', MODEL, 'os.system(A(b=1, c=q).c)'],
    ['a method of the class', MAKER, 'os.system(A.of(q).c)'],
  ])('of Python get an argument: %s', async (_, before, body) => expect(await commandsOfFlask(before, body)).toBe(1));

  it.each([
    ['another field', DATA, 'os.system(A(q, "ls").c)'],
    ['a field that keeps its own value', DATA, 'os.system(A(q).c)'],
    ['a constant', TUPLE, 'os.system(A(1, "ls").c)'],
    ['a constant of a method of the class', MAKER, 'os.system(A.of("ls").c)'],
  ])('of Python are harmless: %s', async (_, before, body) => expect(await commandsOfFlask(before, body)).toBe(0));

  it.each([
    ['the constructor of a base', `${BASE}class C extends B { constructor(x) { super(x); } }`, 'new C(q).run();'],
    ['a setter', SETTER, 'const a = new A(); a.c = q; exec(a.c);'],
  ])('of JavaScript get an argument: %s', async (_, before, body) =>
    expect(await commandsOfExpress(before, body)).toBe(1),
  );

  it.each([
    ['a constant for a base', `${BASE}class C extends B { constructor(x) { super('ls'); } }`, 'new C(q).run();'],
    ['a setter that leaves letters', ESCAPING, 'const a = new A(); a.c = q; exec(a.c);'],
  ])('of JavaScript are harmless: %s', async (_, before, body) =>
    expect(await commandsOfExpress(before, body)).toBe(0),
  );
});
