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
  const containers: Container[] = [];
  let root: Plist | undefined;
  let values = 0;
  let words: string | undefined;

  const add = (value: Plist): void => {
    if ((values += 1) > MAX_VALUES)
      throw new Malformed(`the property list has more than ${MAX_VALUES.toLocaleString('en')} values`);
    const container = containers.at(-1);
    if (container === undefined) root ??= value;
    else if ('list' in container) container.list.push(value);
    else if (container.key === undefined) throw new Malformed('the property list has a value without a key');
    else {
      container.dictionary.set(container.key, value);
      delete container.key;
    }
  };
  const begin = (container: Container): void => {
    if (containers.length >= MAX_DEPTH)
      throw new Malformed(`the property list is nested more than ${MAX_DEPTH} levels deep`);
    containers.push(container);
  };
  const end = (): void => {
    const container = containers.pop();
    if (container) add('list' in container ? container.list : container.dictionary);
  };

  const characters = (piece: string): void => {
    if (words !== undefined) words += piece;
  };
  const close = (name: string): void => {
    const content = words ?? '';
    words = undefined;
    if (name === 'dict' || name === 'array') return end();
    const container = containers.at(-1);
    if (name === 'key') {
      if (!container || 'list' in container) throw new Malformed('the property list has a key outside of a dictionary');
      container.key = content;
    } else if (name !== 'plist') {
      add(scalar(name, content));
    }
  };

  const handlers: Partial<sax.SAXParser> = {
    onerror(error) {
      throw new Malformed(`the property list is no XML: ${error.message.split('\n')[0]}`);
    },
    ondoctype(doctype) {
      if (/<!ENTITY/i.test(doctype)) throw new Malformed('the property list declares entities');
    },
    onopentag({ name }) {
      words = '';
      if (name === 'dict') begin({ dictionary: new Map() });
      if (name === 'array') begin({ list: [] });
    },
    ontext: characters,
    oncdata: characters,
    onclosetag: close,
  };
  Object.assign(parser, handlers);
  parser.write(text).close();
  if (root === undefined) throw new Malformed('the property list is empty');
  return root;
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
