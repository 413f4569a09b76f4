import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** How much of a page is searched for its `<meta charset>`, as the HTML standard has it. */
const PRESCAN = 1_024;

/**
 * The text of a page: by its byte order mark, what the server says, what its head says, or else what browsers take it
 * for. Never fails: a name that means nothing is passed over.
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

/** A head that says UTF-16 is readable as ASCII, so it is none. */
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
