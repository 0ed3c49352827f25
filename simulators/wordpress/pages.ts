/** What people see of the site: its front page, and the page that approves application passwords. */
import { askForConsent, backTo } from '../consent.ts';
import type { Route, World } from '../simulator.ts';
import { page } from './answers.ts';
import { answerPlain } from './api.ts';
import { callerOf } from './callers.ts';
import { keepPassword, NAME, passwordFrom, type State, userFor } from './state.ts';

/** The site as people see it; its Link header says where the API is. With `rest_route` it is the API itself. */
export function frontPage(world: World<State>): Route {
  return {
    call: 'front page',
    method: 'get',
    path: '/',
    account: (exchange) => callerOf(world, exchange),
    answer(exchange) {
      const route = exchange.url.searchParams.get('rest_route');
      if (route !== null) return answerPlain(world, exchange, 'get', route);
      const post = world.state.posts[exchange.url.searchParams.get('p') ?? ''];
      const shown = post?.status === 'publish' ? `<h2>${post.title}</h2>\n${post.content}` : '';
      const root = `${world.baseUrl}/wp-json/`;
      return page(
        200,
        `<link rel="https://api.w.org/" href="${root}" />\n<title>${NAME.replaceAll('&', '&#038;')}</title>\n${shown}`,
        { link: `<${root}>; rel="https://api.w.org/"` },
      );
    },
  };
}

export function approvalPage(world: World<State>): Route {
  return {
    call: 'authorize application',
    method: 'get',
    path: '/wp-admin/authorize-application.php',
    account: () => null,
    answer({ url }) {
      const query = url.searchParams;
      const name = query.get('app_name') ?? '';
      const successUrl = query.get('success_url') ?? '';
      const rejectUrl = query.get('reject_url') ?? '';
      if (name === '') return page(400, 'The app_name is missing.');
      if (![successUrl, rejectUrl].every((address) => address === '' || URL.canParse(address))) {
        return page(400, 'The URL must be served over a secure connection.');
      }
      const consent = askForConsent(url, { network: 'WordPress', app: name, scopes: [] });
      if (consent.kind === 'page') return consent.response;
      if (consent.kind === 'denied') {
        if (rejectUrl !== '') return backTo(rejectUrl, {});
        return successUrl === '' ? page(200, 'Denied.') : backTo(successUrl, { success: 'false' });
      }
      const user = userFor(world, consent.login);
      const password = passwordFrom(`password ${world.nextNumber()}`);
      keepPassword(world, user, password, { name, appId: query.get('app_id') ?? '' });
      if (successUrl === '') return page(200, `Your new password is: <code>${password}</code>`);
      return backTo(successUrl, { site_url: world.baseUrl, user_login: user.login, password });
    },
  };
}
