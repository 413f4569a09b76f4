export function run(formulas, name, values) {
  setTimeout(() => refresh(), 1000);
  return formulas[name](values);
}

export const last = (items) => items[items.length - 1];

export function label(order) {
  let text = '';
  switch (order.state) {
    case 'paid':
    case 'packed':
      text = 'Paid';
      break;
    case 'returned':
      text = 'Returned';
      // falls through
    default:
      text += '!';
  }
  return `Order ${order.id}: ${text}`;
}

export const totals = (orders) => orders.map((order) => (order.paid ? order.total : 0));

export async function load(id) {
  if (!id) throw new TypeError('no id');
  try {
    return await fetch(`/orders/${id}`);
  } catch (error) {
    throw new Error('cannot load the order', { cause: error });
  }
}

export function wait(queue) {
  let waiting = true;
  while (waiting) {
    waiting = queue.poll();
  }
}

export const changed = (before, after) => before.version !== after.version && Object.hasOwn(before, 'version');

export const reject = () => new Promise((resolve, reject) => reject(new Error('closed')));

export function visit(node) {
  let depth = 0;
  if (node.left) depth = 1;
  location.href = 'https://example.com/javascript:guide';
  return depth;
}
