/** Responses and errors as Hashnode writes them. */
import { GraphQLError } from 'graphql';
import type { Json } from '../../machines/outcome.ts';

/** A resolver's refusal, with Hashnode's code for it. */
export class Refusal extends GraphQLError {
  constructor(code: string, message: string) {
    super(message, { extensions: { code } });
  }
}

function refusal(code: string, message: string, status = 200): Response {
  return Response.json({ errors: [{ message, extensions: { code } }], data: null }, { status });
}

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  if (status === 401) return refusal('UNAUTHENTICATED', 'You must be authenticated.');
  if (status === 500) return refusal('INTERNAL_SERVER_ERROR', 'Internal server error', 200);
  return page(status, retryAfterSeconds);
}

/** The proxy in front of the API answers with HTML pages. */
export function page(status: number, retryAfterSeconds?: number): Response {
  const headers: { [name: string]: string } = { 'content-type': 'text/html' };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return new Response(`<html><body>${status}</body></html>`, { status, headers });
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
