import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Login } from './Login';

test('signs in', async () => {
  render(<Login />);
  await userEvent.type(screen.getByLabelText('Name'), 'ada');
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('Welcome')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('Ready')).toHaveClass('done'));
});

test('shows no error', () => {
  render(<Login />);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
