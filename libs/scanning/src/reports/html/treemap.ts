import type { FileFindings } from './collect-groups';
import { counted, escaped, thousands } from './markup';
import { type Rectangle, squarified } from './squarified';

/** More would be too small to point at. */
const FILES = 150;
/** CSS pixels of the two layouts, for a desktop and for a phone. Widths scale with the page; heights stay. */
const WIDE = { x: 0, y: 0, width: 1_080, height: 380 };
const NARROW = { x: 0, y: 0, width: 328, height: 420 };
const HEADER = 20;
const CHARACTER = 6.8;

interface Folder {
  readonly name: string;
  readonly files: FileFindings[];
  count: number;
}

/** The files with the most findings, as areas by folder. Empty if no file has a finding. */
export function treemap(files: readonly FileFindings[]): string {
  if (files.length === 0) return '';
  const shown = files.slice(0, FILES);
  const folders = foldersOf(shown);
  const note =
    files.length > shown.length
      ? `The ${shown.length} files with the most findings, of ${thousands(files.length)}.`
      : `${counted(files.length, 'file')} with findings.`;
  return (
    `<section class="map" aria-labelledby="map"><h2 id="map">Where it is</h2>` +
    `<p class="note">${note} An area is as large as a file has findings; its colour is that of the most severe.</p>` +
    `${drawing(folders, WIDE, 'wide')}${drawing(folders, NARROW, 'narrow')}${busiest(shown)}</section>`
  );
}

const drawing = (folders: readonly Folder[], within: Rectangle, name: string): string =>
  `<svg class="${name}" role="img" aria-label="Files by their findings; the list below names the first" ` +
  `width="100%" height="${within.height}">${squarified(
    folders.map(({ count }) => count),
    within,
  )
    .map((area, index) => folderArea(folders[index]!, area, within))
    .join('')}</svg>`;

function folderArea({ name, files }: Folder, area: Rectangle, whole: Rectangle): string {
  const headed = area.height > 3 * HEADER && fits(name, area);
  const inner = headed ? { ...area, y: area.y + HEADER, height: area.height - HEADER } : area;
  const cells = squarified(
    files.map(({ count }) => count),
    inner,
  ).map((each, index) => cell(files[index]!, each, whole));
  const heading = headed ? box(area, whole, 'folder', `<text x="5" y="14">${escaped(name)}</text>`) : '';
  return heading + cells.join('');
}

function cell({ file, severity, count }: FileFindings, area: Rectangle, whole: Rectangle): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const text = area.height > HEADER ? shortened(name, area) : '';
  const label = text === '' ? '' : `<text x="6" y="16">${escaped(text)}</text>`;
  const told = `<title>${escaped(file)}: ${counted(count, 'finding')}, the worst ${severity}</title>`;
  return box(
    area,
    whole,
    `cell ${severity}`,
    `${told}<rect width="100%" height="100%"/>${label}`,
    ` data-file="${escaped(file)}"`,
  );
}

const fits = (text: string, { width }: Rectangle): boolean => text.length * CHARACTER + 10 < width;

const LEAST_CHARACTERS = 4;

/** As much of a name as there is room for; empty if that would be too little to recognise it. */
function shortened(name: string, area: Rectangle): string {
  if (fits(name, area)) return name;
  const room = Math.floor((area.width - 10) / CHARACTER) - 1;
  return room < LEAST_CHARACTERS ? '' : `${name.slice(0, room)}…`;
}

/** Widths in percent of the whole, so that the drawing is as wide as its place and its text keeps its size. */
function box({ x, y, width, height }: Rectangle, whole: Rectangle, name: string, content: string, more = ''): string {
  const percent = (value: number): string => `${Number(((value * 100) / whole.width).toFixed(2))}%`;
  const pixels = (value: number): string => String(Number(value.toFixed(1)));
  const place = `x="${percent(x)}" y="${pixels(y)}" width="${percent(width)}" height="${pixels(height)}"`;
  return `<svg class="${name}" ${place}${more}>${content}</svg>`;
}

const TOP = '(top level)';

/** By the folder in which paths first differ, most findings first. */
function foldersOf(files: readonly FileFindings[]): Folder[] {
  const depth = commonDepth(files.map(({ file }) => file.split('/')));
  const folders = new Map<string, Folder>();
  for (const each of files) {
    const parts = each.file.split('/');
    const name = parts.slice(0, Math.min(depth + 1, parts.length - 1)).join('/') || TOP;
    const folder = folders.get(name) ?? { name, files: [], count: 0 };
    folders.set(name, folder);
    folder.files.push(each);
    folder.count += each.count;
  }
  return [...folders.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function commonDepth(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  let depth = 0;
  while (paths.every((path) => depth < path.length - 1 && path[depth] === first[depth])) depth += 1;
  return depth;
}

const BUSIEST = 8;

/** A list with the same content, for readers who cannot see the drawing or point at it. */
function busiest(files: readonly FileFindings[]): string {
  const rows = files
    .slice(0, BUSIEST)
    .map(
      ({ file, severity, count }) =>
        `<li><button type="button" class="file" data-file="${escaped(file)}">` +
        `<span class="dot ${severity}"></span><code>${escaped(file)}</code> ` +
        `<span class="n">${counted(count, 'finding')}</span></button></li>`,
    );
  return `<ol class="busiest">${rows.join('')}</ol>`;
}
