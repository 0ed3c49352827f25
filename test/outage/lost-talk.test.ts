/** A failover to a copy that lacks the last second, in which a person talked with an automation. */
// Runs alone: ids of a process never go back in time, and other files move their clocks ahead
import t, { type Test } from 'tap';
import type { Act } from '../../simulators/people.ts';
import { eventually } from '../support/eventually.ts';
import { outageWorld, PLACE, untilWritable } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Two questions, one after the other. */
const QUESTIONS = [
  {
    type: 'message',
    text: 'Shall we ship it?',
    choices: [
      {
        label: 'Yes',
        steps: [
          {
            type: 'message',
            text: 'Which size?',
            choices: [{ label: 'M', steps: [{ type: 'message', text: 'So: M' }] }],
          },
        ],
      },
    ],
  },
];

/** An account whose automation asks two questions. */
async function askedWorld(t: Test) {
  const world = await outageWorld(t);
  const { call } = world.running;
  const trigger = { type: 'keyword', keywords: ['price'] };
  const body = { accountId: world.accountId, trigger, steps: QUESTIONS, reentry: 'once' };
  const { automation } = (await call('POST', '/v1/dm-automations', body)).body;
  return { ...world, automationId: automation.id };
}

/** What a person does there, what they see, and what the service knows of it. */
function personOf(world: Awaited<ReturnType<typeof askedWorld>>, username: string) {
  const { running, database, automationId } = world;
  const { people } = running.sandbox.sandbox;
  const now = () => running.service.context.clock();
  const texts = () => people.view(PLACE, username).messages.map(({ text }) => text);
  const stored = async () => {
    const rows = await database.sql<{ text: string }[]>`
      select m.text from direct_messages m join conversations c on c.id = m.conversation_id
      where c.username = ${username}`;
    return rows.map(({ text }) => text).toSorted();
  };
  /** The clock goes ahead for repeats and reads, and by less than a reply window. */
  const ahead = async (look: () => boolean | Promise<boolean>) => {
    const until = now() + 2 * HOUR;
    await eventually(async () => {
      if (now() < until) running.advance(MINUTE / 4);
      return look();
    });
  };
  return {
    act: (act: Act) => people.act(PLACE, { username }, act),
    texts,
    stored,
    untilSaid: (text: string) => ahead(() => texts().includes(text)),
    untilStored: (count: number) => ahead(async () => (await stored()).length >= count),
    runs: async () => {
      const { body } = await running.call('GET', `/v1/dm-automations/${automationId}/runs`);
      return body.runs.filter(({ contact }) => contact.username === username);
    },
  };
}

const WHOLE_TALK = ['price', 'Shall we ship it?', 'Yes', 'Which size?', 'M', 'So: M'];

void t.test(
  'a talk with an automation goes on where a failover has cut it, and nothing is said twice',
  async (t) => {
    const world = await askedWorld(t);
    const { database } = world;
    const failOver = async () => {
      await database.failOver();
      await database.restore();
      await untilWritable(world);
    };
    const toTheEnd = async (t: Test, person: ReturnType<typeof personOf>) => {
      await person.untilStored(4);
      t.match(await person.runs(), [{ status: 'active' }], 'what is read of the lost second ends no run');
      person.act({ kind: 'tap', label: 'M' });
      await person.untilSaid('So: M');
      await person.untilStored(WHOLE_TALK.length);
      t.strictSame(person.texts(), WHOLE_TALK);
      t.strictSame(await person.stored(), WHOLE_TALK.toSorted());
      await eventually(async () => (await person.runs())[0].reason === 'completed');
      t.equal((await person.runs()).length, 1);
    };

    await t.test('the run started in the lost second, and its choice is tapped in the outage', async (t) => {
      const ann = personOf(world, 'ann');
      await database.keepCopy();
      await untilWritable(world);
      ann.act({ kind: 'say', text: 'price', replyTo: null });
      await ann.untilSaid('Shall we ship it?');
      await database.goAway('refused');
      ann.act({ kind: 'tap', label: 'Yes' });
      await failOver();
      await ann.untilSaid('Which size?');
      await toTheEnd(t, ann);
    });
  },
);
