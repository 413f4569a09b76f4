'use strict';

/**
 * Adds numbers up.
 * @param {readonly number[]} numbers The numbers to add.
 * @returns {number} Their sum; zero for none.
 */
function sum(numbers) {
  let total = 0;
  for (const number of numbers) {
    total += number;
  }
  return total;
}

module.exports = { sum };
