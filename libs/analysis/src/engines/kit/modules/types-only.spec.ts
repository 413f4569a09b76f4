import { importsTypesOnly } from './types-only';

describe('a file takes only types of a package', () => {
  it.each([
    "import type { Tide } from 'tide';",
    "import type Tide from 'tide/coast';",
    "import { type Tide, type Coast as Shore } from 'tide';",
    "import {\n  type Tide,\n  type Coast,\n} from 'tide';",
    "export type { Tide } from 'tide';",
    "interface Coast { tide: import('tide').Tide }",
    "import type { Tide } from 'tide';\nconst name = 'tide';",
  ])('in %j', (text) => expect(importsTypesOnly(text, 'tide')).toBe(true));
});

describe('a file needs a package at run time', () => {
  it.each([
    "import { Tide } from 'tide';",
    "import { type Tide, coast } from 'tide';",
    "import type { Tide } from 'tide';\nimport 'tide/coast';",
    "import type { Tide } from 'tide';\nconst { coast } = require('tide');",
    "import type { Tide } from 'tide';\nawait import('tide');",
    "import { type } from 'tide';",
    "const pages = { coast: import('tide').then(show) };",
    "const name = 'tide';",
  ])('in %j', (text) => expect(importsTypesOnly(text, 'tide')).toBe(false));
});
