import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOfMithril, isReactFile } from './react-files';

const nowhere = (): boolean => false;

describe('whether a file follows the rules of React', () => {
  it.each([
    ['src/use-cart.ts', "import { useState } from 'react';"],
    ['src/use-cart.js', "const { useState } = require('preact/hooks');"],
    ['src/App.jsx', 'export const App = () => <p />;'],
    ['src/page.tsx', 'import Link from "next/link";'],
  ])('React: %s %s', (path, text) => expect(isReactFile(path, text, nowhere)).toBe(true));

  it.each([
    ['packages/runtime-core/src/useModel.ts', "import { ref } from '@vue/reactivity';"],
    ['src/use-slots.ts', 'export function useSlots() {}'],
    ['src/App.tsx', "import { defineComponent } from 'vue';"],
    ['src/App.jsx', 'import { createSignal } from "solid-js";'],
    ['a.tsx', 'export const A = () => <div class="a" />;'],
    ['a.tsx', "import type Mithril from 'mithril';"],
  ])('not React: %s %s', (path, text) => expect(isReactFile(path, text, nowhere)).toBe(false));

  it('is said by the nearest package.json that declares React or Mithril, unless the file imports React', () => {
    const root = mkdtempSync(join(tmpdir(), 'assay-react-files-'));
    const declare = (folder: string, ...names: readonly string[]): void => {
      mkdirSync(join(root, folder), { recursive: true });
      const dependencies = Object.fromEntries(names.map((name) => [name, '^2']));
      writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ dependencies }));
    };
    try {
      declare('.', 'react');
      declare('forum', '@types/mithril');
      declare('forum/tags', 'clsx');
      declare('both', 'mithril', 'preact');
      const isReact = (path: string, text = 'export const A = () => <p />;'): boolean =>
        isReactFile(path, text, filesOfMithril(root));
      expect(isReact('src/a.tsx')).toBe(true);
      expect(isReact('both/a.tsx')).toBe(true);
      expect(isReact('forum/tags/src/a.tsx')).toBe(false);
      expect(isReact('forum/tags/src/a.tsx', "import React from 'react';")).toBe(true);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
