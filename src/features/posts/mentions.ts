/** People whom a post can mention, for the dashboard to choose from. Nothing is asked of a network. */
import { Type } from 'typebox';
import { listPeopleToMention, listNetworkTexts } from '../../../store/mentions.ts';
import { insistOnSession, workspaceOf } from '../../api/principal.ts';
import { closed, nullable, text, workspaceField } from '../../api/schemas.ts';
import { operation, type PostsContext } from './context.ts';
import { within } from '../../api/held.ts';
import type { Within } from '../../../store/held.ts';

/** A username in a text, after `@`: on mastodon it may have a server. */
const AT = /(?<![\w@/.])@([\w][\w.-]*(?:@[\w-]+(?:\.[\w-]+)+)?)/gu;
const OTHERS = { 'u/': /(?<![\w/])u\/([\w-]+)/gu };

const Person = Type.Object({
  platform: text('The network on which the text mentions them.'),
  mention: text('What a text says, such as `@rosa`.'),
  name: nullable(text('As the network shows them; null if it is not known.')),
  avatarUrl: nullable(Type.String()),
});

export const listMentions = operation({
  id: 'listMentions',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/mentions' },
  scope: 'read',
  tag: 'Posts',
  summary: 'People to mention',
  description:
    'People who commented or wrote to the accounts of the workspace, the latest first, then those whom earlier texts for single networks mention.',
  query: Type.Object({ ...workspaceField }, closed),
  result: Type.Object({ people: Type.Array(Person) }),
  example: {
    result: { people: [{ platform: 'x', mention: '@rosa', name: 'Rosa Ruiz', avatarUrl: null }] },
  },
  handle: async (call) => {
    insistOnSession(call.principal, 'people to mention are listed in the dashboard alone');
    const place = within(workspaceOf(call, call.query.workspace));
    return { body: { people: await peopleOf(call.context, place) } };
  },
});

type Person = { platform: string; mention: string; name: string | null; avatarUrl: string | null };

async function peopleOf({ sql, adapters }: Pick<PostsContext, 'sql' | 'adapters'>, place: Within) {
  const platforms = Object.keys(adapters).filter((one) => adapters[one]!.mention !== undefined);
  const [rows, texts] = await Promise.all([
    listPeopleToMention(sql, { ...place, platforms }),
    listNetworkTexts(sql, place),
  ]);
  const people = rows.map(({ username, ...person }): Person => ({
    ...person,
    mention: adapters[person.platform]!.mention! + username.replace(/^@/, ''),
  }));
  const mentioned = texts.flatMap(({ platforms: named, content }) =>
    named.flatMap((platform) =>
      mentionsIn(content, adapters[platform]?.mention).map((mention): Person => ({
        platform,
        mention,
        name: null,
        avatarUrl: null,
      })),
    ),
  );
  const keyOf = ({ platform, mention }: Person) => `${platform} ${mention.toLowerCase()}`;
  // the first of each counts: it has a name
  return [...Map.groupBy([...people, ...mentioned], keyOf).values()].map(([first]) => first!);
}

/** @param sign what stands before a username on the network; undefined means that texts mention nobody */
function mentionsIn(content: string, sign: '@' | 'u/' | undefined): string[] {
  if (sign === undefined) return [];
  const pattern = sign === '@' ? AT : OTHERS[sign];
  // the end of a sentence is no part of a name
  return [...content.matchAll(pattern)].map(([, name]) => sign + name!.replace(/[.-]+$/, ''));
}
