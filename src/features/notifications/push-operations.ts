/** The browsers in which a person gets pushes (docs/dashboard.md, Notifications). They belong to the person, in all of their workspaces. */
import { Type } from 'typebox';
import { hashOf } from '../../../store/hashed-id.ts';
import {
  deleteSubscription,
  findSubscription,
  listSubscriptions,
  saveSubscription,
} from '../../../store/push-subscriptions.ts';
import { idempotent } from '../../api/idempotent.ts';
import { insistOnSession, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { closed, Deleted, idParams, instant, nullable, text, workspaceField } from '../../api/schemas.ts';
import { newActorId } from '../../base/ids.ts';
import { push as pushKind } from '../../kinds/push.ts';
import { faultOfKeys } from '../../base/web-push.ts';
import { type NotificationsContext, ONLY_PEOPLE, operation } from './context.ts';
import { queuePush } from './push.ts';
import { vapidKeys } from './vapid.ts';

/** More than a person has. */
const MAX_BROWSERS = 20;
const PATH = '/app/api/push-browsers';
const own = { scope: 'read', isHarmless: true, accountLimit: 'irrelevant', tag: 'Notifications' } as const;

const Browser = Type.Object({
  id: Type.String(),
  device: nullable(text('What the person signed in with there, such as `Firefox on Linux`.')),
  createdAt: instant('When it was added.'),
  isCurrent: Type.Boolean({ description: 'It was added in the session of this request.' }),
});
const Browsers = Type.Object({
  publicKey: text('The key by which this installation signs pushes, base64url: browsers subscribe with it.'),
  browsers: Type.Array(Browser),
});

const example = {
  id: 'psub_01JD0000000000000000000001',
  device: 'Firefox on Linux',
  createdAt: '2026-05-04T08:00:00.000Z',
  isCurrent: true,
};
const exampleKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

async function browsersOf(context: NotificationsContext, of: { userId: string; keyId: string }) {
  const [{ publicKey }, rows] = await Promise.all([
    vapidKeys(context),
    listSubscriptions(context.directory, of.userId),
  ]);
  const browsers = rows.map(({ id, device, createdAt, sessionId }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    isCurrent: sessionId === of.keyId,
  }));
  return { publicKey, browsers };
}

const listBrowsers = operation({
  id: 'listPushBrowsers',
  accountLimit: 'irrelevant',
  dashboard: { method: 'get', path: PATH },
  tag: 'Notifications',
  summary: 'List browsers that get pushes',
  description: 'Of the person, the newest first.',
  result: Browsers,
  example: { result: { publicKey: exampleKey, browsers: [example] } },
  handle: async ({ context, principal }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    return { body: await browsersOf(context, principal) };
  },
});

const key = (description: string) => Type.String({ maxLength: 200, description });

const addBrowser = operation({
  ...own,
  id: 'addPushBrowser',
  audit: 'nothing',
  dashboard: { method: 'put', path: PATH },
  summary: 'Add a browser that gets pushes',
  description:
    'As the browser subscribed. A browser that was added before gets the new keys. It gets pushes until the session ends in which it was added.',
  body: Type.Object(
    {
      endpoint: Type.String({
        format: 'uri',
        maxLength: 2048,
        description: 'Where the push service takes pushes.',
      }),
      p256dh: key('The public key of the browser, base64url.'),
      auth: key('The secret of the browser, base64url.'),
    },
    closed,
  ),
  result: Browsers,
  errors: { 403: 'The person has 20 browsers already' },
  example: {
    body: {
      endpoint: 'https://push.example.net/send/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    result: { publicKey: exampleKey, browsers: [example] },
  },
  handle: async ({ context, principal, body, now }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const { userId, keyId: sessionId } = principal;
    insistOnSubscription(context, body);
    const id = `psub_${hashOf(body.endpoint)}`;
    const content = context.sealer.seal(body, id);
    const save = { id, userId, sessionId, content, limit: MAX_BROWSERS };
    if (!(await context.directory.begin((tx) => saveSubscription(tx, save, now))))
      throw new Problem(
        'push_browser_limit',
        `you have ${MAX_BROWSERS} browsers already: remove one that you do not use`,
        { values: { limit: MAX_BROWSERS } },
      );
    return { body: await browsersOf(context, principal) };
  },
});

/** @throws Problem that names the field */
function insistOnSubscription(
  { guard }: NotificationsContext,
  body: { endpoint: string; p256dh: string; auth: string },
): void {
  const refused = guard.check(body.endpoint, 'real');
  if (refused) throw invalid('/endpoint', refused.message);
  if (!body.endpoint.startsWith('https:') && !guard.allows(body.endpoint))
    throw invalid('/endpoint', 'The URL must begin with https://.');
  const field = faultOfKeys(body);
  if (field !== null) throw invalid(`/${field}`, `${field} is no key: send what the browser gave, base64url`);
}

const removeBrowser = operation({
  ...own,
  id: 'removePushBrowser',
  audit: 'nothing',
  dashboard: { method: 'delete', path: `${PATH}/{id}` },
  summary: 'Remove a browser that gets pushes',
  params: idParams('push_browser'),
  result: Deleted,
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async ({ context, principal, params: { id } }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    if (!(await deleteSubscription(context.directory, { id, userId: principal.userId })))
      throw notFound('browser', id);
    return { body: { id, deleted: true as const } };
  },
});

const testBrowser = operation({
  ...own,
  id: 'testPushBrowser',
  audit: 'nothing',
  dashboard: { method: 'post', path: `${PATH}/{id}/test` },
  summary: 'Send a test push',
  description: 'The push is queued as others are.',
  params: idParams('push_browser'),
  body: Type.Object({ ...workspaceField }, closed),
  result: Type.Object({ pushId: text('The actor of the push, for the debugger.') }),
  example: { params: { id: example.id }, body: {}, result: { pushId: 'push_01JD0000000000000000000001' } },
  handle: async (call) => {
    const { context, principal, params, body, now } = call;
    insistOnSession(principal, ONLY_PEOPLE);
    const { userId } = principal;
    const { id: workspaceId } = workspaceOf({ principal }, body.workspace);
    const { id: subscriptionId } = params;
    if (!(await findSubscription(context.directory, { id: subscriptionId, userId, now })))
      throw notFound('browser', subscriptionId);
    return idempotent(call, async (tx, turn) => {
      const id = newActorId(pushKind, turn.now);
      await queuePush(tx, turn, { id, workspaceId, subscriptionId, userId, notificationId: null });
      return { result: { pushId: id } };
    });
  },
});

export const pushOperations = [listBrowsers, addBrowser, removeBrowser, testBrowser];
