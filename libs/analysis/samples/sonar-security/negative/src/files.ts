import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const apiToken = process.env['API_TOKEN'] ?? '';

export function share(name: string, text: string): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
  fs.writeFileSync(path.join(folder, 'report.txt'), text);
  fs.chmodSync(name, 0o640);
}

export const coupon = (): string => crypto.randomInt(1_000_000).toString().padStart(6, '0');

export const report = (): Promise<Response> =>
  fetch('https://reports.billing-company.com/today', { headers: { authorization: apiToken } });

export function open(address: string): void {
  window.open('https://partner.billing-company.com/offers', '_blank', 'noopener');
}
