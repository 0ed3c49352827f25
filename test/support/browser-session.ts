/** What a page of the dashboard asks for, without a browser: the same origin, and a cookie that is kept. */
import type { Call, Untyped } from './typed-calls.ts';

export interface Browser {
  cookie: string;
  ask: Call;
}

/** A page of the dashboard: same origin, keeps its cookie. */
export function browserAt({ baseUrl }: { baseUrl: string }): Browser {
  const browser: Browser = {
    cookie: '',
    async ask(method, path, body, headers = {}) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { origin: baseUrl }),
          ...(browser.cookie === '' ? {} : { cookie: browser.cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) browser.cookie = set.split(';')[0]!;
      return { status: response.status, headers: response.headers, body: (await response.json()) as Untyped };
    },
  };
  return browser;
}
