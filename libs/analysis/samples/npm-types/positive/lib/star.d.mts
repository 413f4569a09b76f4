export declare const names: string[];
