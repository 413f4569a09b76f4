export function status(item) {
  if (item.count === 0 || item.blocked) {
    item.state = 'sold out';
    item.visible = false;
  } else {
    item.state = 'in stock';
  }
  return item;
}

export function names(found) {
  for (const name of found) {
    process.stdout.write(name);
  }
}

export function* pages(from) {
  yield from;
}

export function sum(items) {
  let total = 0;
  for (let i = 0; i < items.length; i++) {
    total += items[i].count;
  }
  return total;
}

export function move(item) {
  if (item.broken) {
    process.stderr.write('broken');
  }
  item.moved = true;
}

export const same = (left, right) => left === right;

export function packed(order) {
  const boxes = order.items.filter((item) => item.packed);
  return { boxes, weight: boxes.reduce((all, box) => all + box.weight, 0) };
}
