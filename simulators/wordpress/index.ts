/**
 * A simulated WordPress site: one blog on which every account is an author (a name that begins with `contributor` has
 * that role and may not publish). Its API is at `/wp-json/…` and at `/?rest_route=/…`, as on sites with and without
 * pretty permalinks.
 *
 * The site counts as a local environment, so its approval page sends people back to plain http too. Not simulated:
 * categories, texts of comments, revisions, the filter for users without `unfiltered_html`.
 */
import { known } from './known.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { error, refusal } from './answers.ts';
import { noNumbers } from '../numbers/network.ts';
import { apiRoutes } from './api.ts';
import { wordpressNumbers } from './comments.ts';
import { approvalPage, frontPage } from './pages.ts';
import { keepPassword, NAME, passwordFrom, remoteIdOf, type State, userFor } from './state.ts';

export const wordpress: SimulatedNetwork<State> = {
  platform: 'wordpress',
  initial: () => ({ users: {}, passwords: {}, posts: {}, media: {}, tags: {}, numbers: noNumbers() }),
  endpoints: (baseUrl) => ({ site: baseUrl, api: `${baseUrl}/wp-json` }),
  connect(world, name) {
    const user = userFor(world, name);
    const applicationPassword = passwordFrom(`password of ${user.id}`);
    keepPassword(world, user, applicationPassword, { name: 'Troupe', appId: '' });
    return {
      remoteId: remoteIdOf(world, user),
      username: user.login,
      displayName: NAME,
      url: `${world.baseUrl}/`,
      endpoints: { api: `${world.baseUrl}/wp-json` },
      credentials: { username: user.login, applicationPassword },
      limits: {},
    };
  },
  routes: (world) => [frontPage(world), approvalPage(world), ...apiRoutes(world)],
  numbers: wordpressNumbers,
  error,
  /** Application passwords do not end by themselves. */
  known,
  refuse: ({ name }) => refusal(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`),
  expiredToken: () => null,
};
