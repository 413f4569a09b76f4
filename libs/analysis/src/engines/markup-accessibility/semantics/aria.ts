interface RoleDefinition {
  readonly abstract: boolean;
  readonly props: Readonly<Record<string, unknown>>;
  readonly prohibitedProps: readonly string[];
  readonly nameFrom: readonly string[];
  readonly childrenPresentational: boolean;
  readonly superClass: readonly (readonly string[])[];
}

interface PropertyDefinition {
  readonly type: string;
  readonly values?: readonly (string | boolean)[];
  readonly allowundefined?: boolean;
}

/** The package has no types of its own. */
const { aria, roles } = require('aria-query') as {
  readonly aria: ReadonlyMap<string, PropertyDefinition>;
  readonly roles: { entries(): readonly (readonly [string, RoleDefinition])[] };
};

/** The facts of ARIA about a role. */
export interface RoleFacts {
  readonly isAbstract: boolean;
  readonly attributes: ReadonlySet<string>;
  readonly prohibited: ReadonlySet<string>;
  readonly isNamedFromContent: boolean;
  readonly hidesChildren: boolean;
  readonly superclasses: readonly string[];
}

const FACTS: ReadonlyMap<string, RoleFacts> = new Map(
  [...roles.entries()].map(([name, definition]) => [
    name,
    {
      isAbstract: definition.abstract,
      attributes: new Set(Object.keys(definition.props)),
      prohibited: new Set(definition.prohibitedProps),
      isNamedFromContent: definition.nameFrom.includes('contents'),
      hidesChildren: definition.childrenPresentational,
      superclasses: definition.superClass.flat(),
    },
  ]),
);

/** Roles of ARIA 1.3 and of synonyms that the data of ARIA 1.2 lacks. */
const NEWER: ReadonlyMap<string, string> = new Map([
  ['image', 'img'],
  ['comment', 'article'],
  ['suggestion', 'section'],
  ['sectionheader', 'section'],
  ['sectionfooter', 'section'],
]);

export const factsOf = (role: string): RoleFacts | undefined => FACTS.get(role) ?? FACTS.get(NEWER.get(role) ?? '');

export const isRole = (name: string): boolean => factsOf(name)?.isAbstract === false;

export const isAriaAttribute = (name: string): boolean =>
  aria.has(name) || /^aria-(?:braillelabel|brailleroledescription|description|rowindextext|colindextext)$/.test(name);

export const GLOBAL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'aria-atomic',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-description',
  'aria-details',
  'aria-dropeffect',
  'aria-flowto',
  'aria-grabbed',
  'aria-hidden',
  'aria-keyshortcuts',
  'aria-label',
  'aria-labelledby',
  'aria-live',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
  'aria-braillelabel',
  'aria-brailleroledescription',
]);
/** Global in ARIA 1.1, and still allowed everywhere by browsers. */
export const ONCE_GLOBAL: ReadonlySet<string> = new Set([
  'aria-disabled',
  'aria-errormessage',
  'aria-haspopup',
  'aria-invalid',
]);

/** Roles that consist of others: one of these must own an element of the role. */
export const REQUIRED_CONTEXT: Readonly<Record<string, readonly string[]>> = {
  caption: ['figure', 'grid', 'table', 'treegrid'],
  cell: ['row'],
  columnheader: ['row'],
  gridcell: ['row'],
  listitem: ['list', 'directory'],
  menuitem: ['menu', 'menubar'],
  menuitemcheckbox: ['menu', 'menubar'],
  menuitemradio: ['menu', 'menubar'],
  option: ['listbox'],
  row: ['grid', 'rowgroup', 'table', 'treegrid'],
  rowgroup: ['grid', 'table', 'treegrid'],
  rowheader: ['row'],
  tab: ['tablist'],
  treeitem: ['tree'],
};
/** Roles between an element and the one that it is a part of. */
export const BETWEEN: Readonly<Record<string, readonly string[]>> = {
  menuitem: ['group'],
  menuitemcheckbox: ['group'],
  menuitemradio: ['group'],
  option: ['group'],
  treeitem: ['group', 'treeitem'],
};

/** By role: the only roles that an element of it may own. */
export const REQUIRED_CHILDREN: Readonly<Record<string, readonly string[]>> = {
  feed: ['article'],
  grid: ['row', 'rowgroup', 'caption'],
  list: ['listitem'],
  listbox: ['option', 'group'],
  menu: ['menuitem', 'menuitemcheckbox', 'menuitemradio', 'group', 'separator'],
  menubar: ['menuitem', 'menuitemcheckbox', 'menuitemradio', 'group', 'separator'],
  row: ['cell', 'columnheader', 'gridcell', 'rowheader'],
  rowgroup: ['row'],
  table: ['row', 'rowgroup', 'caption'],
  tablist: ['tab'],
  tree: ['treeitem', 'group'],
  treegrid: ['row', 'rowgroup', 'caption'],
};

/** By role: the states that it must have. A state with a default is not among them. */
export const REQUIRED_STATES: Readonly<Record<string, readonly string[]>> = {
  checkbox: ['aria-checked'],
  combobox: ['aria-expanded'],
  heading: ['aria-level'],
  menuitemcheckbox: ['aria-checked'],
  menuitemradio: ['aria-checked'],
  meter: ['aria-valuenow'],
  radio: ['aria-checked'],
  scrollbar: ['aria-valuenow'],
  slider: ['aria-valuenow'],
  switch: ['aria-checked'],
};

export type AriaKind = 'id' | 'idlist' | 'text' | 'number' | 'integer' | 'values' | 'value-list';

/** The kind of an attribute's value, and the values that it can have. */
export function kindOf(name: string): { readonly kind: AriaKind; readonly values: readonly string[] } {
  const definition = aria.get(name);
  const written = (definition?.values ?? []).map(String);
  switch (definition?.type) {
    case 'id':
    case 'idlist':
    case 'number':
    case 'integer':
      return { kind: definition.type, values: [] };
    case 'boolean':
      return { kind: 'values', values: ['true', 'false', ...(definition.allowundefined ? ['undefined'] : [])] };
    case 'tristate':
      return { kind: 'values', values: ['true', 'false', 'mixed', 'undefined'] };
    case 'token':
      return { kind: 'values', values: written };
    case 'tokenlist':
      return { kind: 'value-list', values: written };
    default:
      return { kind: 'text', values: [] };
  }
}
