/** Judges what is sent to Ghost by the schemas of its Admin API. They describe writes; responses have no description. */
import { createRequire } from 'node:module';
import type { Call } from '../calls.ts';
import { NOT_COVERED, type Judge } from './judge.ts';

interface AdminSchemas {
  validate(checked: { data: unknown; schema: string }): Promise<void>;
}

interface Refusal extends Error {
  context?: string;
  errorDetails?: { message?: string; instancePath?: string }[];
}

/** The package brings no types. */
const schemas = createRequire(import.meta.url)('@tryghost/admin-api-schema') as AdminSchemas;

const OPERATIONS: [method: string, path: RegExp, schema: string][] = [
  ['POST', /\/ghost\/api\/admin\/posts\/$/, 'posts-add'],
  ['PUT', /\/ghost\/api\/admin\/posts\/[^/]+\/$/, 'posts-edit'],
];

export function ghostJudge(): Judge {
  const found = new Map<string, Promise<string[]>>();
  return {
    judge(call: Call) {
      const { method, address, body, by } = call;
      const [, , schema] =
        OPERATIONS.find(([own, path]) => own === method && path.test(address.pathname)) ?? [];
      if (schema === undefined || by !== 'adapter' || body.kind !== 'json') return NOT_COVERED;
      const refused = call.response !== null && call.response.status >= 400 && call.response.status < 500;
      const data = structuredClone(body.json);
      if (!refused) found.set(JSON.stringify([schema, data]), faultsOf(schema, data));
      return { operation: schema, violations: [] };
    },
    async finish() {
      const all = await Promise.all(
        [...found].map(async ([key, faults]) =>
          (await faults).map((what) => ({
            in: 'request' as const,
            operation: String((JSON.parse(key) as string[])[0]),
            what,
          })),
        ),
      );
      return all.flat();
    },
  };
}

async function faultsOf(schema: string, data: unknown): Promise<string[]> {
  try {
    const before = fieldsOf(data);
    await schemas.validate({ data, schema });
    // unknown fields are taken away, as Ghost does
    const after = new Set(fieldsOf(data));
    return before.filter((path) => !after.has(path)).map((path) => `${path}: is no field`);
  } catch (error) {
    const { message, context, errorDetails = [] } = error as Refusal;
    const details = errorDetails.map((one) => `${one.instancePath ?? ''}: ${one.message}`);
    return details.length > 0 ? details : [`${message} ${context ?? ''}`.trim()];
  }
}

function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${path}/${name}`,
    ...fieldsOf(inner, `${path}/${name}`),
  ]);
}
