import { type MarkupElement, attributeOf, elementsIn, hasUnknownText, isHtml, tokensOf } from '../markup';
import { explicitRole, isDecorative } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';

interface Cell {
  readonly element: MarkupElement;
  readonly row: number;
  readonly column: number;
  readonly height: number;
  readonly width: number;
}

/** Larger tables are not taken apart. */
const MAX_CELLS = 5_000;

const span = (element: MarkupElement, name: string): number => {
  const value = Number.parseInt(attributeOf(element, name) ?? '1', 10);
  return Number.isNaN(value) || value < 1 ? 1 : Math.min(value, 1_000);
};

/** The rows of a table itself, not those of tables in it. */
const rowsOf = (table: MarkupElement): readonly MarkupElement[] =>
  table.children.flatMap((child) => {
    if (child.kind === 'text') return [];
    if (isHtml(child, 'tr')) return [child];
    return isHtml(child, 'thead', 'tbody', 'tfoot')
      ? child.children.filter((each): each is MarkupElement => each.kind === 'element' && isHtml(each, 'tr'))
      : [];
  });

function cellsOf(table: MarkupElement): readonly Cell[] | undefined {
  const taken = new Set<string>();
  const cells: Cell[] = [];
  for (const [row, tr] of rowsOf(table).entries()) {
    let column = 0;
    for (const element of tr.children) {
      if (element.kind === 'text' || !isHtml(element, 'td', 'th')) continue;
      while (taken.has(`${row}/${column}`)) column += 1;
      const cell = { element, row, column, height: span(element, 'rowspan'), width: span(element, 'colspan') };
      if (taken.size + cell.height * cell.width > MAX_CELLS) return undefined;
      for (let down = 0; down < cell.height; down += 1)
        for (let right = 0; right < cell.width; right += 1) taken.add(`${row + down}/${column + right}`);
      cells.push(cell);
      column += cell.width;
    }
  }
  return cells;
}

const isDataTable = (table: MarkupElement, page: Page): boolean =>
  isHtml(table, 'table') && !isDecorative(explicitRole(table)) && page.exposures.isInTree(table);

const overlaps = (a: number, length: number, b: number, other: number): boolean => a < b + other && b < a + length;

const isHeader = ({ element }: Cell, page: Page): boolean => {
  const role = page.roleOf(element);
  return role === 'columnheader' || role === 'rowheader';
};

/** Whether a header heads a cell: by `headers`, by its scope, or by its place. */
function heads(header: Cell, cell: Cell): boolean {
  const id = attributeOf(header.element, 'id');
  const headers = attributeOf(cell.element, 'headers');
  if (headers !== undefined && headers.trim() !== '') return id !== undefined && tokensOf(headers).includes(id);
  const scope = attributeOf(header.element, 'scope')?.toLowerCase() ?? '';
  const isInColumn = overlaps(header.column, header.width, cell.column, cell.width) && cell.row > header.row;
  const isInRow = overlaps(header.row, header.height, cell.row, cell.height) && cell.column > header.column;
  if (scope === 'col') return isInColumn;
  if (scope === 'row') return isInRow;
  if (scope === 'colgroup') return cell.row > header.row;
  if (scope === 'rowgroup') return cell.row >= header.row;
  return isInColumn || isInRow;
}

function* headersWithoutCells(page: Page): Generator<Fault> {
  for (const table of page.elements) {
    if (!isDataTable(table, page) || hasUnknownRows(table)) continue;
    const cells = cellsOf(table);
    for (const header of cells ?? []) {
      if (!isHeader(header, page) || !page.exposures.isInTree(header.element) || header.element.mayHaveMore) continue;
      const isUsed = cells!.some(
        (cell) => cell !== header && (isHeader(cell, page) ? headsRowHeader(header, cell) : heads(header, cell)),
      );
      if (!isUsed)
        yield {
          element: header.element,
          message: `The header "${page.textOf(header.element).trim().slice(0, 40)}" heads no cell`,
        };
    }
  }
}

/** Whether a header stands above one that heads a row: of a column of names it says what they are. */
const headsRowHeader = (header: Cell, cell: Cell): boolean =>
  attributeOf(header.element, 'scope')?.toLowerCase() !== 'row' &&
  attributeOf(cell.element, 'scope')?.toLowerCase() !== 'col' &&
  cell.row > header.row &&
  overlaps(header.column, header.width, cell.column, cell.width);

