/** The committed description of the public API, what it was at the last release, and what has broken since. */
import { readFile } from 'node:fs/promises';
import { openApiDocument } from '../../../src/faces/http/openapi.ts';
import { operations, tags } from '../../../src/service/operations.ts';
import { webhookCalls } from '../../../src/features/webhooks/index.ts';
import { breakingChanges, contractOf, type Document, type Json } from './compare.ts';

export const documentFile = new URL('../../../docs/openapi.json', import.meta.url);
export const baselineFile = new URL('../../../docs/openapi-baseline.json', import.meta.url);
/** Each service serves the document with its own address. */
export const BASE_URL = 'https://troupe.example.org';

/** @returns the description of the operations as they are now */
export const currentDocument = (): Json =>
  openApiDocument({ operations, tags, webhooks: webhookCalls, baseUrl: BASE_URL });

/** @returns the text that docs/openapi.json must have */
export const documentText = (): string => `${JSON.stringify(currentDocument(), null, 2)}\n`;

/** What the API promised at the last release. */
export interface Baseline {
  /** Breaks since then that are meant: the sentence of each, and why callers have to live with it. */
  accepted: { [change: string]: string };
  contract: Document;
}

export const readBaseline = async (): Promise<Baseline> =>
  JSON.parse(await readFile(baselineFile, 'utf8')) as Baseline;

/** @returns the text of docs/openapi-baseline.json at a release: a line for each operation, so that changes can be read */
export function baselineText(): string {
  const lines = (value: unknown, depth: number): string => {
    if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
      return JSON.stringify(value);
    const fields = Object.entries(value).map(
      ([name, inner]) => `${JSON.stringify(name)}: ${lines(inner, depth - 1)}`,
    );
    return fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n}`;
  };
  return `${lines({ accepted: {}, contract: contractOf(currentDocument()) }, 5)}\n`;
}

/** @returns breaks since the last release that nobody accepted, and accepted ones that are none */
export function judge({ accepted, contract }: Baseline): { breaks: string[]; idle: string[] } {
  const found = breakingChanges(contract, contractOf(currentDocument()));
  return {
    breaks: found.filter((one) => !(one in accepted)),
    idle: Object.keys(accepted).filter((one) => !found.includes(one)),
  };
}
