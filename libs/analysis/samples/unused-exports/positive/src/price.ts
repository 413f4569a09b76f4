export const price = (net: number) => net * rate;

export const rate = 1.19;

export const discount = (percent: number) => percent / 100;
