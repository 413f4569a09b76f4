import { expect, test } from '@playwright/test';

// Queries of the same name that are none of the library's.
test('signs in', async ({ page }) => {
  await page.getByLabel('Name').fill('ada');
  const button = page.getByRole('button');
  await button.click();
  await expect(page.getByText('Welcome')).toBeVisible();
});
