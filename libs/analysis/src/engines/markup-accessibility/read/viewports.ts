import { type MarkupElement, addElement, addText } from '../markup';
import { lineOf } from './positions';

const OF_NEXT =
  /\bexport\s+const\s+(?:viewport\b[^={]*=\s*|metadata\b[^={]*=\s*\{[^]{0,5000}?\bviewport\s*:\s*)\{([^{}]*)\}/;
const SCALABLE = /\buserScalable\s*:\s*(false|true)\b/;
const MOST = /\bmaximumScale\s*:\s*([\d.]+)/;

const TITLE = new RegExp(
  String.raw`\bexport\s+const\s+metadata\b[^={]*=\s*\{(?:[^{}]|\{[^{}]*\}){0,2000}?\btitle\s*:\s*` +
    String.raw`(?:\{\s*default\s*:\s*)?(['"\x60])((?:(?!\1)[^\\$\n])*)\1\s*[,}]`,
);

/** Adds the `<title>` that Next.js makes of the settings which the file of a layout or page exports. */
export function addTitleOfFile(root: MarkupElement, file: string): void {
  const found = TITLE.exec(file);
  if (!found) return;
  const place = lineOf(file, found.index);
  const title = addElement(addElement(root, { name: 'head', opaque: true, place }), { name: 'title', place });
  if (found[2] !== '') addText(title, found[2]!);
}

/** Adds the `<meta name="viewport">` that Next.js makes of the settings which the file of a layout or page exports. */
export function addViewportOfFile(root: MarkupElement, file: string): void {
  const found = OF_NEXT.exec(file);
  if (!found) return;
  const [, settings = ''] = found;
  const [, scalable] = SCALABLE.exec(settings) ?? [];
  const [, most] = MOST.exec(settings) ?? [];
  const content = ['width=device-width'];
  if (scalable === 'false') content.push('user-scalable=no');
  if (most !== undefined) content.push(`maximum-scale=${most}`);
  if (content.length === 1) return;
  const place = lineOf(file, found.index);
  const attributes = new Map([
    ['name', 'viewport'],
    ['content', content.join(', ')],
  ]);
  addElement(root, { name: 'meta', place, attributes });
}
