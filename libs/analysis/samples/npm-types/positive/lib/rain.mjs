export const amount = 3;
