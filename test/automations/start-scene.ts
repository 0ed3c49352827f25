/** An account with automations, and people who write to it at times that a test chooses: the database without a network. */
import type { Test } from 'tap';
import type { InboundEvent, InboundMessage } from '../../adapters/port/inbound.ts';
import { command, lockInto } from '../../src/engine/take.ts';
import { readAutomations } from '../../src/features/flows/index.ts';
import { takeMessages } from '../../src/features/inbox/index.ts';
import { kinds } from '../../src/kinds/index.ts';
import { insertDefinition } from '../../store/definitions.ts';
import { insertAutomation } from '../../store/dm-automations.ts';
import { insertVersion } from '../../store/dm-versions.ts';
import { HOUR, NOW, scene } from '../comments/scene.ts';

const STEPS = { steps: [{ id: 'one', type: 'message', text: 'Hello' }] };
const ACCOUNT = { id: 'acc_1', workspaceId: 'ws_1', window: null, receivingSince: null };

/** What a person writes. */
export interface Said {
  person: string;
  text: string;
  /** By the network's clock, epoch ms. */
  at: number;
  /** The network's own id. Default: one that no other message has. */
  id?: string;
  /** Default: none. */
  tap?: InboundMessage['tap'];
  /** The account wrote it. */
  isEcho?: boolean;
  /** A read found it. Absent means an event reported it. */
  found?: { answered: boolean };
}

/** `acc_1` of instagram in the workspace `ws_1`, as `scene`. */
export async function startScene(t: Test) {
  const { sql } = await scene(t);
  const taker = { sql, kinds, nodeId: 'n' };
  let count = 0;

  /** Makes an active automation. It says one thing, unless it has other steps. */
  const automation = async (
    id: string,
    trigger: { [field: string]: unknown },
    {
      reentry = 'once',
      cooldownHours = 24,
      ...json
    }: { reentry?: 'once' | 'always'; cooldownHours?: number; steps?: object[] } = {},
  ) => {
    const ids = { id, workspaceId: 'ws_1', accountId: 'acc_1' };
    const terms = { name: id, trigger, ref: null, reentry, cooldownHours, requireTests: false };
    await insertAutomation(sql, { ...ids, ...terms, active: true }, NOW - HOUR);
    const definition = { workspaceId: 'ws_1', kind: 'dm_run', version: 1, json: { ...STEPS, ...json } };
    const definitionId = await insertDefinition(sql, definition, NOW - HOUR);
    await insertVersion(
      sql,
      {
        automationId: id,
        workspaceId: 'ws_1',
        version: 1,
        definitionId,
        trigger,
        madeBy: 'user_1',
        restores: null,
      },
      NOW - HOUR,
    );
  };

  /** Takes what people wrote in one turn. @param now when it is taken, epoch ms */
  const hear = (said: readonly Said[], now = NOW) =>
    command(taker, now, async (tx, turn) => ({
      result: null,
      feed: (await takeMessages(tx, turn, ACCOUNT, said.map(eventOf), readAutomations)).feed,
    }));

  const eventOf = ({ person, text, at, id, tap = null, isEcho = false, found }: Said): InboundEvent => {
    count += 1;
    return {
      kind: 'message',
      remoteId: 'acc_1',
      dedupeKey: `key ${count}`,
      at,
      standby: false,
      raw: null,
      ...(found && { found }),
      message: {
        id: id ?? `message ${count}`,
        personId: person,
        echo: isEcho ? { appId: null, metadata: null } : null,
        text,
        attachments: [],
        tap,
        storyReply: null,
        storyMention: null,
        replyTo: null,
        ref: null,
        isUnsupported: false,
      },
    };
  };

  /** The runs that started, oldest first, by person and automation. */
  const runs = async () => {
    const rows = await sql<{ run: string }[]>`
      select c.person_id || ' in ' || r.automation_id as run
      from dm_runs r join conversations c on c.id = r.conversation_id order by r.started_at, 1`;
    return rows.map(({ run }) => run);
  };

  /** What automations did with a text, as it is kept with the message. */
  const outcome = async (text: string) => {
    const [row] = await sql<{ outcome: object | null }[]>`
      select details -> 'automation' as outcome from direct_messages where text = ${text}`;
    return row?.outcome;
  };

  /** Ends a person's run, so that their next act may start one. */
  const stopRun = async () => {
    const [run] = await sql<
      { id: string }[]
    >`select id from actors where kind = 'dm_run' and status <> 'done'`;
    await command(taker, NOW, async (tx, turn) => {
      turn.deliver((await lockInto(tx, turn, run!.id))!, { type: 'stop', reason: 'a test' } as {
        type: string;
      });
      return { result: null };
    });
  };

  return { sql, automation, hear, runs, outcome, stopRun };
}
