import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Login } from './Login';

test('signs in', async () => {
  const { container } = render(<Login />);
  userEvent.type(screen.getByLabelText('Name'), 'ada');
  userEvent.click(container.querySelector('button'));
  expect(screen.findByText('Welcome')).toBeTruthy();
  waitFor(() => expect(screen.getByText('Ready')).toBeInTheDocument());
});

test('shows no error', async () => {
  render(<Login />);
  expect(screen.getByRole('alert')).not.toBeInTheDocument();
  const button = await screen.getByRole('button');
  await waitFor(() => {
    userEvent.click(button);
  });
  screen.debug();
});
