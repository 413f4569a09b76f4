/**
 * Area of a rectangle.
 * @parm {number} width
 * @param {number} height
 * @return {number}
 * @param {number}
 * @access secret
 */
export function area(width, height, depth) {
  return width * height * depth;
}

/**
 * @typedef {object} Point
 * @property {number} x
 * @property {number}
 * @property {number} x the same again
 */

/**
 * @implements {Shape}
 * @param {number} [size=3] the size
 * @async
 */
export const square = async (size = 3) => size;

/**
 * @abstract the subclass says
 */
export const shape = () => undefined;

/**
 * Every corner.
 */
export function* corners() {
  yield 1;
}
