export const sum = (prices) => prices.reduce((all, price) => all + price, 0);
