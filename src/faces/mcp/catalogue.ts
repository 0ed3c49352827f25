/**
 * The tools, made from the table of operations: each takes the fields of its operation's path, query and body as one flat
 * object, and returns the operation's result.
 */
import { Type, type TObject, type TSchema } from 'typebox';
import type { Operation, Route } from '../../api/operation.ts';
import { Compile } from 'typebox/compile';
import { explain } from '../http/explain.ts';
import { compileBody } from '../http/check.ts';
import type { JsonObject } from '../http/json-body.ts';
import { type JsonSchema, jsonSchema, requireSupportedFormats } from '../http/json-schema.ts';
import { compact } from './compact.ts';
import {
  BODY_EXTRAS,
  confirmation,
  idempotencyKey,
  LEFT_OUT,
  NOT_REQUIRED,
  RENAMED,
  TOOL_EXTRAS,
  underListedNames,
} from './extras.ts';
import { fieldsArgument, fieldsOf, withOptionalFields } from './fields.ts';
import { type Guide, GUIDES } from './guides.ts';
import { type Held, HELD } from './held.ts';
import { withoutRepeats } from './repeats.ts';
import { recordedArguments } from './recorded.ts';
import { inputSchema, outputSchema, type Reword } from './schema.ts';

/** A tool as tools/list shows it. */
interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** Where an argument goes: into the operation, or it is the tool's own. */
type Place = 'params' | 'query' | 'body' | 'tool';

interface Placed {
  place: Place;
  /** Its name there. */
  field: string;
}

export interface Tool<Context> {
  name: string;
  operation: Operation<Context>;
  guide: Guide;
  /** Absent means no call of it publishes, sends or deletes. */
  held?: Held;
  /** Calls of it may carry an idempotencyKey. */
  isKeyed: boolean;
  /** There for clients that ask for all tools. */
  onRequest: boolean;
  /** It may change something. */
  changes: boolean;
  listed: ListedTool;
  /** @throws Problem that names the wrong argument */
  check(args: unknown): void;
  placeOf(argument: string): Placed;
  /** The arguments as the audit list keeps them. */
  recorded(args: JsonObject): JsonObject;
  /** What is wrong with a result by the schema that is listed; null when it matches. */
  faultOf(result: unknown): string | null;
}

/** The catalogues that were made, by their table. */
const made = new WeakMap<object, ReadonlyMap<string, Tool<never>>>();

/**
 * The tools of a table of operations, made once in a process: nothing in them belongs to one server.
 * @throws when a tool has no guide, or two arguments of it share a name, so that the server does not start
 */
export function catalogueOf<Context>(
  operations: readonly Operation<Context>[],
): ReadonlyMap<string, Tool<Context>> {
  const tools =
    (made.get(operations) as ReadonlyMap<string, Tool<Context>> | undefined) ?? makeCatalogue(operations);
  made.set(operations, tools);
  return tools;
}

function makeCatalogue<Context>(
  operations: readonly Operation<Context>[],
): ReadonlyMap<string, Tool<Context>> {
  const named = operations.filter(({ tool }) => tool !== undefined);
  const reword = rewordsOf(named);
  const tools = named.map((operation) => toolOf(operation, reword));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return new Map(tools.map((tool) => [tool.name, shortened(tool, byName)]));
}

/** A tool that changes or lists what another one creates has the fields that are described there without their descriptions. */
function shortened<Context>(tool: Tool<Context>, byName: ReadonlyMap<string, Tool<Context>>): Tool<Context> {
  const creating = byName.get(tool.name.replace(/^update_/, 'create_').replace(/^list_(.*)s$/, 'create_$1'));
  if (creating === undefined || creating === tool) return tool;
  const { inputSchema: input, outputSchema: output, description } = tool.listed;
  return {
    ...tool,
    listed: {
      ...tool.listed,
      description: `${description} Fields without a description: as in ${creating.name}.`,
      inputSchema: withoutRepeats(input, creating.listed.inputSchema) as ListedTool['inputSchema'],
      outputSchema: withoutRepeats(output, creating.listed.outputSchema) as ListedTool['outputSchema'],
    },
  };
}

