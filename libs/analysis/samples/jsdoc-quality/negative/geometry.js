/**
 * Area of a rectangle.
 * @param {number} width along the x axis
 * @param {number} height along the y axis
 * @returns {number} in square metres
 * @access private
 */
export function area(width, height) {
  return width * height;
}

/**
 * @typedef {object} Point
 * @property {number} x to the right
 * @property {number} y upwards
 */

/** @implements {Shape} */
export class Square {
  /** @abstract */
  size() {}
}

/**
 * Every corner.
 * @yields {number} its index
 */
export function* corners() {
  yield 1;
}

// @parm is no JSDoc here
export const shape = () => undefined;
