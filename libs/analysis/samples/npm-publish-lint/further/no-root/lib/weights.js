export const weights = [1, 2, 5];
