export function total(rows, options) {
  if (options.round == null) return parseInt(rows.length, 10);
  const flag = Boolean(options.flag);
  const empty = new Array(rows.length);
  const list = [1, 2, 3];
  for (let i = 0; i < rows.length; i++) {
    list.push(() => rows[i].total);
  }
  switch (options.kind) {
    case 'net': {
      const tax = 0.2;
      return tax;
    }
    default:
      break;
  }
  return [flag, empty, list, Symbol('total')];
}

export const settings = {
  get theme() {
    return localStorage.theme;
  },
  set theme(value) {
    localStorage.theme = value;
  },
};

export function walk(tree, visit) {
  for (const node of tree) {
    if (!node.open) continue;
    visit(node);
    walk(node.children, visit);
  }
}

const GRADES = [[90, 'A'], [75, 'B'], [60, 'C'], [45, 'D']];

export const grade = (n) => GRADES.find(([limit]) => n > limit)?.[1] ?? 'F';
