export function clamp(value, items, text) {
  const percent = Math.min(Math.max(0, value), 100);
  if (0 < value && value < 10) return value;
  if (items.length === 0) return 0;
  if (text.charAt(3) === 'a') return 1;
  if (value > 5 && value < 10) return 2;
  if (value >= 3) return 3;
  if ((value & 4) !== 0) return 4;
  if (percent < 0) throw new Error('too small');
  value += 1;
  return value * 2 + Math.PI;
}

export const rows = Array.from({ length: 5 }, () => []);
export const price = (12.5).toFixed(2);
export const words = (text) => text.replaceAll(/\s/g, ' ').matchAll(/\w+/g);

export function count(tree, seen) {
  if (seen.has(tree)) return 0;
  return tree.left ? count(tree.left, seen) + 1 : 0;
}

export function names() {
  return Array.from(arguments, (each) => each.name);
}
