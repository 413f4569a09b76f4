export declare const dense: boolean;