const hasUnknownRows = (table: MarkupElement): boolean => {
  for (const inner of elementsIn(table))
    if (inner.opaque || inner.mayHaveMore || (isHtml(inner, 'table', 'thead', 'tbody', 'tr') && hasUnknownText(inner)))
      return true;
  return hasUnknownText(table);
};

function* foreignHeaders(page: Page): Generator<Fault> {
  for (const table of page.elements) {
    if (!isDataTable(table, page)) continue;
    const cells = rowsOf(table).flatMap((row) =>
      row.children.filter((each): each is MarkupElement => each.kind === 'element' && isHtml(each, 'td', 'th')),
    );
    const headers = cells.filter((cell) => ['columnheader', 'rowheader'].includes(page.roleOf(cell) ?? ''));
    const ids = new Set(headers.flatMap((cell) => attributeOf(cell, 'id') ?? []));
    if (cells.some((cell) => cell.attributes.get('id') === null || cell.mayHaveMore) || hasUnknownRows(table)) continue;
    for (const cell of cells) {
      const wrong = tokensOf(attributeOf(cell, 'headers')).find((id) => !ids.has(id) || id === attributeOf(cell, 'id'));
      if (wrong !== undefined && page.exposures.isInTree(cell))
        yield {
          element: cell,
          message: `headers of ${tagOf(cell)} names "${wrong}", which is no header of the table`,
        };
    }
  }
}

const ARIA_TABLES = new Set(['table', 'grid', 'treegrid']);
const ARIA_CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
/** Attributes that put rows and cells elsewhere than where they stand. */
const MOVES = ['aria-owns', 'aria-colindex', 'aria-rowindex', 'aria-colcount', 'aria-rowcount', 'aria-rowspan'];

/** The cells of a table that roles make; undefined if a program or an attribute puts some elsewhere. */
function ariaCellsOf(table: MarkupElement): readonly Cell[] | undefined {
  const inside = [...elementsIn(table)];
  if ([table, ...inside].some((each) => each.opaque || MOVES.some((name) => each.attributes.has(name))))
    return undefined;
  if (inside.some((each) => each.attributes.get('role') === null || ARIA_TABLES.has(explicitRole(each) ?? '')))
    return undefined;
  const isOfCells = (each: MarkupElement): boolean => /^row(?:group)?$/.test(explicitRole(each) ?? '');
  if ([table, ...inside.filter(isOfCells)].some((each) => each.mayHaveMore || hasUnknownText(each))) return undefined;
  const rows = inside.filter((each) => explicitRole(each) === 'row');
  if (inside.length > MAX_CELLS) return undefined;
  return rows.flatMap((tr, row) => {
    let column = 0;
    return [...elementsIn(tr)].flatMap((element) => {
      if (!ARIA_CELLS.has(explicitRole(element) ?? '')) return [];
      const cell = { element, row, column, height: 1, width: span(element, 'aria-colspan') };
      column += cell.width;
      return [cell];
    });
  });
}

/** Headers of columns of a table that roles make, below which there is no cell in any row. */
function* ariaHeadersWithoutCells(page: Page): Generator<Fault> {
  for (const table of page.inTree()) {
    if (!ARIA_TABLES.has(explicitRole(table) ?? '') || isHtml(table, 'table')) continue;
    const cells = ariaCellsOf(table) ?? [];
    const others = cells.filter(({ element }) => !explicitRole(element)!.endsWith('header'));
    // A script may fill a table without rows.
    if (others.length === 0) continue;
    for (const header of cells) {
      if (explicitRole(header.element) !== 'columnheader' || !page.exposures.isInTree(header.element)) continue;
      const isUsed = cells.some(
        (cell) => cell.row > header.row && overlaps(header.column, header.width, cell.column, cell.width),
      );
      if (!isUsed)
        yield {
          element: header.element,
          message: `The header "${page.textOf(header.element).trim().slice(0, 40)}" heads no cell`,
        };
    }
  }
}

export const tableRules: Readonly<Record<string, Rule>> = {
  'header-without-cells': function* (page) {
    yield* headersWithoutCells(page);
    yield* ariaHeadersWithoutCells(page);
  },
  'headers-foreign': foreignHeaders,
};
