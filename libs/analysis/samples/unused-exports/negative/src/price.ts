export const price = (net: number) => net * rate;

export const rate = 1.19;

interface Discount { percent: number }

export default function discounted({ percent }: Discount) { return percent; }
