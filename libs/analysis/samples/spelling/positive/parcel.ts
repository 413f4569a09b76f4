// The weight is rounded seperately for each parcel.
export const wieght = 'adress';

/* untill the last one */
export const last = 1;
