export const stock = 3;
export {};
