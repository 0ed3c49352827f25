/** Prometheus metrics of the whole service: posts by state, mailbox lag, effect latency; requests are in `src/faces/http/metrics.ts`. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Sql } from '../../store/connect.ts';
import type { MediaMemory } from '../features/media/memory.ts';
import { countEffects } from '../../store/effects.ts';
import { countPosts } from '../../store/posts.ts';
import { mailboxLag } from '../../store/turns.ts';

export interface ServiceMetrics {
  registry: Registry;
  /** An effect has ended. */
  observeEffect: (type: string, seconds: number) => void;
  /** An event of a network has arrived. */
  countInbound: (platform: string, kind: string) => void;
}

/** Counting every post reads a whole index: not more often than this, however often metrics are requested. */
const POSTS_COUNTED_EVERY_MS = 30_000;

/** @param clock epoch ms, the clock of the posts */
export function createMetrics(sql: Sql, clock: () => number): ServiceMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const effects = new Histogram({
    name: 'troupe_effect_duration_seconds',
    help: 'Time an effect took: a call to a network, a webhook.',
    labelNames: ['type'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers: [registry],
  });
  for (const gauge of [postsByState(sql), lag(sql, clock), outbox(sql)]) registry.registerMetric(gauge);
  const inbound = new Counter({
    name: 'troupe_inbound_events_total',
    help: 'Events that networks sent, by what they are; unsigned: a body without a valid signature.',
    labelNames: ['platform', 'kind'] as const,
    registers: [registry],
  });
  return {
    registry,
    countInbound: (platform, kind) => inbound.inc({ platform, kind }),
    observeEffect: (type, seconds) => effects.observe({ type }, seconds),
  };
}

/** Memory of media that are open for networks, and how many steps wait for it. */
export function memoryGauges(memory: MediaMemory): Gauge[] {
  return [
    new Gauge({
      name: 'troupe_media_memory_bytes',
      help: 'Bytes of media that are open for networks. Bounded by TROUPE_MEDIA_MEMORY_MB.',
      registers: [],
      collect() {
        this.set(memory.used);
      },
    }),
    new Gauge({
      name: 'troupe_media_memory_waiting',
      help: 'Files that wait for memory. If it stays above 0, allow more memory or fewer calls at once.',
      registers: [],
      collect() {
        this.set(memory.waiting);
      },
    }),
  ];
}

function postsByState(sql: Sql): Gauge<'status'> {
  let countedAt = 0;
  return new Gauge({
    name: 'troupe_posts',
    help: 'Posts by state.',
    labelNames: ['status'] as const,
    registers: [],
    async collect() {
      if (Date.now() - countedAt < POSTS_COUNTED_EVERY_MS) return;
      countedAt = Date.now();
      this.reset();
      for (const { status, count } of await countPosts(sql)) this.set({ status }, count);
    },
  });
}

function lag(sql: Sql, clock: () => number): Gauge {
  return new Gauge({
    name: 'troupe_mailbox_lag_seconds',
    help: 'How long the oldest due message has waited. Above a few seconds, no node is working or all are overloaded.',
    registers: [],
    async collect() {
      this.set((await mailboxLag(sql, clock())).lagMs / 1000);
    },
  });
}

function outbox(sql: Sql): Gauge<'type'> {
  return new Gauge({
    name: 'troupe_effects',
    help: 'Effects in the outbox: queued or running.',
    labelNames: ['type'] as const,
    registers: [],
    async collect() {
      this.reset();
      for (const { type, count } of await countEffects(sql)) this.set({ type }, count);
    },
  });
}
