export const names = ['Vega'];
