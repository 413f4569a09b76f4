export function clamp(value, items, text) {
  const percent = Math.min(Math.max(100, value), 0);
  if (0 < value < 10) return value;
  if (items == []) return 0;
  if (text.charAt(3) === 'abc') return 1;
  if (value < 5 && value > 10) return 2;
  if (value > 3 || value == 3) return 3;
  if (value & items.length > 0 & true) return 4;
  if (percent < 0) new Error('too small');
  value += value + 1;
  return value * 0 + 3.14159;
}

export const rows = new Array(5).map(() => []);
export const price = (12.5).toFixed(101);
export const words = (text) => text.replaceAll(/\s/, ' ').matchAll(/\w+/);

export function count(tree, seen) {
  return tree.left ? count(tree.left, seen) + 1 : 0;
}

export function names() {
  return arguments.map((each) => each.name);
}
