import { Tokenizer } from 'htmlparser2';

/** A tag that opens an element. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  /** By their names in lower case. If two have the same name, the first counts. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The position of its `<`. */
  readonly start: number;
}

/**
 * Calls `onTag` for each opening tag of a page, in their order. It does not know which element is in which. The parser
 * of htmlparser2 keeps a list of all open elements and searches it for each closing tag, so a page of such tags takes
 * the square of its size. Comments, scripts, styles and titles have no tags, and neither has the text of a `textarea`.
 */
export function readTags(html: string, onTag: (tag: Tag) => void): void {
  let name = '';
  let start = 0;
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  let isText = false;
  const end = (): void => {
    if (!isText) onTag({ name, attributes, start });
    isText ||= name === 'textarea'; // browsers read its content as text, not as markup
  };
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(from, to) {
        name = html.slice(from, to).toLowerCase();
        start = from - 1;
        attributes = new Map();
      },
      onattribname(from, to) {
        attribute = html.slice(from, to).toLowerCase();
        value = '';
      },
      onattribdata(from, to) {
        value += html.slice(from, to);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: end,
      onselfclosingtag: end,
      onclosetag(from, to) {
        if (isText && html.slice(from, to).toLowerCase() === 'textarea') isText = false;
      },
      ontext: ignore,
      ontextentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
