import { Unreadable } from '../../kit/per-file';
import { type PositionedJson, membersOf, parsePositionedJson } from '../../kit/positioned-json';
import type { Attribute, Block, Body, Expression, ParsedFile, Place } from './ast';
import type { HclParser } from './parse-hcl';

/**
 * The JSON form of Terraform's language. Texts in it are templates. A list of objects is read as one with all of them.
 * @throws Unreadable if the text is no JSON, or neither an object nor a list of objects
 */
export function parseJsonSyntax(file: string, text: string, parseHcl: HclParser): ParsedFile {
  return { file, body: new JsonReader(file, parseHcl).top(parsePositionedJson(text)), fault: undefined };
}

/** How many labels stand between the type of a block and its body. */
const LABELS: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  provider: 1,
  variable: 1,
  output: 1,
  module: 1,
  backend: 1,
};

class JsonReader {
  constructor(
    private readonly file: string,
    private readonly parseHcl: HclParser,
  ) {}

  top(json: PositionedJson): Body {
    const objects = json.kind === 'array' ? json.items : [json];
    if (objects.some(({ kind }) => kind !== 'object')) throw new Unreadable('neither an object nor a list of objects');
    if (this.file.endsWith('.tfvars.json'))
      return { attributes: new Map(objects.flatMap((each) => [...this.attributes(each)])), blocks: [] };
    const blocks = objects
      .flatMap((each) => [...membersOf(each)])
      .flatMap(([type, value]) => (type === '//' ? [] : this.blocks(type, value, LABELS[type] ?? 0, [])));
    return { attributes: new Map(), blocks };
  }

  private blocks(type: string, json: PositionedJson, labels: number, named: readonly string[]): Block[] {
    if (json.kind === 'array') return json.items.flatMap((item) => this.blocks(type, item, labels, named));
    if (labels > 0)
      return membersOf(json).flatMap(([name, value]) => this.blocks(type, value, labels - 1, [...named, name]));
    return [{ type, labels: named, body: this.body(type, json), at: this.placeOf(json) }];
  }

  /**
   * Only Terraform's own blocks are distinguished from attributes; what a provider calls a block reads alike as a
   * value.
   */
  private body(type: string, json: PositionedJson): Body {
    const isBlock = (name: string) => (type === 'terraform' && name === 'backend') || name === 'dynamic';
    const members = membersOf(json).filter(([name]) => name !== '//');
    return {
      attributes: new Map(
        members.filter(([name]) => !isBlock(name)).map(([name, value]) => [name, this.attribute(name, value)]),
      ),
      blocks: members.filter(([name]) => isBlock(name)).flatMap(([name, value]) => this.blocks(name, value, 1, [])),
    };
  }

  private attributes(json: PositionedJson): Map<string, Attribute> {
    return new Map(membersOf(json).map(([name, value]) => [name, this.attribute(name, value)]));
  }

  private attribute(name: string, json: PositionedJson): Attribute {
    return { name, value: this.expression(json), at: this.placeOf(json) };
  }

  private expression(json: PositionedJson): Expression {
    if (json.kind === 'array') return { kind: 'list', items: json.items.map((item) => this.expression(item)) };
    if (json.kind === 'object')
      return {
        kind: 'object',
        entries: [...json.members].map(([key, value]) => ({
          key: { kind: 'literal', value: key },
          value: this.expression(value),
          at: this.placeOf(value),
        })),
      };
    const { value } = json;
    return typeof value === 'string' && /[$%]\{/.test(value) ? this.template(value) : { kind: 'literal', value };
  }

  private template(text: string): Expression {
    const quoted = JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, '\\u$1');
    // Inside an interpolation the quotes are those of the expression.
    const source = quoted.replace(/\$\{[^}]*\}/g, (part) => part.replaceAll('\\"', '"'));
    const { body, fault } = this.parseHcl(this.file, `a = ${source}\n`);
    return (fault === undefined ? body.attributes.get('a')?.value : undefined) ?? { kind: 'opaque' };
  }

  private placeOf({ line }: PositionedJson): Place {
    return { file: this.file, line, column: 1 };
  }
}
