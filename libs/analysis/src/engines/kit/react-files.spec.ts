import { isReactFile } from './react-files';

describe('whether a file follows the rules of React', () => {
  it.each([
    ['src/use-cart.ts', "import { useState } from 'react';"],
    ['src/use-cart.js', "const { useState } = require('preact/hooks');"],
    ['src/App.jsx', 'export const App = () => <p />;'],
    ['src/page.tsx', 'import Link from "next/link";'],
  ])('React: %s %s', (path, text) => expect(isReactFile(path, text)).toBe(true));

  it.each([
    ['packages/runtime-core/src/useModel.ts', "import { ref } from '@vue/reactivity';"],
    ['src/use-slots.ts', 'export function useSlots() {}'],
    ['src/App.tsx', "import { defineComponent } from 'vue';"],
    ['src/App.jsx', 'import { createSignal } from "solid-js";'],
    ['a.tsx', 'export const A = () => <div class="a" />;'],
  ])('not React: %s %s', (path, text) => expect(isReactFile(path, text)).toBe(false));
});
