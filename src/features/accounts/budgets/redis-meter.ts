/**
 * The meter that all nodes share, in Redis. Each question is one script, so that it is atomic. Redis may be away at any
 * time: then each node counts by itself, from what it has seen so far; posts are late or early by it, never lost.
 */
import { createClient } from 'redis';
import type { Log } from '../../../base/log.ts';
import { type PlaceRequest, LocalMeter, type Meter, type Place, shapesOf } from './meter.ts';

/** One tag, so that a cluster keeps them on one node: a script sees all it names. */
const PREFIX = '{troupe}:budget:';
const RECONNECT_MS = [50, 200, 500, 1000, 2000] as const;
/** A step does not wait longer for Redis, ms. */
const ANSWER_WITHIN_MS = 500;

/*
 * KEYS: blocks, then logs. ARGV[1]: {now, latestAt, blocks, stages: [{rules: [{log, most, windowMs}], logs: [{log, most, windowMs}]}]};
 * logs are numbers of KEYS. Answers {at, stages paid, or -1 for a block}, as texts: a number would be cut to an integer of 53 bits
 * and printed with an exponent.
 */
const TAKE = `
local asked = cjson.decode(ARGV[1])
local now = asked.now
local blocked = 0
for i = 1, asked.blocks do
  blocked = math.max(blocked, tonumber(redis.call('get', KEYS[i]) or '0'))
end
if blocked > now then return {string.format('%.0f', blocked), '-1'} end
for index, stage in ipairs(asked.stages) do
  local at = now
  for _, rule in ipairs(stage.rules) do
    local earlier = redis.call('lindex', KEYS[rule.log], rule.most - 1)
    if earlier then at = math.max(at, tonumber(earlier) + rule.windowMs) end
  end
  if asked.latestAt and at > asked.latestAt then return {string.format('%.0f', at), tostring(index - 1)} end
  for _, log in ipairs(stage.logs) do
    redis.call('lpush', KEYS[log.log], string.format('%.0f', at))
    redis.call('ltrim', KEYS[log.log], 0, log.most - 1)
    redis.call('pexpire', KEYS[log.log], string.format('%.0f', at - now + log.windowMs))
  end
  if at > now then return {string.format('%.0f', at), tostring(index)} end
end
return {string.format('%.0f', now), tostring(#asked.stages)}`;

const BLOCK = `
local until_ = math.max(tonumber(ARGV[1]), tonumber(redis.call('get', KEYS[1]) or '0'))
redis.call('set', KEYS[1], string.format('%.0f', until_), 'PX', string.format('%.0f', math.max(1, until_ - tonumber(ARGV[2]))))
return 1`;

interface RedisMeter extends Meter {
  /** Resolves when Redis is there for the first time, or again. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

const SOCKET = {
  connectTimeout: 5_000,
  reconnectStrategy: (tries: number) => RECONNECT_MS[Math.min(tries, RECONNECT_MS.length - 1)]!,
};

export function redisMeter({ url, log }: { url: string; log: Log }): RedisMeter {
  const local = new LocalMeter();
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: SOCKET,
  });
  let shared = true;
  const lost = (fault: unknown) => {
    if (shared) log.warn({ fault: String(fault) }, 'Redis is away: this node counts rate limits by itself');
    shared = false;
  };
  client.on('error', lost);
  client.on('ready', () => {
    shared = true;
  });
  client.connect().catch(lost);

  /** Asks Redis; null where it does not respond. */
  const ask = async <T>(question: () => Promise<T>): Promise<T | null> =>
    client.isReady ? inTime(question, lost) : null;

  return {
    async take(request) {
      const { keys, question } = scriptOf(request);
      const answer = await ask(() => client.eval(TAKE, { keys, arguments: [JSON.stringify(question)] }));
      if (answer === null) return local.takeNow(request);
      const [at, paid] = (answer as [string, string]).map(Number) as [number, number];
      const place: Place = { at, paid: paid < 0 ? null : paid };
      local.note(request, place);
      return place;
    },
    async blockedUntil(blocks, now) {
      const found = await ask(() => client.mGet(blocks.map((key) => PREFIX + key)));
      const untils = found?.map(Number) ?? [];
      const until = Math.max(await local.blockedUntil(blocks, now), ...untils);
      return until > now ? until : 0;
    },
    async block(key, until, now) {
      local.blockNow(key, until);
      await ask(() => client.eval(BLOCK, { keys: [PREFIX + key], arguments: [String(until), String(now)] }));
    },
    ready: async () => {
      if (!client.isReady)
        await new Promise<void>((resolve) => {
          client.once('ready', () => resolve());
        });
    },
    close: async () => client.destroy(),
  };
}

/** @returns null when there is no response in time, or it failed */
async function inTime<T>(question: () => Promise<T>, failed: (fault: unknown) => void): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), ANSWER_WITHIN_MS);
  try {
    const response = question();
    response.catch(() => undefined); // when it fails after it was given up
    return await Promise.race([response, late.promise]);
  } catch (fault) {
    failed(fault);
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function scriptOf({ blocks, stages, now, latestAt }: PlaceRequest) {
  const keys = blocks.map((key) => PREFIX + key);
  const numberOf = (key: string): number => {
    const index = keys.indexOf(PREFIX + key);
    return index >= 0 ? index + 1 : keys.push(PREFIX + key);
  };
  const request = stages.map((rules) => ({
    rules: rules.map(({ key, most, windowMs }) => ({ log: numberOf(key), most, windowMs })),
    logs: [...shapesOf(rules)].map(([key, shape]) => ({ log: numberOf(key), ...shape })),
  }));
  return { keys, question: { now, latestAt, blocks: blocks.length, stages: request } };
}
