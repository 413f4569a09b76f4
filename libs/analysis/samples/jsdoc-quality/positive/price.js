/**
 * Tells the price.
 *
 * @param {number}
 */
export function price(count) {
  return count * 2;
}

/**
 * What is ordered.
 *
 * @typedef {object} Order
 * @property {number}
 */
