export declare const high: number;
export declare const low: number;
