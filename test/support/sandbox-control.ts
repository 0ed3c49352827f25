import type { People } from '../../simulators/people-of-networks.ts';
import type { Readable, Untyped } from './typed-calls.ts';

/** What `/control/{path}` responds with, as a test reads it. Only the people are typed: of the others few tests read anything. */
type ControlReply<Path extends string> = Path extends 'people'
  ? Readable<ReturnType<People['act']>>
  : Path extends `people?${string}username=${string}`
    ? Readable<ReturnType<People['view']>>
    : Path extends `people?${string}`
      ? Readable<ReturnType<People['scene']>>
      : Untyped;

/**
 * Makes a function that controls a sandbox over HTTP, as programs do.
 * @returns sends a body to `/control/{path}`, or reads it where there is no body; throws with the sandbox's words
 */
export function controlOf({ url }: { url: string }) {
  return async <const Path extends string>(path: Path, body?: object): Promise<ControlReply<Path>> => {
    const response = await fetch(`${url}/control/${path}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return (text === '' ? null : JSON.parse(text)) as ControlReply<Path>;
  };
}
