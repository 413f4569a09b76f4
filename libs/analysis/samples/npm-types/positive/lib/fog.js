export const dense = true;
