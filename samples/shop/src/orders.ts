export interface Order {
  id: string;
  lines: any[];
}

export function describe(order: Order): string {
  var text = '';
  for (const line of order.lines) {
    text += line!.name;
  }
  return text;
}

export function never(order: Order) {
  if (order.id === order.id) {
    return true;
  }
}
