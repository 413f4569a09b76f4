import { label } from './label';

jest.resetModuleRegistry();

test('shows a label', () => {
  expect(label('pen')).toMatchInlineSnapshot(`pen ${new Date().getFullYear()}`);
});
