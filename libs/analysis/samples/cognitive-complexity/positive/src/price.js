export function price(order, customer, today) {
  let amount = 0;
  for (const line of order.lines) {
    if (line.kind === 'book') {
      if (customer.student && !line.used) {
        amount += line.price * 0.9;
      } else if (line.used) {
        if (line.condition === 'poor') {
          amount += line.price * 0.3;
        } else {
          amount += line.price * 0.6;
        }
      } else {
        amount += line.price;
      }
    } else if (line.kind === 'ticket') {
      if (today > line.expires || line.refunded) {
        continue;
      }
      for (const fee of line.fees) {
        if (fee.kind === 'service') {
          if (customer.member) {
            amount += fee.price / 2;
          } else {
            amount += fee.price;
          }
        }
      }
    } else if (line.kind === 'voucher' && customer.vouchers) {
      amount -= line.price;
    }
  }
  return amount;
}

export function quantity(order) {
  switch (order.kind) {
    case 'single':
      return 1;
    case 'box':
      switch (order.size) {
        case 'small':
          return 6;
        default:
          return 12;
      }
    default:
      return 0;
  }
}
