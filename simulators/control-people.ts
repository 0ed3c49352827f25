/** The control API's calls for people and webhooks: what is in their bodies, and what they do. */
import { BadInput } from './bad-input.ts';
import {
  fields,
  flag,
  type Given,
  object,
  oneOf,
  platform,
  text,
  webAddress,
  whole,
} from './control-input.ts';
import { type Act, type PersonInput, SENT_TYPES } from './people.ts';
import type { Place } from './people-of-networks.ts';
import type { Sandbox } from './sandbox.ts';
import { type Manner, MAX_BATCH, USUAL_MANNER } from './webhooks/event.ts';

export const PEOPLE_FIELDS = ['network', 'account', 'person', 'act'];
export const PEOPLE_QUERY = ['network', 'account', 'username'];

/** `POST /control/people` */
export function act(sandbox: Sandbox, given: Given): Response {
  const at = placeOf(sandbox, given);
  return Response.json(sandbox.people.act(at, personOf(given['person']), actOf(given['act'])));
}

/** `GET /control/people`: what one person wrote and received, or whom and what there is. */
export function people(sandbox: Sandbox, given: Given): Response {
  const at = placeOf(sandbox, given);
  const { username } = given;
  if (username === undefined) return Response.json(sandbox.people.scene(at));
  return Response.json(sandbox.people.view(at, text('username', username)));
}

function placeOf(sandbox: Sandbox, { network, account }: Given): Place {
  return {
    network: platform(sandbox, network),
    ...(account === undefined ? {} : { account: text('account', account) }),
  };
}

function personOf(value: unknown): PersonInput {
  const given = fields(
    object('person', value),
    ['username', 'name', 'follows', 'disallowsMessages', 'isPrivate'],
    'person.',
  );
  const { username, name, follows, disallowsMessages, isPrivate } = given;
  if (typeof username !== 'string' || !/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(username)) {
    throw new BadInput(
      'person.username must be 1 to 60 letters, digits, blanks, dots, hyphens or underscores, beginning with a letter or digit',
    );
  }
  return {
    username,
    ...(name === undefined ? {} : { name: text('person.name', name) }),
    ...(follows === undefined ? {} : { follows: flag('person.follows', follows) }),
    ...(disallowsMessages === undefined
      ? {}
      : { disallowsMessages: flag('person.disallowsMessages', disallowsMessages) }),
    ...(isPrivate === undefined ? {} : { isPrivate: flag('person.isPrivate', isPrivate) }),
  };
}

const ACTS: { [name: string]: (value: unknown) => Act } = {
  comment: (value) => {
    const {
      text: words,
      mediaId,
      parentId,
      pictureUrl = null,
    } = fields(object('act.comment', value), ['text', 'mediaId', 'parentId', 'pictureUrl'], 'act.comment.');
    const picture = pictureUrl === null ? null : text('act.comment.pictureUrl', pictureUrl);
    return {
      kind: 'comment',
      // a picture needs no words
      text: picture !== null && words === undefined ? '' : text('act.comment.text', words),
      ...(picture !== null && { pictureUrl: picture }),
      mediaId: text('act.comment.mediaId', mediaId),
      parentId: idOrNull('act.comment.parentId', parentId),
    };
  },
  like: (value) => {
    const { commentId } = fields(object('act.like', value), ['commentId'], 'act.like.');
    return { kind: 'like', commentId: text('act.like.commentId', commentId) };
  },
  say: (value) => {
    if (typeof value === 'string') return { kind: 'say', text: text('act.say', value), replyTo: null };
    const { text: words, replyTo } = fields(
      object('act.say', value, 'a text or an object'),
      ['text', 'replyTo'],
      'act.say.',
    );
    return { kind: 'say', text: text('act.say.text', words), replyTo: idOrNull('act.say.replyTo', replyTo) };
  },
  tap: (value) => ({ kind: 'tap', label: text('act.tap', value) }),
  mentionStory: (value) => yes('mentionStory', value),
  replyStory: (value) => ({ kind: 'replyStory', text: text('act.replyStory', value) }),
  openRef: (value) => {
    const ref = text('act.openRef', value);
    if (!/^[\w=-]{1,2083}$/.test(ref)) {
      throw new BadInput(
        'act.openRef must be 1 to 2083 letters, digits, hyphens, underscores or equal signs',
      );
    }
    return { kind: 'openRef', ref };
  },
  openAd: (value) => {
    const { id, title, pictureUrl, ref } = fields(
      object('act.openAd', value),
      ['id', 'title', 'pictureUrl', 'ref'],
      'act.openAd.',
    );
    const ad = {
      id: text('act.openAd.id', id),
      title: text('act.openAd.title', title),
      pictureUrl: text('act.openAd.pictureUrl', pictureUrl),
    };
    return { kind: 'openRef', ref: ref === undefined ? '' : text('act.openAd.ref', ref), ad };
  },
  react: (value) => {
    if (typeof value === 'string') return { kind: 'react', messageId: null, emoji: text('act.react', value) };
    const { messageId, emoji } = fields(
      object('act.react', value, 'an emoji or an object'),
      ['messageId', 'emoji'],
      'act.react.',
    );
    return {
      kind: 'react',
      messageId: idOrNull('act.react.messageId', messageId),
      emoji: text('act.react.emoji', emoji),
    };
  },
  unreact: (value) => {
    if (value === true) return { kind: 'unreact', messageId: null };
    const { messageId } = fields(
      object('act.unreact', value, 'true or an object'),
      ['messageId'],
      'act.unreact.',
    );
    return { kind: 'unreact', messageId: idOrNull('act.unreact.messageId', messageId) };
  },
  edit: (value) => {
    const { text: words, ...of } = fields(
      object('act.edit', value),
      ['text', 'messageId', 'commentId'],
      'act.edit.',
    );
    return { kind: 'edit', text: text('act.edit.text', words), ...oneThing('act.edit', of) };
  },
  delete: (value) => {
    if (value === true) return { kind: 'delete', messageId: null, commentId: null };
    const of = fields(
      object('act.delete', value, 'true or an object'),
      ['messageId', 'commentId'],
      'act.delete.',
    );
    return { kind: 'delete', ...oneThing('act.delete', of) };
  },
  send: (value) => {
    const { type, url } = fields(object('act.send', value), ['type', 'url'], 'act.send.');
    return {
      kind: 'send',
      type: oneOf('act.send.type', type, SENT_TYPES),
      url: url === undefined ? null : webAddress('act.send.url', url),
    };
  },
  read: (value) => yes('read', value),
  human: (value) => ({ kind: 'human', text: text('act.human', value) }),
  goLive: (value) => ({ kind: 'goLive', text: text('act.goLive', value) }),
  endLive: (value) => yes('endLive', value),
  block: (value) => yes('block', value),
  unblock: (value) => yes('unblock', value),
  follow: (value) => yes('follow', value),
  unfollow: (value) => yes('unfollow', value),
  review: (value) => {
    const { stars, text: words } = fields(object('act.review', value), ['stars', 'text'], 'act.review.');
    return {
      kind: 'review',
      stars: whole('act.review.stars', stars, 1, 5),
      text: words === undefined || words === '' ? '' : text('act.review.text', words),
    };
  },
};

