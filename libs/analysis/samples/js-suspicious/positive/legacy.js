export function run(formula, values) {
  const compute = new Function('values', formula);
  setTimeout('refresh()', 1000);
  return compute(values) + eval(formula);
}

Array.prototype.last = function () {
  return this[this.length - 1];
};

export function label(order) {
  let text = '';
  switch (order.state) {
    case 'paid':
      text = 'Paid';
    case 'sent':
      text = 'Sent';
      break;
  }
  return 'Order ${order.id}: ' + text;
}

export const totals = (orders) => orders.map((order) => {
  if (order.paid) return order.total;
});

export async function load(id) {
  if (!id) throw 'no id';
  try {
    return await fetch(`/orders/${id}`);
  } catch (error) {
    throw new Error('cannot load the order');
  }
}

export function wait(queue) {
  let waiting = true;
  while (waiting) {
    queue.poll();
  }
}

export function changed(before, after) {
  return after.version !== after.version && before.hasOwnProperty('version');
}

export class Clock {
  constructor() {
    return { now: Date.now() };
  }
}

export const reject = () => new Promise((resolve, reject) => reject('closed'));

export function visit(node) {
  if (node.left) {
    var depth = 1;
  }
  location.href = 'javascript:void(0)';
  return depth + arguments.callee.length;
}

const lines = ['a', 'b']
(lines || []).forEach(visit);
