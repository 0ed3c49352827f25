/** `adapters/lib/http.ts`, with a record of each call and of what the adapter reads in its response. */
import * as http from '../../../adapters/lib/http.ts';
import { bodyOf } from './body.ts';
import { watchReads } from './reads.ts';
import { headersOf, keep, type CallRecord } from './records.ts';

export * from '../../../adapters/lib/http.ts';

export async function ask(
  ...[fetch, request, signal]: Parameters<typeof http.ask>
): ReturnType<typeof http.ask> {
  const kept = started(request, new Error('where it is called').stack ?? '');
  const body = request.clone();
  const answer = await http.ask(fetch, request, signal);
  const record = await kept(body);
  if (answer.kind === 'lost') return answer;
  record.response = { status: answer.status, headers: headersOf(answer.headers), body: answer.json };
  return { ...answer, json: watchReads(answer.json, record.reads) };
}

export async function openBody(
  ...[fetch, request, signal]: Parameters<typeof http.openBody>
): ReturnType<typeof http.openBody> {
  const kept = started(request, new Error('where it is called').stack ?? '');
  const body = request.clone();
  const answer = await http.openBody(fetch, request, signal);
  await kept(body);
  return answer;
}

function started(request: Request, stack: string) {
  const { method, url, headers } = request;
  return async (copy: Request): Promise<CallRecord> =>
    keep({
      by: 'adapter',
      site: siteIn(stack),
      method,
      url,
      headers: headersOf(headers),
      body: await bodyOf(copy),
      response: null,
      reads: {},
    });
}

/** The line of the adapter that made the call: `adapters/x/media.ts:45`. */
function siteIn(stack: string): string {
  const frames = [...stack.matchAll(/\/(adapters\/[^):]+:\d+)/g)].map(([, frame]) => frame ?? '');
  return frames.find((frame) => !frame.startsWith('adapters/lib/')) ?? frames[0] ?? 'unknown';
}
