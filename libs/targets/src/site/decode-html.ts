import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** The bytes of a page that are searched for its `<meta charset>`, according to the HTML standard. */
const PRESCAN = 1_024;

/**
 * Decodes a page. The encoding comes from its byte order mark, else from the server, else from the page's head, else it
 * is the one that browsers assume. It never fails, because unknown names of encodings are ignored.
 */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const decoder =
    byMark(bytes) ??
    decoderOf(parameter(contentType)) ??
    decoderOf(declared(bytes)) ??
    new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return decoder.decode(bytes);
}

function byMark(bytes: Buffer): TextDecoder | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? new TextDecoder('utf-8') : undefined;
}

const parameter = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^";\s]{1,40})/i.exec(contentType)?.[1];

/** The encoding that the head declares. If a head can be read as ASCII, it is not UTF-16, even if it says so. */
function declared(bytes: Buffer): string | undefined {
  const name = /<meta\s[^>]{0,200}?charset\s*=\s*["']?([^"'\s/>;]{1,40})/i.exec(
    bytes.subarray(0, PRESCAN).toString('latin1'),
  )?.[1];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

function decoderOf(label: string | undefined): TextDecoder | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_NOT_SUPPORTED') return undefined;
    throw error;
  }
}
