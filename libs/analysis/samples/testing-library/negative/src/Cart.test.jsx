import { fireEvent, render, screen, waitFor, waitForElementToBeRemoved } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Cart } from './Cart';

test('takes a book', async () => {
  render(<Cart />);
  fireEvent.click(screen.getByText('Add a book'));
  await waitFor(() => expect(screen.getByText('2 products')).toHaveTextContent('14.00'));
});

test('hides the hint', async () => {
  render(<Cart />);
  const user = userEvent.setup();
  await user.click(screen.getByText('Close'));
  await waitForElementToBeRemoved(() => screen.queryByText('Add something'));
  expect(screen.queryByText(/book/)).not.toBeInTheDocument();
});
