export const price = (net: number) => net * 1.19;
