/** The simulated Lantern: lights by key, for everybody whose key starts with `key-`. */
import type { SimulatedNetwork } from '../../../simulators/simulator.ts';
import type { Exchange } from '../../../simulators/exchange.ts';

interface State {
  lights: { [key: string]: { owner: string; words: string; color: string } };
}

const error = (status: number, retryAfterSeconds?: number) =>
  Response.json(
    { error: `lantern ${status}` },
    { status, headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) } },
  );
const ownerOf = ({ request }: Exchange) =>
  /^Bearer key-(.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

export const lantern: SimulatedNetwork<State> = {
  platform: 'lantern',
  initial: () => ({ lights: {} }),
  endpoints: (baseUrl) => ({ api: baseUrl }),
  connect: ({ baseUrl }, name) => {
    const account = { remoteId: name, username: name, displayName: name, url: null, limits: {} };
    return { ...account, endpoints: { api: baseUrl }, credentials: { key: `key-${name}` } };
  },
  routes: ({ baseUrl, state, record }) => {
    const shown = (id: string) => Response.json({ ...state.lights[id], url: `${baseUrl}/lights/${id}` });
    return [
      {
        call: 'me',
        method: 'get',
        path: '/me',
        account: ownerOf,
        answer: (exchange) => {
          const name = ownerOf(exchange);
          return name === null ? error(401) : Response.json({ name });
        },
      },
      {
        call: 'light',
        method: 'put',
        path: '/lights/:id',
        account: ownerOf,
        answer: async (exchange) => {
          const owner = ownerOf(exchange);
          if (owner === null) return error(401);
          const id = exchange.params['id']!;
          const { words, color } = (await exchange.request.json()) as { words: string; color: string };
          if (!state.lights[id]) record({ account: owner, id, text: words, media: [], details: { color } });
          state.lights[id] ??= { owner, words, color };
          return shown(id);
        },
      },
      {
        call: 'read',
        method: 'get',
        path: '/lights/:id',
        account: ownerOf,
        answer: ({ params }) => (state.lights[params['id']!] ? shown(params['id']!) : error(404)),
      },
    ];
  },
  error,
  expiredToken: () => error(401),
};
