export const heaviest = 31_500;
