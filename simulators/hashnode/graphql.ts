/**
 * The one GraphQL endpoint. Documents are parsed, validated and executed by graphql-js against `schema.ts`, so a field,
 * an argument or a type that Hashnode does not have is refused as Hashnode refuses it.
 */
import { Kind, graphql, parse, type DocumentNode, type GraphQLError, type SelectionNode } from 'graphql';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { publicationIn, userOf } from './callers.ts';
import { error, page } from './responses.ts';
import { resolvers } from './resolvers.ts';
import { schema } from './schema.ts';
import { MAX_BYTES, type State, type Variables } from './state.ts';

interface Asked {
  query: string;
  variables: Variables;
}

async function read(request: Request): Promise<Asked> {
  const body = (await request.json().catch(() => null)) as Partial<Asked> | null;
  return { query: typeof body?.query === 'string' ? body.query : '', variables: body?.variables ?? {} };
}

export function graphqlRoute(world: World<State>): Route {
  return {
    call: async ({ request }) => callIn((await read(request.clone())).query),
    method: 'post',
    path: '/graphql/',
    account: async ({ request }) => {
      const user = userOf(world, request);
      if (!user) return null;
      const { variables } = await read(request.clone());
      return publicationIn(world, variables) ?? user.publicationIds[0] ?? null;
    },
    answer: async ({ request }: Exchange) => {
      const bytes = (await request.clone().arrayBuffer()).byteLength;
      if (bytes > MAX_BYTES) return page(413);
      const { query, variables } = await read(request);
      const user = userOf(world, request);
      if (!user) return error(401, undefined);
      const rootValue = resolvers(world, user, publicationIn(world, variables));
      const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
      // a document that was not executed has no data at all
      return Response.json(withCodes(result), { status: 'data' in result ? 200 : 400 });
    },
  };
}

/** Each error with the code that Hashnode's server adds where a resolver gave none. */
function withCodes({ data, errors }: Awaited<ReturnType<typeof graphql>>) {
  if (!errors) return { data };
  const coded = errors.map((one) => {
    const code = one.extensions['code'] ?? codeOf(one, data);
    return { message: one.message, locations: one.locations, path: one.path, extensions: { code } };
  });
  return { errors: coded, ...(data === undefined ? {} : { data }) };
}

function codeOf({ message }: GraphQLError, data: unknown): string {
  if (message.startsWith('Syntax Error')) return 'GRAPHQL_PARSE_FAILED';
  if (message.startsWith('Variable "$') && message.includes(' has invalid value')) return 'BAD_USER_INPUT';
  return data === undefined ? 'GRAPHQL_VALIDATION_FAILED' : 'INTERNAL_SERVER_ERROR';
}

/** A name for the log and for faults: the field that is asked for, and for a publication what is asked of it. */
function callIn(query: string): string {
  const [root] = fieldsIn(query);
  if (root === undefined) return 'unknown';
  if (root.name !== 'publication') return root.name;
  const part = root.fields.find(({ name, fields }) => fields.length > 0 || name === 'followersCount');
  return part === undefined ? root.name : `${root.name}.${part.name.replace(/Count$/, '')}`;
}

interface Field {
  name: string;
  fields: Field[];
}

function fieldsIn(query: string): Field[] {
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch {
    return [];
  }
  return document.definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? named(one.selectionSet.selections) : [],
  );
}

function named(selections: readonly SelectionNode[]): Field[] {
  return selections.flatMap((one) =>
    one.kind === Kind.FIELD
      ? [{ name: one.name.value, fields: named(one.selectionSet?.selections ?? []) }]
      : [],
  );
}
