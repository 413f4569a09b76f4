import { expect, test } from '@playwright/test';

test('checks out', async ({ page }) => {
  await page.goto('/cart', { waitUntil: 'networkidle' });
  await page.pause();
  await page.waitForTimeout(3000);
  await page.getByRole('button', { name: 'Pay' }).click({ force: true });
  await expect(page.getByText('Thank you')).toBeVisible();
});
