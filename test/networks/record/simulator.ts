/** `simulators/simulator.ts`, with a record of each response that a route gives. What a fault does to it is left out. */
import * as simulator from '../../../simulators/simulator.ts';
import type { Frame, Route, SimulatedNetwork } from '../../../simulators/simulator.ts';
import type { Exchange } from '../../../simulators/exchange.ts';
import { bodyOf, responseBodyOf } from './body.ts';
import { headersOf, keep } from './records.ts';

export * from '../../../simulators/simulator.ts';

export function run<State>(network: SimulatedNetwork<State>, frame: Frame): simulator.RunningNetwork {
  const routes: SimulatedNetwork<State>['routes'] = (world) =>
    network.routes(world).map((route) => recorded(network.platform, route));
  return simulator.run({ ...network, routes }, frame);
}

function recorded(platform: string, route: Route): Route {
  return {
    ...route,
    answer: async (exchange: Exchange) => {
      const copy = exchange.request.clone();
      const name = typeof route.call === 'string' ? route.call : await route.call(exchange);
      const response = await route.answer(exchange);
      const { method, url, headers } = copy;
      keep({
        by: 'simulator',
        site: `simulators/${platform} ${name}`,
        method,
        url,
        headers: headersOf(headers),
        body: await bodyOf(copy),
        response: {
          status: response.status,
          headers: headersOf(response.headers),
          body: await responseBodyOf(response.clone()),
        },
        reads: {},
      });
      return response;
    },
  };
}
