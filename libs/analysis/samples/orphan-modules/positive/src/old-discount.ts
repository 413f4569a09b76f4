export const oldDiscount = (price: number) => price * 0.9;
