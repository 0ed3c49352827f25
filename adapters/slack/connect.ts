/** Connects channels of a Slack workspace: the app is installed in it, and each channel is an account. */
import type { ConnectableAccount, ConnectAnswer, ConnectStep, OAuthConnect } from '../port/connect.ts';
import { at, textAt, type NetworkResponse, type Lost } from '../lib/http.ts';
import { credentialsOf, exchangeCode } from '../lib/oauth.ts';
import type { Json } from '../../machines/outcome.ts';
import { errorOf, readError } from './errors.ts';
import { oauth } from './oauth.ts';
import { callForm, isOk, type Caller } from './request.ts';

const SCOPES = [
  'chat:write',
  'chat:write.public',
  'channels:read',
  'groups:read',
  'channels:join',
  'files:write',
  'files:read',
  'channels:history',
  'groups:history',
  'users:read',
  'reactions:read',
  'team:read',
];
const PAGE = 200;
/** The page limit for channels. */
const MAX_PAGES = 10;

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  authorizeUrl({ endpoints, app, redirectUri, state }) {
    const query = new URLSearchParams({
      client_id: app.clientId,
      scope: SCOPES.join(','),
      redirect_uri: redirectUri,
      state,
    });
    return `${endpoints['login']}/authorize?${query.toString()}`;
  },
  async exchange(step) {
    const tokens = await exchangeCode(oauth, step);
    if ('kind' in tokens) return tokens;
    const { accessToken, refreshToken, expiresAt } = tokens;
    const credentials = refreshToken === null ? { accessToken } : credentialsOf(tokens, step.app);
    return openWorkspace(step, { credentials, expiresAt });
  },
  byHand: {
    kind: 'form',
    steps: [
      'At api.slack.com/apps make an app for your workspace, from scratch.',
      `Under "OAuth & Permissions" add the bot token scopes ${SCOPES.join(', ')}.`,
      'Install the app to the workspace and copy the bot user OAuth token.',
      'For a private channel, invite the bot there: /invite and its name.',
    ],
    fields: [
      {
        name: 'botToken',
        label: 'Bot token',
        help: 'It is at api.slack.com/apps in your app, under OAuth & Permissions.',
        secret: true,
        example: 'xoxb-…',
      },
    ],
    connect: async (step) => {
      const accessToken = (step.fields['botToken'] ?? '').trim();
      if (!/^xoxb-[\w-]+$/.test(accessToken)) {
        return refused('That is no bot token: it begins with xoxb-; copy it whole', 'botToken');
      }
      const answer = await openWorkspace(step, { credentials: { accessToken }, expiresAt: null });
      return answer.kind === 'refused' ? { ...answer, field: 'botToken' } : answer;
    },
  },
};

const TOKEN_REFUSED = 'Slack does not take this token: it was revoked, or not copied whole';

interface Grant {
  credentials: { [name: string]: string };
  expiresAt: number | null;
}

/** The workspace of the token, with every channel that the bot can post to. */
async function openWorkspace(step: ConnectStep, grant: Grant): Promise<ConnectAnswer> {
  const caller = callerOf(step, grant.credentials);
  const who = await callForm(caller, 'auth.test', {});
  const teamId = isOk(who) ? textAt(who.json, 'team_id') : null;
  if (!isOk(who) || teamId === null) return failed(who, step, grant);
  const channels = await channelsOf(caller);
  if (!Array.isArray(channels)) return failed(channels, step, grant);
  const found = channels.filter(
    (channel) => at(channel, 'is_archived') !== true && textAt(channel, 'id') !== null,
  );
  if (found.length === 0) {
    return refused('The workspace shows the bot no channel: make one, or invite the bot to a private one');
  }
  const icon = await callForm(caller, 'team.info', {});
  const workspace = {
    teamId,
    name: textAt(who.json, 'team') ?? teamId,
    site: (textAt(who.json, 'url') ?? '').replace(/\/$/, ''),
    // The picture is optional.
    avatarUrl: isOk(icon) ? textAt(icon.json, 'team', 'icon', 'image_132') : null,
  };
  const rotates = grant.credentials['refreshToken'] !== undefined;
  const accounts = found.map((channel) => ({
    ...accountOf(channel, workspace, step, grant),
    ...(rotates && { alone: true as const }),
  }));
  return { kind: 'accounts', accounts };
}

/** A page may be empty without being the last. */
async function channelsOf(caller: Caller): Promise<Json[] | NetworkResponse | Lost> {
  const channels: Json[] = [];
  let cursor = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await callForm(caller, 'conversations.list', {
      types: 'public_channel,private_channel',
      exclude_archived: 'true',
      limit: String(PAGE),
      ...(cursor === '' ? {} : { cursor }),
    });
    const found = isOk(answer) ? at(answer.json, 'channels') : undefined;
    if (!isOk(answer) || !Array.isArray(found)) return answer;
    channels.push(...found);
    cursor = textAt(answer.json, 'response_metadata', 'next_cursor') ?? '';
    if (cursor === '') break;
  }
  return channels;
}

interface Workspace {
  teamId: string;
  name: string;
  site: string;
  avatarUrl: string | null;
}

function accountOf(
  channel: Json,
  { teamId, name, site, avatarUrl }: Workspace,
  { endpoints }: ConnectStep,
  { credentials, expiresAt }: Grant,
): ConnectableAccount {
  const channelId = textAt(channel, 'id') ?? '';
  const channelName = textAt(channel, 'name') ?? channelId;
  return {
    remoteId: `${teamId}/${channelId}`,
    username: channelName,
    displayName: `#${channelName} (${name})`,
    url: site === '' ? null : `${site}/archives/${channelId}`,
    avatarUrl,
    endpoints,
    credentials: {
      ...credentials,
      teamId,
      channelId,
      channelType: at(channel, 'is_private') === true ? 'private' : 'public',
      site,
    },
    limits: {},
    expiresAt,
  };
}

function callerOf(
  { endpoints, fetch, signal, now }: ConnectStep,
  credentials: Caller['account']['credentials'],
): Caller {
  return { account: { endpoints, credentials }, fetch, signal, now };
}

function failed(
  response: NetworkResponse | Lost,
  { now }: ConnectStep,
  { credentials }: Grant,
): ConnectAnswer {
  const failure = readError(response, { account: { credentials }, now });
  const error = errorOf(response);
  if (failure.kind === 'retry') return { kind: 'retry', reason: failure.reason };
  if (error === 'missing_scope') return refused(failure.reason);
  return refused(error === null ? TOKEN_REFUSED : `${TOKEN_REFUSED} (${error})`);
}

function refused(reason: string, field?: string): ConnectAnswer {
  return { kind: 'refused', reason, ...(field === undefined ? {} : { field }) };
}
