import { type MarkupElement, ancestorsOf, attributeOf, contentOf, elementsIn, isHtml } from '../markup';
import { explicitRole, isDecorative } from '../semantics/roles';
import { type Fault, type Page, tagOf } from './page';

/** Names of files of pictures that stand for a word: `icon-yes.gif`. */
const STANDS_FOR_WORD = /(?:^|[/_-])(?:yes|no|ok|tick|check(?:mark)?|cross|true|false|on|off|full|empty)(?=[._-])/i;

/** The only picture of a cell that has nothing else. */
function onlyPicture(cell: MarkupElement): MarkupElement | undefined {
  const [only, ...others] = contentOf(cell);
  return others.length === 0 && only?.kind === 'element' && isHtml(only, 'img') ? only : undefined;
}

const isSilent = (picture: MarkupElement): boolean =>
  (attributeOf(picture, 'alt') === '' || isDecorative(explicitRole(picture))) &&
  !['aria-label', 'aria-labelledby', 'title'].some((name) => picture.attributes.has(name));

/** A cell of data that is nothing but a picture without words, where its neighbours have words, or its file has. */
export function* silentCells(page: Page): Generator<Fault> {
  for (const table of page.inTree()) {
    const inside = isHtml(table, 'table') && !isDecorative(explicitRole(table)) ? [...elementsIn(table)] : [];
    if (!inside.some((each) => isHtml(each, 'th')) || inside.some((each) => isHtml(each, 'table'))) continue;
    const pictures = inside.flatMap((each) => (isHtml(each, 'td') ? (onlyPicture(each) ?? []) : []));
    const speaks = pictures.some((each) => !isSilent(each) && (attributeOf(each, 'alt') ?? '').trim() !== '');
    for (const picture of pictures) {
      if (!isSilent(picture) || !page.exposures.isSeen(picture)) continue;
      const row = [...ancestorsOf(picture)].find((each) => isHtml(each, 'tr'));
      const isOfWord = STANDS_FOR_WORD.test(attributeOf(picture, 'src') ?? '');
      if (row && (speaks || isOfWord))
        yield { element: picture, message: `${tagOf(picture)} is all that the cell has, and says nothing` };
    }
  }
}
