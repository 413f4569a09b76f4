export function total(rows, options) {
  if (options.round == 'yes') return parseInt(rows.length);
  const flag = new Boolean(false);
  const sums = new Object();
  const list = new Array(1, 2, 3);
  for (var i = 0; i < rows.length; i++) {
    list.push(function () { return rows[i].total; });
  }
  switch (options.kind) {
    case 'net':
      const tax = 0.2;
      return tax;
    default:
      break;
  }
  var rows = [];
  return [flag, sums, list, rows, Symbol()];
}

export const settings = {
  set theme(value) {
    localStorage.theme = value;
  },
};

export function walk(tree) {
  for (const a of tree) {
    if (a.open) {
      for (const b of a.children) {
        if (b.open) {
          for (const c of b.children) {
            if (c.open) {
              c.visit();
            }
          }
        }
      }
    }
  }
  return;
}

export function grade(n, s) {
  if (n > 95 && s) return 'A+';
  if (n > 90 && s) return 'A';
  if (n > 85 && s) return 'A-';
  if (n > 80 && s) return 'B+';
  if (n > 75 && s) return 'B';
  if (n > 70 && s) return 'B-';
  if (n > 65 && s) return 'C+';
  if (n > 60 && s) return 'C';
  if (n > 55 && s) return 'C-';
  if (n > 50 && s) return 'D+';
  if (n > 45 && s) return 'D';
  if (n > 40 && s) return 'D-';
  if (n > 35 || s) return 'E';
  return 'F';
}
