export declare const amount: number;
