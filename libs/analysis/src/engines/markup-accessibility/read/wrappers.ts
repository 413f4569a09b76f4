import ts from 'typescript';
import { OF_COMPONENT } from '../style/selectors';

/** Components of packages that are one native element each, by the module and the name that it exports. */
const OF_PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'next/document': { Html: 'html' },
  'next/link': { default: 'a' },
  'next/image': { default: 'img' },
  'next/legacy/image': { default: 'img' },
  'react-router': { Link: 'a', NavLink: 'a' },
  'react-router-dom': { Link: 'a', NavLink: 'a' },
  '@remix-run/react': { Link: 'a', NavLink: 'a' },
  '@tanstack/react-router': { Link: 'a' },
  gatsby: { Link: 'a' },
  formik: { Field: 'input', Form: 'form' },
};
/** Buttons of packages, which show what they hold and get their name by no property of their own. */
const BUTTONS: Readonly<Record<string, readonly string[]>> = {
  '@chakra-ui/react': ['Button', 'IconButton'],
  '@headlessui/react': ['Button'],
  '@mantine/core': ['ActionIcon', 'Button', 'UnstyledButton'],
  '@material-ui/core': ['Button', 'Fab', 'IconButton'],
  '@mui/material': ['Button', 'Fab', 'IconButton'],
  '@radix-ui/themes': ['Button', 'IconButton'],
  'react-aria-components': ['Button'],
  'react-bootstrap': ['Button'],
  reactstrap: ['Button'],
};
/** Modules of one component each, and the copy that shadcn puts into a project. */
const BUTTON_MODULE = new RegExp(
  String.raw`^(?:@(?:mui\/material|material-ui\/core)\/(?:Button|Fab|IconButton)|react-bootstrap\/Button|` +
    String.raw`[@~.\w/-]*components\/ui\/button)$`,
);
/** Properties by which such a button may get words, or becomes a link. */
const NAMES_BUTTON = [
  'label',
  'content',
  'text',
  'tooltip',
  'tooltiptext',
  'icondescription',
  'href',
  'to',
  'children',
];
/** Packages whose object has a component for each native element: `motion.button`. */
const OBJECTS = new Set(['framer-motion', 'motion/react', 'react-spring', '@react-spring/web']);
const OF_STYLES = new Set(['styled-components', '@emotion/styled', '@linaria/react']);
/** Properties by which a component becomes another element, or hands its own to the element in it. */
const OTHERWISE = new Set(['as', 'aschild', 'component', 'legacybehavior', 'passhref', 'forwardedas', 'render']);

/** The native element that a component of a file is, by its name; undefined for any other. */
export type Wrappers = (component: string) => string | undefined;

/** Reads which components of a file are native elements: links and pictures of frameworks, and styled elements. */
export function wrappersIn(source: ts.SourceFile): Wrappers {
  const [natives, objects, styled] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const module = statement.moduleSpecifier.text;
      for (const [exported, name] of importedBy(statement)) {
        const native = Object.hasOwn(OF_PACKAGES, module) ? OF_PACKAGES[module]![exported] : undefined;
        if (native) natives.set(name, native);
        else if (isButton(module, exported)) natives.set(name, 'button');
        if (OBJECTS.has(module)) objects.add(name);
        if (OF_STYLES.has(module)) styled.add(name);
      }
    } else if (ts.isVariableStatement(statement) && styled.size > 0)
      for (const { name, initializer } of statement.declarationList.declarations) {
        const native = initializer && styledElement(initializer, styled);
        if (native && ts.isIdentifier(name)) natives.set(name.text, native);
      }
  }
  return (component) => {
    const [, object = '', native] = /^(\w+)\.([a-z][a-z0-9]*)$/.exec(component) ?? [];
    return natives.get(component) ?? (objects.has(object) ? native : undefined);
  };
}

const isButton = (module: string, exported: string): boolean =>
  (Object.hasOwn(BUTTONS, module) && BUTTONS[module]!.includes(exported)) ||
  (BUTTON_MODULE.test(module) && /^(?:default|Button|IconButton)$/.test(exported));

/** Pairs of the name in the module and the name in the file. */
function* importedBy({ importClause }: ts.ImportDeclaration): Generator<readonly [string, string]> {
  if (importClause?.name) yield ['default', importClause.name.text];
  const named = importClause?.namedBindings;
  if (named && ts.isNamedImports(named))
    for (const { name, propertyName } of named.elements) yield [(propertyName ?? name).text, name.text];
}

/** The element of styled.button`…`, styled('button')`…` and styled.button({ … }). */
function styledElement(expression: ts.Expression, styled: ReadonlySet<string>): string | undefined {
  const maker = ts.isTaggedTemplateExpression(expression)
    ? expression.tag
    : ts.isCallExpression(expression)
      ? expression.expression
      : undefined;
  if (maker === undefined) return undefined;
  const isStyled = (each: ts.Expression) => ts.isIdentifier(each) && styled.has(each.text);
  if (ts.isPropertyAccessExpression(maker)) return isStyled(maker.expression) ? maker.name.text : undefined;
  const [element] = ts.isCallExpression(maker) && isStyled(maker.expression) ? maker.arguments : [];
  return element && ts.isStringLiteral(element) ? element.text : undefined;
}

/** Stands in a style sheet for what a program puts there. */
const UNKNOWN = 'assay-unknown';

/** The style sheets that a file gives its styled elements, each for the element of its component. */
export function styledSheetsIn({ statements }: ts.SourceFile): readonly string[] {
  const styled = new Set<string>();
  return statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      if (OF_STYLES.has(statement.moduleSpecifier.text)) for (const [, name] of importedBy(statement)) styled.add(name);
      return [];
    }
    if (styled.size === 0 || !ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!initializer || !ts.isIdentifier(name) || !ts.isTaggedTemplateExpression(initializer)) return [];
      if (styledElement(initializer, styled) === undefined) return [];
      const { template } = initializer;
      const css = ts.isNoSubstitutionTemplateLiteral(template)
        ? template.text
        : [template.head.text, ...template.templateSpans.map(({ literal }) => UNKNOWN + literal.text)].join('');
      // A mixin may set any property: only what is declared by itself is known.
      const known = css.replace(/[\w-]+\s*:[^;{}]*assay-unknown[^;{}]*(?:;|$)/g, '').replace(/assay-unknown\s*;?/g, '');
      return [`[${OF_COMPONENT}="${name.text}"] {${known}}`];
    });
  });
}

/** Whether a component that is a native element is one here, by its attributes and by what it holds. */
export const isNativeHere = (
  native: string,
  attributes: ReadonlyMap<string, unknown>,
  { holdsLink, around }: { readonly holdsLink: boolean; readonly around: string },
): boolean =>
  !holdsLink &&
  ![...attributes.keys()].some((name) => OTHERWISE.has(name)) &&
  !(native === 'button' && (NAMES_BUTTON.some((name) => attributes.has(name)) || MAY_NAME.test(around)));

/** Components around a button that give it a name or a role: `<Tooltip title="Close">`. */
const MAY_NAME = /tooltip|trigger|tip$|hint|popover|menu|dropdown|copy|aschild|visuallyhidden/i;
