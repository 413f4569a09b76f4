const rates = { book: bookPrice, ticket: ticketPrice, voucher: (line) => -line.price };

export function price(order, customer, today) {
  return order.lines.reduce((amount, line) => amount + (rates[line.kind]?.(line, customer, today) ?? 0), 0);
}

function bookPrice(line, customer) {
  if (line.used) return line.price * (line.condition === 'poor' ? 0.3 : 0.6);
  return customer.student ? line.price * 0.9 : line.price;
}

function ticketPrice(line, customer, today) {
  if (today > line.expires || line.refunded) return 0;
  const service = line.fees.filter((fee) => fee.kind === 'service').reduce((sum, fee) => sum + fee.price, 0);
  return customer.member ? service / 2 : service;
}

// Long, but flat: one look is enough.
export function quantity(order) {
  switch (order.kind) {
    case 'single':
      return 1;
    case 'pair':
      return 2;
    case 'box':
      return order.size === 'small' ? 6 : 12;
    case 'crate':
      return 24;
    default:
      return 0;
  }
}
