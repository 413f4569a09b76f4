export function status(item) {
  if (item.count === 0) {
    item.state = 'sold out';
    item.visible = false;
  } else if (item.blocked) {
    item.state = 'sold out';
    item.visible = false;
  } else {
    item.state = 'in stock';
  }
  return item;
}

export function reorder(item) {
  if (item) {
    if (item) {
      return item.count + 10;
    }
  }
  return 0;
}

export function names() {
  const found = [];
  for (const name of found) {
    process.stdout.write(name);
  }
}

function warn(text) {
  process.stderr.write(text);
}

export const warned = warn('low stock');

export function limit(item) {
  if (item.express) {
    return 5;
  }
  if (item.gift) {
    return 5;
  }
  return 5;
}

export function next(number) {
  number = number++;
  return number;
}

export function sum(items) {
  let total = 0;
  let j = 0;
  for (let i = 0; i < items.length; j++) {
    total += items[i].count;
  }
  return total + j;
}

export function rename() {
  const title = 'Stock';
  title = 'Store';
  return title;
}

export function label(kind) {
  switch (kind) {
    case 'book':
      warn('a book');
      break;
    paper: warn('paper');
      break;
    default:
      warn('something');
  }
}

export function* pages() {
  return 1;
}

export function parseInt(item) {
  return item.count * item.price;
}

export function forget(items) {
  var last = items.pop();
  delete last;
}

export function count(items) {
  let size = items.length;
  size = 0;
  for (const item of items) size += item.count;
  return size;
}

export function move(item) {
  if (item.broken)
    warn('broken');
    item.moved = true;

  if (item.old) {
    warn('old');
  } if (item.lost) {
    warn('lost');
  }
}

export const answer = () => 'forty-two'();

export function same(left, right) {
  if (!(left === right)) return false;
  return true;
}

export function print(items) {
  for (const item of items) {
    warn(item.name);
    continue;
  }
}

export function packed(order) {
  const boxes = order.items.filter((item) => item.packed);
  const weight = boxes.reduce((all, box) => all + box.weight, 0);
  return { boxes, weight };
}

export function readyToShip(order) {
  const boxes = order.items.filter((item) => item.packed);
  const weight = boxes.reduce((all, box) => all + box.weight, 0);
  return { boxes, weight };
}
