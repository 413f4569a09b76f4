export const gram = 1;
