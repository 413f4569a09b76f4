import {
  type ASTNode,
  type ASTVisitor,
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  visit,
} from 'graphql';
import type { NamedError } from './graphql.engine';

type StyleRule = (documents: readonly DocumentNode[]) => NamedError[];

const collect = (
  documents: readonly DocumentNode[],
  rule: string,
  visitor: (report: (node: ASTNode, message: string) => void) => ASTVisitor,
): NamedError[] => {
  const found: NamedError[] = [];
  for (const document of documents)
    visit(
      document,
      visitor((node, message) => found.push({ rule, error: new GraphQLError(message, { nodes: [node] }) })),
    );
  return found;
};

const deprecationReason: StyleRule = (documents) =>
  collect(documents, 'deprecation-without-reason', (report) => ({
    Directive: (node: DirectiveNode) => {
      if (node.name.value === 'deprecated' && !node.arguments?.some(({ name }) => name.value === 'reason'))
        report(node, '@deprecated does not say what to use instead');
    },
  }));

const typeNames: StyleRule = (documents) =>
  collect(documents, 'type-name', (report) => ({
    enter: (node: ASTNode) => {
      const named =
        node.kind === Kind.OBJECT_TYPE_DEFINITION ||
        node.kind === Kind.INTERFACE_TYPE_DEFINITION ||
        node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ||
        node.kind === Kind.ENUM_TYPE_DEFINITION ||
        node.kind === Kind.UNION_TYPE_DEFINITION;
      if (named && !/^_{0,2}[A-Z]/.test(node.name.value))
        report(node.name, `Type ${node.name.value} does not begin with a capital`);
    },
  }));

export const STYLE_RULES: readonly StyleRule[] = [deprecationReason, typeNames];
