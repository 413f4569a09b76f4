export const orders = [];
export const local = 1;
