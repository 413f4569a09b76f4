export declare function weigh(parcel: { items: { grams: number }[] }): number;
