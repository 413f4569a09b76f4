/**
 * Tells the price.
 *
 * @param {number} count how many
 * @returns {number} the price
 */
export function price(count) {
  return count * 2;
}

/**
 * What is ordered.
 *
 * @typedef {object} Order
 * @property {number} count how many
 */