function actOf(value: unknown): Act {
  const given = fields(object('act', value), Object.keys(ACTS), 'act.');
  const [name, second] = Object.keys(given);
  const read = name === undefined ? undefined : ACTS[name];
  if (name === undefined || read === undefined) {
    throw new BadInput(`act must hold one of ${Object.keys(ACTS).join(', ')}`);
  }
  if (second !== undefined) throw new BadInput(`act must hold one act, and has ${name} and ${second}`);
  return read(given[name]);
}

function yes<Kind extends Extract<Act, { kind: string }>['kind']>(
  kind: Kind,
  value: unknown,
): { kind: Kind } {
  if (value !== true) throw new BadInput(`act.${kind} must be true`);
  return { kind };
}

function idOrNull(field: string, value: unknown): string | null {
  return value === undefined || value === null ? null : text(field, value);
}

function oneThing(
  field: string,
  { messageId, commentId }: Given,
): { messageId: string | null; commentId: string | null } {
  if (messageId !== undefined && commentId !== undefined) {
    throw new BadInput(`${field} must name a messageId or a commentId, not both`);
  }
  return {
    messageId: idOrNull(`${field}.messageId`, messageId),
    commentId: idOrNull(`${field}.commentId`, commentId),
  };
}

export const REMOVAL_FIELDS = ['network', 'account', 'kind', 'url', 'wrongSecret'];

/** `POST /control/removals` */
export async function removal(sandbox: Sandbox, given: Given): Promise<Response> {
  const at = placeOf(sandbox, given);
  const { kind, url, wrongSecret } = given;
  const done = await sandbox.people.remove(at, {
    kind: oneOf('kind', kind, ['deauthorize', 'deletion']),
    url: webAddress('url', url),
    wrongSecret: wrongSecret === undefined ? false : flag('wrongSecret', wrongSecret),
  });
  return Response.json(done);
}

const SWITCHES = [
  'hold',
  'lose',
  'twice',
  'reversed',
  'echoFirst',
  'withoutFrom',
  'wrongSecret',
  'emptyEdits',
  'standby',
] as const satisfies (keyof Manner)[];
export const WEBHOOK_FIELDS = [
  'network',
  'callbackUrl',
  'verifyToken',
  'fields',
  'batch',
  'speed',
  'check',
  ...SWITCHES,
];

/** `POST /control/webhooks`: the callback, as the network's dashboard sets it, and how events are sent. */
export async function setWebhooks(sandbox: Sandbox, given: Given): Promise<Response> {
  const network = platform(sandbox, given['network']);
  const { callbackUrl, verifyToken, fields: wanted, batch, speed, check } = given;
  const change: Partial<Manner> = {};
  for (const name of SWITCHES) if (given[name] !== undefined) change[name] = flag(name, given[name]);
  if (batch !== undefined) change.batch = whole('batch', batch, 1, MAX_BATCH);
  if (speed !== undefined) change.speed = whole('speed', speed, 1, 1_000_000);
  if (callbackUrl !== undefined) {
    await sandbox.people.setCallback(network, {
      url: webAddress('callbackUrl', callbackUrl),
      verifyToken: text('verifyToken', verifyToken),
      fields: wanted === undefined ? null : textList('fields', wanted),
    });
  } else if (verifyToken !== undefined || wanted !== undefined) {
    throw new BadInput('callbackUrl must come with verifyToken and fields');
  }
  if (check !== undefined && flag('check', check)) await sandbox.people.check(network);
  sandbox.people.subscriptions(network); // a network on which nobody answers sends nothing
  sandbox.webhooks.change(network, change);
  return webhooks(sandbox, { network });
}

/** `GET /control/webhooks`: callbacks, subscribed accounts, settings, and the newest requests. */
export function webhooks(sandbox: Sandbox, given: Given): Response {
  const network = platform(sandbox, given['network']);
  return Response.json({
    ...sandbox.people.subscriptions(network),
    settings: { ...USUAL_MANNER, ...sandbox.webhooks.manner(network) },
    waiting: sandbox.webhooks.waiting(network),
    deliveries: sandbox.webhooks.deliveries(network),
  });
}

function textList(field: string, value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new BadInput(`${field} must be a list of texts`);
  return value.map((one, index) => text(`${field}[${index}]`, one));
}
