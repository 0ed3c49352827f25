/** TypeScript types of the service's operations, for the dashboard's pages. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const HEAD = `/**
 * The types of every operation that the dashboard may call. Generated from the OpenAPI description of the service by
 * \`npm run api-types\`: do not edit. A test fails when this file does not fit the operations.
 */
`;

interface Json {
  [name: string]: unknown;
}

/**
 * Pages need what an operation takes and what it responds when all went well; the rest of the description would make the file three
 * times as long.
 * @param document an OpenAPI 3.1 description, plain JSON
 * @returns the text of a TypeScript module that exports `paths`, `components` and `operations`
 */
export async function typesOf(document: object): Promise<string> {
  const {
    webhooks: _webhooks,
    components,
    paths,
    ...rest
  } = JSON.parse(JSON.stringify(document)) as Json & {
    components: { schemas: Json };
    paths: { [path: string]: { [method: string]: Json & { responses: { [status: string]: Json } } } };
  };
  for (const item of Object.values(paths))
    for (const described of Object.values(item)) {
      const { headers: _headers, ...done } = described.responses['200']!;
      described.responses = { 200: done };
    }
  const slim = withoutExamples({
    ...rest,
    paths,
    components: { ...components, responses: undefined, headers: undefined },
  });
  return HEAD + astToString(await openapiTS(slim as OpenAPI3, { alphabetize: true }));
}

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
