/**
 * The live feed inside one node: takes the events of commits as they come, and tells each workspace's followers all of
 * them in order, each once. What it is not told it reads from Postgres; so losing a notice costs time, never an event.
 */
import type { Sql } from '../../store/connect.ts';
import { feedHeads } from '../../store/feed.ts';
import type { Log } from '../log.ts';
import type { Written } from '../engine/write.ts';
import { Channel, type Follower } from './channel.ts';
import type { LiveEvent } from './messages.ts';
import { Semaphore } from '../semaphore.ts';

export type { Follower } from './channel.ts';

export interface HubOptions {
  /** For replays and gaps: a pool of its own, or that of the requests. */
  sql: Sql;
  log: Pick<Log, 'warn' | 'error'>;
  /** How long a gap may fill by itself before it is read, ms. Lanes commit out of order by less. Default 15. */
  gapWaitMs?: number;
  /**
   * How often to ask Postgres whether anything was missed, ms: the bound on lateness when notices are lost, or when
   * nobody carries them between nodes. One statement for all workspaces. Default 2,000.
   */
  pollMs?: number;
  /** How long a workspace is kept in mind after its last follower left, ms: most come back. Default 60,000. */
  lingerMs?: number;
  /** Events of each workspace kept in memory, for those who come back after a moment. Default 512. */
  recent?: number;
  /** Pages of replays read from Postgres at once. Default 4. */
  replays?: number;
}

export interface Hub {
  /** Takes the events of a commit, once it is certain: of this node, or as another node sent them along. */
  publish(batches: Written['feed']): void;
  /** Another node has committed: events of this workspace up to `lastSeq` can be read. May come late, twice or never. */
  notice(workspaceId: string, lastSeq: string): void;
  /** @returns when the workspace's position is known; the follower is told of everything after it */
  follow(workspace: { id: string; slug: string }, follower: Follower): Promise<Following>;
  /** Stops telling anything. */
  close(): void;
}

export interface Following {
  /** The number up to which everything has been told. */
  readonly position: number;
  /** @returns what was told after this number; null when that is too long ago to be remembered */
  recent(after: number): LiveEvent[] | null;
  /** @returns a page of the events after this number, from Postgres, without gaps; empty when there is none */
  read(after: number): Promise<LiveEvent[]>;
  /** The numbers of the newest event and of the oldest one kept, as Postgres has them now. */
  range(): Promise<{ newest: number; oldest: number }>;
  /** This number exists, whether or not a notice of it came. */
  expect(seq: number): void;
  stop(): void;
}

export function createHub(options: HubOptions): Hub {
  const { sql, log, gapWaitMs = 15, pollMs = 2_000, lingerMs = 60_000, recent = 512, replays = 4 } = options;
  const channelOptions = { sql, log, gapWaitMs, recent, replays: new Semaphore(replays) };
  const channels = new Map<string, Channel>();
  const lingering = new Map<Channel, NodeJS.Timeout>();
  let polling = false;
  let closed = false;

  async function poll(): Promise<void> {
    if (polling || channels.size === 0) return;
    polling = true;
    try {
      for (const { workspaceId, seq } of await feedHeads(sql, [...channels.keys()]))
        channels.get(workspaceId)?.expect(Number(seq), gapWaitMs);
    } catch (fault) {
      if (!closed) log.warn({ fault: String(fault) }, 'the live feed could not ask for what it missed');
    } finally {
      polling = false;
    }
  }

  function drop(channel: Channel): void {
    clearTimeout(lingering.get(channel));
    lingering.delete(channel);
    if (channels.get(channel.workspace.id) === channel) channels.delete(channel.workspace.id);
    channel.close();
  }

  const poller = setInterval(() => void poll(), pollMs).unref();

  return {
    publish(batches) {
      for (const { workspaceId, lastSeq, events } of batches)
        channels.get(workspaceId)?.offer(Number(lastSeq), events);
    },

    notice(workspaceId, lastSeq) {
      channels.get(workspaceId)?.expect(Number(lastSeq), 0);
    },

    async follow(workspace, follower) {
      let channel = channels.get(workspace.id);
      if (channel === undefined) {
        channel = new Channel(workspace, channelOptions);
        channels.set(workspace.id, channel);
      }
      try {
        await channel.opened;
      } catch (error) {
        drop(channel);
        throw error;
      }
      channel.followers.add(follower);
      clearTimeout(lingering.get(channel));
      lingering.delete(channel);
      return followingOf(channel, () => {
        channel.followers.delete(follower);
        if (channel.followers.size > 0 || closed) return;
        clearTimeout(lingering.get(channel));
        lingering.set(channel, setTimeout(drop, lingerMs, channel).unref());
      });
    },

    close() {
      closed = true;
      clearInterval(poller);
      for (const channel of channels.values()) drop(channel);
    },
  };
}

function followingOf(channel: Channel, stop: () => void): Following {
  return {
    get position() {
      return channel.position;
    },
    recent: (after) => channel.recent(after),
    read: (after) => channel.read(after),
    range: () => channel.range(),
    expect: (seq) => channel.expect(seq, 0),
    stop,
  };
}
