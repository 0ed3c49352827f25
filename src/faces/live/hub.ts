/**
 * The live feed inside one node. It receives the events of commits, and passes all events of a workspace to its
 * followers, in order, each once. Events that it is not notified of are read from Postgres, so a lost notice delays an
 * event but never loses it.
 */
import type { Sql } from '../../../store/connect.ts';
import { feedHeads } from '../../../store/feed.ts';
import type { Log } from '../../base/log.ts';
import type { Written } from '../../engine/write.ts';
import { Channel, type ChannelOptions, type Follower } from './channel.ts';
import type { LiveEvent } from './messages.ts';
import { Semaphore } from '../../base/semaphore.ts';

export type { Follower } from './channel.ts';

export interface HubOptions {
  /** For replays and gaps: a pool of its own, or that of the requests. */
  sql: Sql;
  log: Pick<Log, 'warn' | 'error'>;
  /** How long to wait for missing events before reading them, ms. Commits arrive out of order by less. Default 15. */
  gapWaitMs?: number;
  /**
   * How often to ask Postgres whether events were missed, ms. This bounds the delay when notices are lost, or when
   * nothing carries them between nodes. One statement for all workspaces. Default 2,000.
   */
  pollMs?: number;
  /** How long a workspace is kept in memory after its last follower left, ms: most come back. Default 60,000. */
  lingerMs?: number;
  /** Events of each workspace kept in memory, for followers that reconnect after a moment. Default 512. */
  recent?: number;
  /** Pages of replays read from Postgres at once. Default 4. */
  replays?: number;
}

export interface Hub {
  /** Takes the events of a committed transaction, from this node or another. */
  publish(batches: Written['feed']): void;
  /**
   * Another node has committed: events of this workspace up to `lastSeq` can be read. Notices may be late, lost or
   * repeated.
   */
  notice(workspaceId: string, lastSeq: string): void;
  /** @returns when the workspace's position is known; the follower receives everything after it */
  follow(workspace: { id: string; slug: string }, follower: Follower): Promise<Following>;
  /** Stops delivering events. */
  close(): void;
}

export interface Following {
  /** All events up to this number were delivered. */
  readonly position: number;
  /** @returns the events delivered after this number; null when some of them are no longer in memory */
  recent(after: number): LiveEvent[] | null;
  /** @returns a page of the events after this number, from Postgres, without gaps; empty when there is none */
  read(after: number): Promise<LiveEvent[]>;
  /** The numbers of the newest event and of the oldest stored one, as Postgres has them now. */
  range(): Promise<{ newest: number; oldest: number }>;
  /** This number exists, whether or not a notice of it arrived. */
  expect(seq: number): void;
  /** The workspace has another slug from now on: the next events name it. */
  rename(slug: string): void;
  stop(): void;
}

export function createHub(options: HubOptions): Hub {
  const { sql, log, gapWaitMs = 15, pollMs = 2_000, lingerMs = 60_000, recent = 512, replays = 4 } = options;
  const channels = new Channels({ sql, log, gapWaitMs, recent, replays: new Semaphore(replays) }, lingerMs);
  let polling = false;
  let closed = false;

  async function poll(): Promise<void> {
    if (polling || channels.ids.length === 0) return;
    polling = true;
    try {
      for (const { workspaceId, seq } of await feedHeads(sql, channels.ids))
        channels.find(workspaceId)?.expect(seq, gapWaitMs);
    } catch (fault) {
      if (!closed) log.warn({ fault: String(fault) }, 'the live feed could not ask for what it missed');
    } finally {
      polling = false;
    }
  }

  const poller = setInterval(() => void poll(), pollMs).unref();

  return {
    publish(batches) {
      for (const { workspaceId, lastSeq, events } of batches)
        channels.find(workspaceId)?.offer(Number(lastSeq), events);
    },

    notice(workspaceId, lastSeq) {
      channels.find(workspaceId)?.expect(Number(lastSeq), 0);
    },

    async follow(workspace, follower) {
      const channel = channels.open(workspace);
      try {
        await channel.opened;
      } catch (error) {
        channels.drop(channel);
        throw error;
      }
      channel.followers.add(follower);
      channels.keep(channel);
      return followingOf(channel, () => {
        channel.followers.delete(follower);
        if (channel.followers.size === 0 && !closed) channels.dropLater(channel);
      });
    },

    close() {
      closed = true;
      clearInterval(poller);
      channels.dropAll();
    },
  };
}

/** The channel of each workspace that has a follower, or had one a moment ago. */
class Channels {
  readonly #options: ChannelOptions;
  readonly #lingerMs: number;
  readonly #byWorkspace = new Map<string, Channel>();
  /** Channels without followers, with the timer that drops each. */
  readonly #lingering = new Map<Channel, NodeJS.Timeout>();

  constructor(options: ChannelOptions, lingerMs: number) {
    this.#options = options;
    this.#lingerMs = lingerMs;
  }

  /** Number of workspaces. */
  get ids(): string[] {
    return [...this.#byWorkspace.keys()];
  }

  find(workspaceId: string): Channel | undefined {
    return this.#byWorkspace.get(workspaceId);
  }

  /** The workspace's channel; a new one is not `opened` yet. */
  open(workspace: { id: string; slug: string }): Channel {
    let channel = this.#byWorkspace.get(workspace.id);
    if (channel === undefined) {
      channel = new Channel(workspace, this.#options);
      this.#byWorkspace.set(workspace.id, channel);
    }
    channel.rename(workspace.slug);
    return channel;
  }

  /** It has a follower again. */
  keep(channel: Channel): void {
    clearTimeout(this.#lingering.get(channel));
    this.#lingering.delete(channel);
  }

  /** Its last follower has left; most come back soon, so the channel stays for a while. */
  dropLater(channel: Channel): void {
    this.keep(channel);
    this.#lingering.set(channel, setTimeout(() => this.drop(channel), this.#lingerMs).unref());
  }

  dropAll(): void {
    for (const channel of this.#byWorkspace.values()) this.drop(channel);
  }

  drop(channel: Channel): void {
    this.keep(channel);
    if (this.#byWorkspace.get(channel.workspace.id) === channel)
      this.#byWorkspace.delete(channel.workspace.id);
    channel.close();
  }
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
    rename: (slug) => channel.rename(slug),
    stop,
  };
}
