export const gram: number;
