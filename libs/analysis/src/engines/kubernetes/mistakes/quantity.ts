const FACTORS: Readonly<Record<string, number>> = {
  '': 1,
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** The number of a quantity of Kubernetes: `500m`, `128Mi`, `1e3`; undefined if it is not a quantity. */
export function quantityOf(text: string): number | undefined {
  const [, digits, unit = ''] = /^([+-]?\d{1,18}(?:\.\d{1,9})?(?:[eE][+-]?\d{1,2})?)([a-zA-Z]{0,2})$/.exec(text) ?? [];
  const factor = FACTORS[unit];
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}
