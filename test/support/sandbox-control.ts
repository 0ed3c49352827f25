/**
 * Makes a function that controls a sandbox over HTTP, as programs do.
 * @returns sends a body to `/control/{path}`, or reads it where there is no body; throws with the sandbox's words
 */
export function controlOf({ url }: { url: string }) {
  // oxlint-disable-next-line typescript/no-explicit-any -- the sandbox's responses are of every shape
  return async (path: string, body?: object): Promise<any> => {
    const response = await fetch(`${url}/control/${path}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
}
