/**
 * Slack's Web API as a bot meets it: one workspace for each person, with a public channel the bot is not in yet, one it
 * is in, and a private one it was invited to. Simulated: errors with status 200, scopes, form against JSON bodies, files
 * in three steps whose shares show at the second look only, tokens that rotate, history with metadata.
 * Not simulated: threads, blocks, users, the budgets of calls (ask for a 429 instead).
 */
import { known } from './known.ts';
import type { Route, SimulatedNetwork, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { fileInfo, promise, share, uploadRoute } from './files.ts';
import { authorizeRoute, issue, tokenIn, tokenRoute } from './sign-in.ts';
import {
  APP,
  channelBody,
  channelsOf,
  ok,
  permalinkOf,
  read,
  record,
  refusal,
  said,
  SCOPES,
  siteOf,
  teamFor,
  textOf,
  type Asked,
  type Channel,
  type Given,
  type State,
} from './state.ts';

export { botTokenFor } from './sign-in.ts';

const MAX_TEXT = 40_000;

export const slack: SimulatedNetwork<State> = {
  platform: 'slack',
  initial: () => ({
    teams: [],
    channels: [],
    codes: {},
    tokens: {},
    refreshTokens: {},
    messages: [],
    files: {},
  }),
  endpoints,
  app: APP,
  connect: (world, name) => {
    const team = teamFor(world, name);
    const channel = channelsOf(world, team.id)[0];
    if (!channel) throw new RangeError(`${team.name} has no channel`);
    const { access_token: accessToken, refresh_token: refreshToken } = issue(world, team.id, SCOPES);
    return {
      remoteId: `${team.id}/${channel.id}`,
      username: channel.name,
      displayName: `#${channel.name} (${team.name})`,
      url: `${siteOf(world, team)}/archives/${channel.id}`,
      endpoints: endpoints(world.baseUrl),
      credentials: {
        accessToken,
        refreshToken,
        clientId: APP.clientId,
        teamId: team.id,
        channelId: channel.id,
        channelType: 'public',
        site: siteOf(world, team),
      },
      limits: {},
    };
  },
  routes: (world) => [
    authorizeRoute(world),
    tokenRoute(world),
    uploadRoute(world),
    method(world, 'auth.test', { takes: 'both' }, ({ team }) =>
      ok({
        url: `${siteOf(world, team)}/`,
        team: team.name,
        user: 'troupe',
        team_id: team.id,
        user_id: 'U0BOT',
        bot_id: 'B1',
      }),
    ),
    method(world, 'team.info', { scope: 'team:read', takes: 'form' }, ({ team }) =>
      ok({ team: { ...team, icon: { image_132: `${siteOf(world, team)}/icon.png` } } }),
    ),
    method(world, 'conversations.list', { scope: 'channels:read', takes: 'form' }, (asked) =>
      list(world, asked),
    ),
    method(world, 'conversations.join', { scope: 'channels:join', takes: 'both' }, (asked) =>
      inChannel(world, asked, 'channel', (channel) => {
        if (channel.isPrivate) return refusal('method_not_supported_for_channel_type');
        channel.isMember = true;
        return ok({ channel: channelBody(channel) });
      }),
    ),
    method(world, 'conversations.history', { scope: 'channels:history', takes: 'form' }, (asked) =>
      inChannel(world, asked, 'channel', (channel) => history(world, channel, asked.given)),
    ),
    method(world, 'chat.postMessage', { scope: 'chat:write', takes: 'both' }, (asked) =>
      inChannel(world, asked, 'channel', (channel) => post(world, channel, asked)),
    ),
    method(world, 'chat.getPermalink', { takes: 'form' }, ({ team, given }) => {
      const ts = textOf(given['message_ts']);
      return ok({ permalink: permalinkOf(world, team, textOf(given['channel']), ts) });
    }),
    method(world, 'files.getUploadURLExternal', { scope: 'files:write', takes: 'form' }, (asked) =>
      promise(world, asked),
    ),
    method(world, 'files.completeUploadExternal', { scope: 'files:write', takes: 'both' }, (asked) =>
      inChannel(world, asked, 'channel_id', (channel) => share(world, channel, asked)),
    ),
    method(world, 'files.info', { scope: 'files:read', takes: 'form' }, (asked) => fileInfo(world, asked)),
    method(world, 'auth.revoke', { takes: 'both' }, ({ token }) => {
      delete world.state.tokens[token];
      return ok({ revoked: true });
    }),
  ],
  error: (status, retryAfterSeconds) => {
    const headers: { [name: string]: string } =
      retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return Response.json({ ok: false, error: WORDS[status] ?? 'internal_error' }, { status, headers });
  },
  known,
  refuse: () => refusal('invalid_arguments'),
  expiredToken: () => refusal('token_expired'),
};

const WORDS: { [status: number]: string } = { 429: 'ratelimited', 503: 'service_unavailable' };

function endpoints(baseUrl: string): { [name: string]: string } {
  return { api: `${baseUrl}/api`, files: `${baseUrl}/upload`, login: `${baseUrl}/oauth/v2` };
}

// Methods

function method(
  world: World<State>,
  name: string,
  { scope, takes }: { scope?: string; takes: 'form' | 'both' },
  answer: (asked: Asked) => Response | Promise<Response>,
): Route {
  return {
    call: name,
    method: 'post',
    path: `/api/${name}`,
    account: ({ request }) => accountIn(world, request),
    answer: async ({ request }: Exchange) => {
      const isJson = (request.headers.get('content-type') ?? '').startsWith('application/json');
      const { token, grant } = tokenIn(world, request);
      if (token === '') return refusal('not_authed');
      const team = world.state.teams.find(({ id }) => id === grant?.teamId);
      if (!grant || !team) return refusal('invalid_auth');
      if (grant.endsAt !== null && world.now() >= grant.endsAt) return refusal('token_expired');
      if (scope !== undefined && !grant.scopes.includes(scope)) {
        return refusal('missing_scope', { needed: scope, provided: grant.scopes.join(',') });
      }
      // Methods that take forms do not see what comes as JSON.
      return answer({ team, token, given: isJson && takes === 'form' ? {} : await read(request) });
    },
  };
}

/** The channel a call is for, of the token's workspace; its first where the call names none. */
async function accountIn(world: World<State>, request: Request): Promise<string | null> {
  const { grant } = tokenIn(world, request);
  if (!grant) return null;
  const given = await read(request.clone());
  const named = textOf(given['channel']) || textOf(given['channel_id']);
  return `${grant.teamId}/${named || channelsOf(world, grant.teamId)[0]?.id}`;
}

function inChannel(
  world: World<State>,
  { team, given }: Asked,
  field: 'channel' | 'channel_id',
  answer: (channel: Channel) => Response,
): Response {
  const channel = channelsOf(world, team.id).find(({ id }) => id === given[field]);
  // A private channel does not exist for those who are not in it.
  return channel && (!channel.isPrivate || channel.isMember) ? answer(channel) : refusal('channel_not_found');
}

function list(world: World<State>, { team, given }: Asked): Response {
  const types = textOf(given['types']).split(',');
  const all = channelsOf(world, team.id).filter(
    ({ isPrivate, isMember }) =>
      types.includes(isPrivate ? 'private_channel' : 'public_channel') && (!isPrivate || isMember),
  );
  const { page, cursor } = pageOf(all, given);
  return ok({
    channels: page.map((channel) => ({ ...channelBody(channel), num_members: 12 })),
    response_metadata: { next_cursor: cursor },
  });
}

function pageOf<T>(all: T[], given: Given): { page: T[]; cursor: string } {
  const from = Number(Buffer.from(textOf(given['cursor']), 'base64').toString() || 0);
  const to = from + Math.min(Number(given['limit'] ?? 100), 999);
  const cursor = to < all.length ? Buffer.from(String(to)).toString('base64') : '';
  return { page: all.slice(from, to), cursor };
}

function history({ state }: World<State>, channel: Channel, given: Given): Response {
  if (!channel.isMember) return refusal('not_in_channel');
  const oldest = Number(given['oldest'] ?? 0);
  const all = state.messages
    .filter(({ channelId, ts }) => channelId === channel.id && Number(ts) >= oldest)
    .toReversed();
  const { page, cursor } = pageOf(all, given);
  const messages = page.map(({ ts, text, metadata }) => ({
    type: 'message',
    ts,
    text,
    bot_id: 'B1',
    ...(given['include_all_metadata'] === 'true' && metadata !== null ? { metadata } : {}),
  }));
  return ok({ messages, has_more: cursor !== '', response_metadata: { next_cursor: cursor } });
}

function post(world: World<State>, channel: Channel, { team, given }: Asked): Response {
  const text = textOf(given['text']).slice(0, MAX_TEXT);
  if (text.trim() === '') return refusal('no_text');
  const message = said(world, channel, text, given['metadata'] ?? null);
  record(world, team, channel, message, []);
  const { ts, metadata } = message;
  return ok({
    channel: channel.id,
    ts,
    message: {
      type: 'message',
      text,
      ts,
      bot_id: 'B1',
      app_id: 'A1',
      ...(metadata === null ? {} : { metadata }),
    },
  });
}
