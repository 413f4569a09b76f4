import { findChromium } from '@assay/targets';
import puppeteer, { type Browser } from 'puppeteer-core';

/** A Chromium for pages that this project wrote; nothing of a target is ever opened with it. */
export async function openChromium(): Promise<Browser> {
  const found = await findChromium(process.env['ASSAY_CHROMIUM']);
  if (!found.ok) throw new Error(`a Chromium is needed: ${found.refusal}`);
  // Root gets no sandbox from Chromium, and containers often have no namespaces for one.
  return puppeteer.launch({ executablePath: found.value, args: ['--no-sandbox', '--disable-gpu'] });
}
