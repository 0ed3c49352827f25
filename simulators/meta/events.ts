/** Events of conversations, as the webhooks of Instagram and Messenger write them. */
import type { Json } from '../../machines/outcome.ts';
import type { Dialect, EventKind } from './dialect.ts';
import type { Message, PeopleWorld, Person } from './state.ts';
import { receives } from './subscriptions.ts';

type Item = { [name: string]: Json };

/** From a person to the account, or back where it is an echo. */
export function sendMessaging(
  world: PeopleWorld,
  dialect: Dialect,
  person: Person,
  kind: EventKind,
  what: Item,
): void {
  const { account } = person;
  if (!receives(world, dialect, account, dialect.fields[kind])) return;
  const [from, to] = kind === 'echo' ? [account, person.id] : [person.id, account];
  const time = world.now();
  const standby = world.webhooks.manner().standby && kind !== 'echo';
  const item: Item = {
    sender: { id: from },
    recipient: { id: to },
    timestamp: time,
    ...(standby ? withoutPayload(what) : what),
  };
  world.webhooks.send({
    account,
    object: dialect.object,
    family: 'messaging',
    entry: { time, id: account, [standby ? 'standby' : 'messaging']: [item] },
  });
}

/** Postbacks under `standby` lack their payload. */
function withoutPayload({ postback, ...rest }: Item): Item {
  if (typeof postback !== 'object' || postback === null || Array.isArray(postback)) {
    return postback === undefined ? rest : { ...rest, postback };
  }
  const { payload: _, ...kept } = postback;
  return { ...rest, postback: kept };
}

/** A message as its webhook shows it. */
export function messageItem(message: Message, more: Item = {}): Item {
  const { id, text, attachments, story, replyTo, buttons, unsupported } = message;
  const shown: Json[] = attachments.map(({ type, url, more }) => ({
    type,
    payload: { ...(url === null ? {} : { url }), ...more },
  }));
  if (story?.kind === 'mention') shown.push({ type: 'story_mention', payload: { url: story.url } });
  const template = { template_type: 'button', text, buttons: buttons.map(buttonItem) };
  if (buttons.length > 0) shown.push({ type: 'template', payload: template });
  return {
    message: {
      mid: id,
      // the text of a template is within it
      ...(text === '' || buttons.length > 0 ? {} : { text }),
      ...(shown.length === 0 ? {} : { attachments: shown }),
      ...(story?.kind === 'reply' ? { reply_to: { story: { id: story.id, url: story.url } } } : {}),
      ...(replyTo === null ? {} : { reply_to: { mid: replyTo } }),
      ...(unsupported ? { is_unsupported: true } : {}),
      ...more,
    },
  };
}

function buttonItem({ title, url, payload }: Message['buttons'][number]): { [name: string]: string } {
  if (url !== null) return { type: 'web_url', title, url };
  return { type: 'postback', title, payload: payload ?? '' };
}
