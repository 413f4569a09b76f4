export const high = (hour) => hour % 12 < 6;
