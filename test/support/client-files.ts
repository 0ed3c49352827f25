/** What is generated of the clients: the types of the API and the table of its operations, and the events for n8n. */
import { kinds, outgoingEvents } from '../../src/kinds/index.ts';
import { typesOf } from '../../web/api-types.ts';
import { currentDocument } from './openapi/document.ts';

/** An operation, as far as the table says something of it. */
export interface Described {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  parameters?: { in?: string; name?: string; $ref?: string }[];
  requestBody?: { content: { [type: string]: { schema: { properties?: object } } } };
  responses: {
    200: { content: { 'application/json': { schema: { properties?: { [name: string]: unknown } } } } };
  };
}

const file = (name: string) => new URL(`../../clients/typescript/src/${name}`, import.meta.url);
export const clientTypesFile = file('api.ts');
export const clientTableFile = file('operations.ts');
export const n8nEventsFile = new URL('../../clients/n8n/nodes/TroupeTrigger/events.ts', import.meta.url);

const HEAD = `/**
 * The types of Troupe's API. Generated from docs/openapi.json by \`npm run openapi\`: do not edit. A test fails when this file
 * does not fit the operations.
 */
`;

/** @returns the text that clients/typescript/src/api.ts must have */
export const writeClientTypes = (): Promise<string> => typesOf(currentDocument(), { head: HEAD });

/** @returns the text that clients/typescript/src/operations.ts must have */
export function writeClientTable(): string {
  const { paths } = JSON.parse(JSON.stringify(currentDocument())) as { paths: Paths };
  const methods = operationsIn(paths).map(
    ({ operation }) => `${comment(operation)}  ${operation.operationId}: Call<'${operation.operationId}'>;\n`,
  );
  const events = chosenEvents().map(({ name, summary }) => `  '${name}': ${JSON.stringify(summary)},\n`);
  return `/**
 * Every operation of Troupe's API. Generated from docs/openapi.json by \`npm run openapi\`: do not edit. A test fails when this
 * file does not fit the operations.
 */
import type { Call } from './types.ts';

/** Where an operation is. \`cursor\`: the parameter that takes \`next\` of a page; \`list\`: the field of a page that has its entries. */
export const table = {
${rowsOf(paths)}} as const;

/** The events that a webhook can choose, each with what it means. */
export const webhookEvents = {
${events.join('')}} as const;

export interface Methods {
${methods.join('')}}
`;
}

/** The events that an endpoint can choose, with what each means. */
function chosenEvents(): { name: string; summary: string }[] {
  const { webhooks } = JSON.parse(JSON.stringify(currentDocument())) as {
    webhooks: { [event: string]: { post: { summary: string } } };
  };
  return outgoingEvents(kinds).map(({ name }) => ({ name, summary: webhooks[name]!.post.summary }));
}

/** @returns the text that clients/n8n/nodes/TroupeTrigger/events.ts must have: n8n wants its choices in the order of their names */
export function writeN8nEvents(): string {
  const choices = chosenEvents()
    .map(({ name, summary }) => ({ name: titleOf(name), value: name, description: summary }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const rows = choices.map(
    ({ name, value, description }) =>
      `  {\n    name: '${name}',\n    value: '${value}',\n    description: ${JSON.stringify(description)},\n  },\n`,
  );
  return `/**
 * The events that a webhook can choose. Generated from docs/openapi.json by \`npm run openapi\`: do not edit. A test fails when this
 * file does not fit the operations.
 */
export const EVENTS = [
${rows.join('')}];
`;
}

/** `dm_automation.sent` as `DM Automation Sent`. */
const titleOf = (event: string): string =>
  event
    .split(/[._]/)
    .map((word) => (word === 'dm' ? 'DM' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');

interface Paths {
  [path: string]: { [method: string]: Described };
}

const operationsIn = (paths: Paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/**
 * The client takes one object of path, query and body together, and puts each field where it belongs. That works because no
 * two fields of an operation have the same name: this throws when two do.
 * @returns a line for each operation: where it is, and what it takes
 */
export const rowsOf = (paths: Paths): string =>
  operationsIn(paths)
    .map((one) => `  ${one.operation.operationId}: ${rowOf(one)},\n`)
    .join('');

function rowOf({ path, method, operation }: { path: string; method: string; operation: Described }): string {
  const parameters = operation.parameters ?? [];
  const named = (place: string) => parameters.flatMap((one) => (one.in === place ? [one.name!] : []));
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const taken = [...named('path'), ...named('query'), ...Object.keys(body?.schema.properties ?? {})];
  if (new Set(taken).size < taken.length)
    throw new Error(`${operation.operationId}: path, query and body have to be apart: ${taken.join(', ')}`);
  const inQuery = body ? named('query') : [];
  const reply = operation.responses[200].content['application/json'].schema.properties ?? {};
  const cursor =
    'next' in reply ? ['before', 'after'].find((name) => named('query').includes(name)) : undefined;
  const lists = Object.entries(reply).flatMap(([name, schema]) =>
    (schema as { type?: string }).type === 'array' && name !== 'errors' ? [name] : [],
  );
  const row = {
    method,
    path,
    ...(type && { body: type === 'multipart/form-data' ? 'form' : 'json' }),
    ...(inQuery.length > 0 && { query: inQuery }),
    ...(cursor && { cursor }),
    ...(cursor && lists.length === 1 && { list: lists[0] }),
  };
  const quoted = (value: string) => `'${value}'`;
  const fields = Object.entries(row).map(
    ([name, value]) =>
      `${name}: ${Array.isArray(value) ? `[${value.map(quoted).join(', ')}]` : quoted(value)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

function comment({ summary, description, deprecated }: Described): string {
  const words = [
    summary,
    ...(description ? ['', ...description.split('\n')] : []),
    ...(deprecated ? ['@deprecated'] : []),
  ];
  const lines = words.map((line) => `   *${line === '' ? '' : ` ${line.replaceAll('*/', '*\\/')}`}\n`);
  return `  /**\n${lines.join('')}   */\n`;
}
