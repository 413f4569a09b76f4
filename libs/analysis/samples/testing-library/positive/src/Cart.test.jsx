import { act, cleanup, fireEvent, render, screen, waitFor, waitForElementToBeRemoved } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Cart } from './Cart';

beforeEach(() => {
  render(<Cart />);
});

afterEach(cleanup);

test('takes a book', async () => {
  await fireEvent.click(screen.getByText('Add a book'));
  fireEvent.click(screen.findByText('Add a pen'));
  await waitFor(() => {
    expect(screen.getByText('2 products')).toBeVisible();
    expect(screen.getByText('2 products')).toHaveTextContent('14.00');
  });
});

test('keeps its markup', async () => {
  const { baseElement } = render(<Cart lines={['book']} />);
  await waitFor(() => expect(baseElement).toMatchSnapshot());
});

test('forgets its products', async () => {
  const { rerender } = render(<Cart lines={['book']} />);
  act(() => {
    fireEvent.click(screen.getByText('Empty'));
  });
  await waitFor(() => screen.getByText('Empty'));
  rerender(<Cart lines={[]} />);
  expect(screen.queryByText(/book/g)).toBeNull();
});

test('hides the hint', async () => {
  render(<Cart />);
  const user = userEvent.setup();
  await user.click(screen.getByText('Close'));
  await waitForElementToBeRemoved(screen.getByText('Add something'));
});
