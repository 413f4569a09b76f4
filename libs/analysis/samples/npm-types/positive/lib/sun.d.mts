export declare const rise: () => number;
