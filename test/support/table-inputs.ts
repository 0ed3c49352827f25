/** Fields of operations that hold ids, read from their schemas, so that a test can put any id into any of them. */
import type { Operation, Route } from '../../src/api/operation.ts';
import { routesOf } from '../../src/api/operation.ts';
import type { ResourceKind } from '../../src/api/schemas.ts';
import { type JsonSchema, jsonSchema } from '../../src/faces/http/json-schema.ts';

type Place = 'params' | 'query' | 'body';

/** A field of an operation that holds an id of the workspace. */
export interface IdField {
  place: Place;
  /** Such as `id`, `workspace` or `accountIds`. */
  name: string;
  kind: ResourceKind;
  /** It takes a list of ids. */
  isList: boolean;
}

/** Names that look like ids but are something else, or are new: they cannot refer to another workspace's resources. */
const FOREIGN = new Set(['commentId', 'mediaId', 'pinterestBoardId', 'networkPostId', 'slug', 'stepId']);
/** Fields that are ids of networks in one operation alone. */
const FOREIGN_THERE = new Set(['getPostInsights.postId', 'setNetworkApp.clientId']);
/** Of a create's body inside a simulation, which test/flows/list-filters.test.ts gives ids of another workspace. */
const INSIDE = new Set(
  ['rule.accountId', 'rule.postId', 'rule.workspace']
    .map((path) => `simulateCommentRules.${path}`)
    .concat(['automation.accountId', 'automation.workspace'].map((path) => `simulateDmAutomation.${path}`))
    // test/posts/batch.test.ts gives these an account and a group of another workspace
    .concat('batchPosts.filter.accountId', 'batchPosts.filter.groupId')
    // test/series/series.test.ts gives these an account of another workspace
    .concat(
      ['createSeries', 'updateSeries'].flatMap((id) => [
        `${id}.post.accountIds`,
        `${id}.post.overrides.accountIds`,
      ]),
    )
    // test/flows/overrides.test.ts gives these an account of another workspace
    .concat(['createPost', 'validatePost', 'updatePost'].map((id) => `${id}.overrides.accountIds`)),
);
const LOOKS_LIKE_AN_ID = /(^|[a-z])(ids?|Ids?|[Ss]lug)$|^(workspace|actor|family)$/;

/** Every field with an id, and the names of those that look like one but have no known owner. */
export function idFieldsOf(operation: Operation<never>): { fields: IdField[]; undeclared: string[] } {
  const fields: IdField[] = [];
  const undeclared: string[] = [];
  for (const place of ['params', 'query', 'body'] as const) {
    const schema = operation[place];
    if (schema === undefined) continue;
    walk(jsonSchema(schema), [], (path, property) => {
      const name = path.at(-1)!;
      const orNull = property.anyOf?.find((one) => one['x-resource'] !== undefined);
      const listOrNull = property.anyOf?.find((one) => one.items?.['x-resource'] !== undefined);
      const list = property.items ?? listOrNull?.items;
      const kind = property['x-resource'] ?? list?.['x-resource'] ?? orNull?.['x-resource'];
      if (typeof kind === 'string' && path.length === 1)
        fields.push({ place, name, kind: kind as ResourceKind, isList: list !== undefined });
      else if (
        LOOKS_LIKE_AN_ID.test(name) &&
        !FOREIGN.has(name) &&
        !FOREIGN_THERE.has(`${operation.id}.${name}`) &&
        !INSIDE.has(`${operation.id}.${path.join('.')}`)
      )
        undeclared.push(`${operation.id}: ${place} ${path.join('.')}`);
    });
  }
  return { fields, undeclared };
}

function walk(
  schema: JsonSchema,
  path: string[],
  visit: (path: string[], property: JsonSchema) => void,
): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    visit([...path, name], property);
    walk(property, [...path, name], visit);
    if (property.items) walk(property.items, [...path, name], visit);
  }
}

export interface Request {
  route: Route;
  path: string;
  /** Absent: none is sent. */
  body?: { [field: string]: unknown };
}

/**
 * A request like the operation's example, with these ids in it: `own` for the fields that need one, `tested` in one
 * field. Optional fields with ids are left out, except for the tested one.
 */
export function requestWith(operation: Operation<never>, own: OwnIds, tested: Tested): Request[] {
  const filled = fillerOf(operation, own, tested);
  const params = filled('params');
  const query = new URLSearchParams(filled('query') as { [name: string]: string }).toString();
  return routesOf(operation).map((route) => ({
    route,
    path:
      route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))) +
      (query === '' ? '' : `?${query}`),
    ...(operation.body !== undefined && { body: filled('body') }),
  }));
}

/** The same as arguments of the operation's tool. */
export function argumentsWith(operation: Operation<never>, own: OwnIds, tested: Tested): object {
  const filled = fillerOf(operation, own, tested);
  return { ...filled('params'), ...filled('query'), ...filled('body') };
}

type OwnIds = { [kind in ResourceKind]: string };
type Tested = { field: IdField; id: string };

function fillerOf(operation: Operation<never>, own: OwnIds, tested: Tested) {
  const { fields } = idFieldsOf(operation);
  const valueOf = (field: IdField, id: string) => (field.isList ? [id] : id);
  return (place: Place): { [field: string]: unknown } => {
    const example = (operation.example as { [place: string]: object | undefined })[place] ?? {};
    const values: { [field: string]: unknown } = { ...example };
    const required: readonly string[] = operation[place]?.required ?? [];
    for (const field of fields.filter((one) => one.place === place)) {
      delete values[field.name];
      if (field.name === tested.field.name && field.place === tested.field.place)
        values[field.name] = valueOf(field, tested.id);
      else if (required.includes(field.name)) values[field.name] = valueOf(field, own[field.kind]);
    }
    return values;
  };
}
