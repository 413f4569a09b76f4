import * as sax from 'sax';
import { Malformed } from './malformed';
import { MAX_DEPTH, MAX_VALUES, type Plist } from './plist-values';

type Container = { readonly list: Plist[] } | { readonly dictionary: Map<string, Plist>; key?: string };

/**
 * Reads an XML property list. Entities that a document type declares are refused, not expanded. Apple writes none, and
 * an attack uses them to turn ten lines into gigabytes or to read another file.
 * @throws Malformed
 */
export function decodeXmlPlist(text: string): Plist {
  const parser = sax.parser(true, { trim: false });
  const reader = new PlistReader();
  const characters = (piece: string): void => reader.characters(piece);
  const handlers: Partial<sax.SAXParser> = {
    onerror(error) {
      throw new Malformed(`the property list is no XML: ${error.message.split('\n')[0]}`);
    },
    ondoctype(doctype) {
      if (/<!ENTITY/i.test(doctype)) throw new Malformed('the property list declares entities');
    },
    onopentag: ({ name }) => reader.open(name),
    ontext: characters,
    oncdata: characters,
    onclosetag: (name) => reader.close(name),
  };
  Object.assign(parser, handlers);
  parser.write(text).close();
  if (reader.root === undefined) throw new Malformed('the property list is empty');
  return reader.root;
}

/** Makes the values of a property list, element by element. */
class PlistReader {
  root: Plist | undefined;
  private readonly containers: Container[] = [];
  private values = 0;
  /** The text of the element that is open. */
  private words: string | undefined;

  open(name: string): void {
    this.words = '';
    if (name === 'dict') this.begin({ dictionary: new Map() });
    if (name === 'array') this.begin({ list: [] });
  }

  characters(piece: string): void {
    if (this.words !== undefined) this.words += piece;
  }

  close(name: string): void {
    const content = this.words ?? '';
    this.words = undefined;
    if (name === 'dict' || name === 'array') return this.end();
    const container = this.containers.at(-1);
    if (name === 'key') {
      if (!container || 'list' in container) throw new Malformed('the property list has a key outside of a dictionary');
      container.key = content;
    } else if (name !== 'plist') {
      this.add(scalar(name, content));
    }
  }

  private begin(container: Container): void {
    if (this.containers.length >= MAX_DEPTH)
      throw new Malformed(`the property list is nested more than ${MAX_DEPTH} levels deep`);
    this.containers.push(container);
  }

  private end(): void {
    const container = this.containers.pop();
    if (container) this.add('list' in container ? container.list : container.dictionary);
  }

  private add(value: Plist): void {
    if ((this.values += 1) > MAX_VALUES)
      throw new Malformed(`the property list has more than ${MAX_VALUES.toLocaleString('en')} values`);
    const container = this.containers.at(-1);
    if (container === undefined) this.root ??= value;
    else if ('list' in container) container.list.push(value);
    else if (container.key === undefined) throw new Malformed('the property list has a value without a key');
    else {
      container.dictionary.set(container.key, value);
      delete container.key;
    }
  }
}

function scalar(name: string, content: string): Plist {
  switch (name) {
    case 'string':
      return content;
    case 'integer':
    case 'real':
      return Number(content.trim());
    case 'true':
      return true;
    case 'false':
      return false;
    case 'date':
      return new Date(content.trim());
    case 'data':
      return Uint8Array.from(Buffer.from(content, 'base64'));
    default:
      throw new Malformed('the property list has an element of an unknown kind');
  }
}
