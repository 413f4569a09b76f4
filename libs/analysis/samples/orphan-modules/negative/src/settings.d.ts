export interface Settings { theme: string }
