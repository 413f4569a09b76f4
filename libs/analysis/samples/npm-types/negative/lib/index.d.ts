export declare const high: (hour: number) => boolean;
