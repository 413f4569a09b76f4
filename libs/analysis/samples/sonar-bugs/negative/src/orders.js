export function shipping(order) {
  if (order.weight < 1) {
    return 4;
  } else if (order.weight < 5) {
    return 7;
  } else if (order.weight < 10) {
    return 12;
  }
  return order.express ? 20 : 15;
}

export function total(lines) {
  let sum = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    sum += lines[i].price;
  }
  return sum;
}

export function validate(order) {
  if (order.from === order.to) {
    throw new Error('Sender and receiver are the same');
  }
  const seen = new Set();
  for (const line of order.lines) {
    if (seen.has(line.id)) return false;
    seen.add(line.id);
  }
  return order.lines.length > 0;
}

export function rates() {
  const table = {};
  table['standard'] = 4;
  table['express'] = 5;
  return table;
}

export function kind(order) {
  switch (order.kind) {
    case 'gift':
    case 'sample':
      return 'free';
    default:
      return 'paid';
  }
}

function log(text, level = 'info') {
  process.stdout.write(`${level} ${text}`);
}

export function read(parse, text) {
  log(text, 'debug');
  try {
    const order = parse(text);
    return order.lines;
  } catch (error) {
    // a damaged draft is no draft
  }
}
