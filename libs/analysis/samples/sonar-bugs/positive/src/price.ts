export interface Price {
  readonly currency: string | number | string;
  readonly amount: number;
}
