export function grid(rows) {
  return rows.map((row) =>
    row.cells.map((cell) => cell.parts.map((part) => part.words.map((word) => word.letters.map((letter) => letter.code)))),
  );
}

export function country(code) {
  switch (code) {
    case 'at':
      return 'Austria';
    case 'be':
      return 'Belgium';
    case 'bg':
      return 'Bulgaria';
    case 'ch':
      return 'Switzerland';
    case 'cy':
      return 'Cyprus';
    case 'cz':
      return 'Czechia';
    case 'de':
      return 'Germany';
    case 'dk':
      return 'Denmark';
    case 'ee':
      return 'Estonia';
    case 'es':
      return 'Spain';
    case 'fi':
      return 'Finland';
    case 'fr':
      return 'France';
    case 'gr':
      return 'Greece';
    case 'hr':
      return 'Croatia';
    case 'hu':
      return 'Hungary';
    case 'ie':
      return 'Ireland';
    case 'is':
      return 'Iceland';
    case 'it':
      return 'Italy';
    case 'li':
      return 'Liechtenstein';
    case 'lt':
      return 'Lithuania';
    case 'lu':
      return 'Luxembourg';
    case 'lv':
      return 'Latvia';
    case 'mt':
      return 'Malta';
    case 'nl':
      return 'Netherlands';
    case 'no':
      return 'Norway';
    case 'pl':
      return 'Poland';
    case 'pt':
      return 'Portugal';
    case 'ro':
      return 'Romania';
    case 'se':
      return 'Sweden';
    case 'si':
      return 'Slovenia';
    case 'sk':
      return 'Slovakia';
    default:
      return code;
  }
}

export function first(shelves, name) {
  for (const shelf of shelves) {
    if (shelf.open) {
      for (const box of shelf.boxes) {
        if (box.open) {
          for (const item of box.items) {
            if (item.name === name) return item;
          }
        }
      }
    }
  }
}
