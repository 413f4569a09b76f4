export class Shape {
  #cached = 0;

  get area() {
    this.measure();
  }

  set area(value) {
    return value;
  }

  measure() {}

  measure() {}
}

export class Square extends Shape {
  constructor(side) {
    this.side = side;
    super();
  }
}

export const ID = /[]x(\1)/;
export const HUGE = 9007199254740993;
export const points = [1, , 3];

export function pick({ color: {} }) {
  const unique = new Symbol('pick');
  const now = Math();
  return unique ?? now ?? (({}) || color);
}

export const load = () => new Promise(async (resolve) => {
  resolve(await fetch('/shapes'));
});