function toolOf<Context>(operation: Operation<Context>, reword: Reword): Tool<Context> {
  const { name } = operation.tool!;
  const guide = GUIDES[name];
  if (guide === undefined) throw new Error(`the tool ${name} has no guide`);
  const { method } = routeOf(operation);
  const isRead = method === 'get' || guide.reads === true;
  const isKeyed = method === 'post' && !isRead;
  const { schema, places } = argumentsOf(operation, guide, isKeyed);
  requireSupportedFormats(jsonSchema(schema), name);
  const result = outputSchema(operation.result, reword);
  const listedOutput = compact(
    guide.records === undefined ? result : withOptionalFields(result, guide.records),
  );
  let resultFits: ReturnType<typeof Compile> | null = null;
  return {
    name,
    operation,
    guide,
    ...(HELD[name] && { held: HELD[name] }),
    isKeyed,
    onRequest: operation.tool!.onRequest === true,
    changes: !isRead,
    listed: {
      name,
      title: guide.title,
      description: describe(operation, guide, reword),
      inputSchema: {
        ...inputSchema(schema, reword),
        examples: [exampleOf(operation)],
      } as unknown as ListedTool['inputSchema'],
      outputSchema: listedOutput as ListedTool['outputSchema'],
      annotations: {
        readOnlyHint: isRead,
        destructiveHint: guide.destructive ?? false,
        idempotentHint: guide.idempotent ?? isRead,
        openWorldHint: guide.openWorld ?? false,
      },
    },
    check: compileBody(schema),
    placeOf: (argument) => places.get(argument)!,
    recorded: (args) => recordedArguments(args, schema),
    faultOf(args) {
      resultFits ??= Compile(listedOutput as TSchema);
      return resultFits.Check(args) ? null : explain(listedOutput, args).message;
    },
  };
}

/** The public route of an operation, or the one that the dashboard calls. */
function routeOf({ id, rest, dashboard }: Operation<never>): Route {
  const route = rest ?? dashboard;
  if (route === undefined) throw new Error(`${id} has no route that says what kind of call it is`);
  return route;
}

function argumentsOf(
  { id, tool, params, query, body, result }: Operation<never>,
  { records }: Guide,
  isKeyed: boolean,
): { schema: TObject; places: Map<string, Placed> } {
  const { name: toolName } = tool!;
  const own: { [name: string]: TSchema } = {
    ...TOOL_EXTRAS[toolName],
    ...(records && { fields: Type.Optional(fieldsArgument(fieldsOf(result, records), records)) }),
    ...(isKeyed && { idempotencyKey: Type.Optional(idempotencyKey) }),
    ...(HELD[toolName] && { confirmation: Type.Optional(confirmation) }),
  };
  const sources: [Place, { [name: string]: TSchema }][] = [
    ['params', params?.properties ?? {}],
    ['query', query?.properties ?? {}],
    ['body', body?.properties ?? {}],
    ['body', BODY_EXTRAS[toolName] ?? {}],
    ['tool', own],
  ];
  const places = new Map<string, Placed>();
  const all: { [name: string]: TSchema } = {};
  for (const [place, fields] of sources) {
    for (const [name, schema] of Object.entries(fields)) {
      if (LEFT_OUT[toolName]?.includes(name)) continue;
      const listed = RENAMED[toolName]?.[name] ?? name;
      if (places.has(listed)) throw new Error(`${id}: two arguments of its tool are called ${listed}`);
      places.set(listed, { place, field: name });
      all[listed] = NOT_REQUIRED[toolName]?.includes(name) ? Type.Optional(schema) : schema;
    }
  }
  return { schema: Type.Object(all, { additionalProperties: false }), places };
}

/** The operation's example as arguments. */
const exampleOf = ({ tool, example: { params, query, body } }: Operation<never>): object =>
  underListedNames(tool!.name, {
    ...(params as object | undefined),
    ...(query as object | undefined),
    ...(body as object | undefined),
  });

function describe({ summary, description, tool }: Operation<never>, guide: Guide, reword: Reword): string {
  const { use, changes, errors = {} } = guide;
  const advice = Object.entries(errors).map(([code, what]) => `${code}: ${what}`);
  return [
    reword(description ?? `${summary}.`),
    use,
    changes === undefined ? 'It changes nothing.' : `What changes: ${changes}`,
    ...(tool && advice.length > 0 ? [`On errors: ${advice.join(' ')}`] : []),
  ].join('\n\n');
}

/** `GET /v1/accounts` becomes `list_accounts`. */
function rewordsOf(named: readonly Operation<never>[]): Reword {
  const names = new Map<string, string>(
    named.flatMap(({ rest, tool }) =>
      rest === undefined ? [] : [[`${rest.method.toUpperCase()} ${rest.path}`, tool!.name] as const],
    ),
  );
  return (text) =>
    text.replaceAll(/\b(?:GET|POST|PATCH|PUT|DELETE) \/v1[\w/{}-]*/g, (route) => names.get(route) ?? route);
}
