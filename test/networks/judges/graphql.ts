/** Judges documents, variables and responses by a GraphQL schema, and the simulator's own schema as a part of it. */
import {
  buildSchema,
  getNamedType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  Kind,
  parse,
  validate,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Call } from '../calls.ts';
import { NOT_COVERED, type Judge, type Verdict, type Violation } from './judge.ts';

/**
 * @param published the network's schema
 * @param own that of the simulator
 * @param base the address of the endpoint
 */
export function graphqlJudge(published: string, own: GraphQLSchema, base: string): Judge {
  const schema = buildSchema(published, { assumeValid: true });
  return {
    judge(call: Call): Verdict {
      const { address, body } = call;
      if (!address.href.startsWith(base) || body.kind !== 'json') return NOT_COVERED;
      const { query = '', variables = {} } = body.json as { query?: string; variables?: object };
      const operation = nameOf(query);
      // documents that a test sends to the simulator alone are often wrong on purpose
      if (call.by === 'simulator') return { operation, violations: [] };
      const faults = faultsOf(schema, query, variables);
      return { operation, violations: faults.map((what) => ({ in: 'request', operation, what })) };
    },
    finish: () => Object.values(own.getTypeMap()).flatMap((type) => differences(type, schema)),
  };
}

function faultsOf(schema: GraphQLSchema, query: string, variables: object): string[] {
  try {
    const document = parse(query);
    const faults = validate(schema, document);
    if (faults.length > 0) return faults.map(({ message }) => message);
    const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
    const values = getVariableValues(
      schema,
      (operation as OperationDefinitionNode).variableDefinitions ?? [],
      variables as { [name: string]: unknown },
    );
    return (values.errors ?? []).map(({ message }) => message);
  } catch (error) {
    return [String(error)];
  }
}

function nameOf(query: string): string {
  return /\{\s*(\w+)\s*[({]/.exec(query)?.[1] ?? 'unknown';
}

/** Where a type of the small schema has what the published one has not, or has otherwise. */
function differences(type: GraphQLNamedType, schema: GraphQLSchema): Violation[] {
  if (type.name.startsWith('__')) return [];
  const published = schema.getType(type.name);
  const note = (what: string): Violation => ({ in: 'schema', operation: type.name, what });
  if (!published) return isScalarType(type) && type.name !== 'ObjectId' ? [] : [note('is no type')];
  if (isEnumType(type) || isScalarType(type)) return [];
  const fields = fieldsOf(type);
  const theirs = fieldsOf(published);
  return Object.entries(fields).flatMap(([name, { type: own, args }]) => {
    const their = theirs[name];
    if (!their) return [note(`${name}: is no field`)];
    const faults = own === their.type ? [] : [note(`${name}: is ${their.type} and not ${own}`)];
    for (const [argument, ownType] of Object.entries(args)) {
      if (their.args[argument] !== ownType) {
        faults.push(note(`${name}(${argument}:): is ${their.args[argument]} and not ${ownType}`));
      }
    }
    return faults;
  });
}

interface FieldFacts {
  type: string;
  args: { [name: string]: string };
}

function fieldsOf(type: GraphQLNamedType): { [name: string]: FieldFacts } {
  const named = getNamedType(type);
  if (isObjectType(named) || isInterfaceType(named)) {
    return Object.fromEntries(
      Object.values(named.getFields()).map(({ name, type: of, args }) => [
        name,
        { type: String(of), args: Object.fromEntries(args.map((one) => [one.name, String(one.type)])) },
      ]),
    );
  }
  if (!isInputObjectType(named)) return {};
  return Object.fromEntries(
    Object.values(named.getFields()).map(({ name, type: of }) => [name, { type: String(of), args: {} }]),
  );
}
