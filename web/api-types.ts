/** TypeScript types of the service's operations, for the dashboard's pages and the client library. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

interface Json {
  [name: string]: unknown;
}

interface Description extends Json {
  components: { schemas: Json };
  paths: { [path: string]: { [method: string]: Json & { responses: { [status: string]: Json } } } };
  webhooks?: { [event: string]: { [method: string]: Json } };
}

/**
 * Callers need what an operation takes and what it responds when all went well; the rest of the description would make the file
 * three times as long.
 * @param document an OpenAPI 3.1 description, plain JSON
 * @param options.head the comment at the top of the file
 * @param options.base a module of the same kind whose types are taken over, and the names of the schemas in it, which are left out here
 * @returns the text of a TypeScript module that exports `components`, `operations` and, without a base, `webhooks`
 */
export async function typesOf(
  document: object,
  { head, base }: { head: string; base?: { module: string; schemas: readonly string[] } },
): Promise<string> {
  const { components, paths, webhooks, ...rest } = JSON.parse(JSON.stringify(document)) as Description;
  for (const item of Object.values(paths))
    for (const described of Object.values(item)) {
      const { headers: _headers, ...done } = described.responses['200']!;
      described.responses = { 200: done };
    }
  // nobody calls these: they are no operations
  for (const item of Object.values(webhooks ?? {}))
    for (const described of Object.values(item)) delete described['operationId'];
  const slim = withoutExamples({
    ...rest,
    paths,
    ...(webhooks && { webhooks }),
    components: { ...components, responses: undefined, headers: undefined },
  });
  const nodes = await openapiTS(slim as OpenAPI3, {
    alphabetize: true,
    // a part of a form that is a file
    transform: (schema) =>
      'contentMediaType' in schema ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  });
  const wanted = base ? ['components', 'operations'] : ['components', 'operations', 'webhooks'];
  const kept = nodes.filter(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && wanted.includes(node.name.text),
  );
  if (base === undefined) return head + astToString(kept);
  const from = `import type * as base from '${base.module}';\n\n`;
  return head + from + astToString(kept.map((node) => upon(node, base.schemas)));
}

/** The interface with what is its own, above the one of the same name in the base. */
function upon(node: ts.InterfaceDeclaration, inBase: readonly string[]): ts.InterfaceDeclaration {
  const { factory } = ts;
  const baseType = () =>
    factory.createPropertyAccessExpression(factory.createIdentifier('base'), node.name.text);
  const extended = factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [
    factory.createExpressionWithTypeArguments(baseType(), undefined),
  ]);
  const members = node.members.flatMap((member) => {
    if (node.name.text !== 'components') return [member];
    const isSchemas = ts.isPropertySignature(member) && nameOf(member) === 'schemas';
    if (!isSchemas || !member.type || !ts.isTypeLiteralNode(member.type)) return [];
    const own = member.type.members.filter((one) => !inBase.includes(nameOf(one)));
    const ofBase = factory.createIndexedAccessTypeNode(
      factory.createTypeReferenceNode(
        factory.createQualifiedName(factory.createIdentifier('base'), 'components'),
      ),
      factory.createLiteralTypeNode(factory.createStringLiteral('schemas')),
    );
    const type = factory.createIntersectionTypeNode([ofBase, factory.createTypeLiteralNode(own)]);
    return [
      factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type),
    ];
  });
  return factory.updateInterfaceDeclaration(node, node.modifiers, node.name, undefined, [extended], members);
}

const nameOf = ({ name }: ts.TypeElement): string =>
  name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';

/** Without examples, which would only fill comments. No schema of ours has a field of that name. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === 'example' || name === 'examples' ? [] : [[name, withoutExamples(inner)]],
    ),
  );
}
