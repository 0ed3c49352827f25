/** What the inbox of a workspace keeps, and for how long. */
import { Type } from 'typebox';
import type { Sql } from '../../../store/connect.ts';
import { readDisclosure, saveDisclosure } from '../../../store/dm-automations.ts';
import {
  readConsentWords,
  readInboxSettings,
  saveConsentWords,
  saveInboxSettings,
} from '../../../store/message-retention.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { closed, model, notBlank, nullable, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { recordedIn } from '../../api/recorded.ts';
import { isKeyword } from '../../base/matching/index.ts';
import { DEFAULT_START_WORDS, DEFAULT_STOP_WORDS, MAX_WORD_CHARS, MAX_WORDS } from './consent.ts';
import { operation } from './context.ts';

const MAX_DAYS = 3_650;

const fields = {
  keepMessagesDays: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DAYS,
      description:
        'Messages older than so many days are deleted, and conversations of which nothing is left. null if they are kept.',
    }),
  ),
  copyFiles: Type.Boolean({
    description:
      'Whether pictures, videos, sounds and files that people send are copied here, since networks delete theirs. Stories and shared posts never are.',
  }),
};
const wordList = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_WORD_CHARS }), { maxItems: MAX_WORDS, description });
const words = {
  stopWords: wordList(
    'A person whose whole message is one of these gets no automatic messages any more, until they write a start word. Case, accents, punctuation and emoji do not count.',
  ),
  startWords: wordList('A person whose whole message is one of these gets automatic messages again.'),
};
const disclosure = nullable(
  notBlank(
    300,
    'Opens the first message of every run of a DM automation, with an empty line after it, for runs that start from now on. It counts within the length of that message. null if nothing does.',
  ),
);
const InboxSettings = model('InboxSettings', Type.Object({ ...fields, ...words, disclosure }));
const example = {
  keepMessagesDays: null,
  copyFiles: true,
  stopWords: DEFAULT_STOP_WORDS,
  startWords: DEFAULT_START_WORDS,
  disclosure: null,
};

export const getInboxSettings = operation({
  id: 'getInboxSettings',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/inbox-settings' },
  tag: 'Inbox',
  summary: 'Read what the inbox keeps',
  description:
    'Returns how long messages are kept, whether their files are copied, and the words that stop or start automatic messages.',
  query: workspaceQuery,
  result: InboxSettings,
  example: { result: example },
  handle: async (call) => {
    const { id } = workspaceOf(call, call.query.workspace);
    return { body: await settingsOf(call.context.sql, id) };
  },
});

export const setInboxSettings = operation({
  id: 'setInboxSettings',
  audit: { kind: 'workspace' },
  accountLimit: 'refused',
  rest: { method: 'put', path: '/v1/inbox-settings' },
  scope: 'manage',
  roles: ['owner'],
  tag: 'Inbox',
  summary: 'Set what the inbox keeps',
  description:
    'Messages that are too old now are deleted within minutes. What was copied stays. Words and a disclosure text that are left out stay as they are.',
  body: Type.Object(
    {
      ...fields,
      stopWords: Type.Optional(words.stopWords),
      startWords: Type.Optional(words.startWords),
      disclosure: Type.Optional(disclosure),
      ...workspaceField,
    },
    closed,
  ),
  result: InboxSettings,
  example: { body: example, result: example },
  handle: async (call) => {
    const { id } = workspaceOf(call, call.body.workspace);
    const { keepMessagesDays, copyFiles, stopWords, startWords, disclosure: opening } = call.body;
    const { sql } = call.context;
    insistOnWords({ stopWords, startWords });
    await recordedIn(sql, call, async (tx) => {
      await saveInboxSettings(tx, id, { keepMessagesDays, copyFiles });
      if (stopWords !== undefined || startWords !== undefined) {
        const before = await readConsentWords(tx, id);
        await saveConsentWords(tx, id, {
          stopWords: stopWords ?? before.stopWords,
          startWords: startWords ?? before.startWords,
        });
      }
      if (opening !== undefined) await saveDisclosure(tx, id, opening);
    });
    return { body: await settingsOf(sql, id) };
  },
});

async function settingsOf(sql: Sql, workspaceId: string) {
  const [settings, { stopWords, startWords }, opening] = await Promise.all([
    readInboxSettings(sql, workspaceId),
    readConsentWords(sql, workspaceId),
    readDisclosure(sql, workspaceId),
  ]);
  return {
    ...settings,
    stopWords: stopWords ?? DEFAULT_STOP_WORDS,
    startWords: startWords ?? DEFAULT_START_WORDS,
    disclosure: opening,
  };
}

/** @throws Problem that names the word that could never be written */
function insistOnWords(lists: { [name: string]: string[] | undefined }): void {
  for (const [name, list = []] of Object.entries(lists)) {
    const empty = list.findIndex((word) => !isKeyword(word));
    if (empty >= 0)
      throw invalid(`/${name}/${empty}`, `${name}[${empty}] has nothing to match: write a word or an emoji`, {
        values: { reason: 'nothing_to_match' },
      });
  }
}
