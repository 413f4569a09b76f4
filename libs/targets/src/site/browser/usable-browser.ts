import { type RequiredProtection, type Result, ok, refuse } from '@assay/kernel';
import { missingProtections } from '@assay/sandbox';
import { type BrowserConfinement, detectBrowserConfinement } from './browser-confinement';
import { findChromium } from './find-chromium';

/** The settings about browsers. */
export interface BrowserSettings {
  /** The value of ASSAY_CHROMIUM: a path, `off`, or undefined for any installed Chromium. */
  readonly chromium: string | undefined;
  /** The protections that ASSAY_UNCONFINED gives up. */
  readonly unconfined: ReadonlySet<RequiredProtection>;
}

export interface UsableBrowser {
  readonly chromium: string;
  readonly confinement: BrowserConfinement;
}

/**
 * Finds a Chromium that can be confined on this machine, or one whose confinement the settings give up.
 * @returns the reason why there is none, as it is shown to users
 */
export async function findUsableBrowser({
  chromium: setting,
  unconfined,
}: BrowserSettings): Promise<Result<UsableBrowser, string>> {
  const chromium = await findChromium(setting);
  if (!chromium.ok) return chromium;
  const confinement = await detectBrowserConfinement(chromium.value);
  const missing = missingProtections(confinement.protections, unconfined);
  if (missing.length === 0) return ok({ chromium: chromium.value, confinement });
  const names = missing.map(({ name }) => name);
  return refuse(
    `pages are not looked at in a browser here, because it would run without ${names.join(', ')}: ` +
      'assay doctor says why, and ASSAY_UNCONFINED gives it up',
  );
}
