/** Runs the contract for people over every network that hears or reads them. */
import { ok } from 'node:assert/strict';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { networks as simulated } from '../../simulators/networks.ts';
import { peopleContract, type PeopleFacts } from './people-contract.ts';

type Own = Omit<PeopleFacts, 'adapter' | 'network'>;
const FACTS: { [platform: string]: Own } = {
  instagram: { calls: { list: 'comments', reply: 'replies/post', hide: 'hide', send: 'messages' } },
  facebook: { calls: { list: 'comments', reply: 'comments/post', hide: 'hide', send: 'messages' } },
  threads: {
    calls: { list: 'conversation', reply: 'threads', hide: 'manage_reply' },
    hidesTopLevelOnly: true,
  },
  x: {
    calls: {
      list: 'GET /2/tweets/search/recent',
      reply: 'POST /2/tweets',
      send: 'POST /2/dm_conversations/with/:person/messages',
    },
    plainMessages: true,
    tellsOwnReplies: false,
    listsUnknownPosts: true,
    refusesBy403: true,
    repliesToMentionsOnly: true,
    endedToken: 'expired',
  },
  google_business: {
    calls: { list: 'reviews.list', reply: 'reviews.updateReply', delete: 'reviews.deleteReply' },
    hasReviews: true,
    endedToken: 'expired',
  },
};

for (const [platform, adapter] of Object.entries<Manifest>(networks)) {
  const { inbound, comments, messages } = adapter;
  if (!inbound && !comments && !messages) continue;
  const facts = FACTS[platform];
  const network = simulated.find((one) => one.platform === platform);
  ok(facts && network, `${platform} needs a row here, and a simulator`);
  peopleContract(platform, { adapter, network, ...facts });
}

void t.test('each row is of a network that hears or reads people', async (t) => {
  for (const platform of Object.keys(FACTS)) {
    const { inbound, comments, messages } = (networks as { [name: string]: Manifest })[platform] ?? {};
    t.ok(inbound ?? comments ?? messages, platform);
  }
});
