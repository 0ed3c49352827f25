/** Differences between request and published post, from the network's response to the caller. */
import t from 'tap';
import { storeAccount } from '../../src/features/accounts/connect/accounts.ts';
import { startService } from '../support/service.ts';

void t.test(
  'a video that YouTube keeps private is published with a warning that the caller can read',
  async (t) => {
    const running = await startService(t);
    const { service, sandbox, workspaceId, call, until } = running;
    const { node, adapters, sealer, clock } = service.context;
    const platform = 'youtube' as const;
    const account = {
      ...sandbox.sandbox.connect(platform, 'unaudited-rosa'),
      avatarUrl: null,
      expiresAt: clock() + 3_600_000,
    };
    const id = await node.command(async (tx, turn) => {
      const place = { workspaceId, platform };
      return {
        result: await storeAccount({ tx, turn, sealer, adapter: adapters[platform] }, place, account),
      };
    });
    const { body } = await call('POST', '/v1/posts', {
      content: 'Boats',
      accountIds: [id],
      media: [`${sandbox.url}/samples/clip.mp4`],
      publishNow: true,
    });
    t.strictSame(body.post.deliveries[0].warnings, []);
    const post = await until(body.post.id, ({ status }) => status === 'published');
    t.match(post.deliveries[0], {
      status: 'published',
      error: null,
      warnings: [/private, not public as asked/, /its result is not checked/],
    });
    t.strictSame(post.warnings, [], 'those are of what was asked for');
    const told = await call('GET', `/v1/posts/${post.id}/explain`);
    t.match(told.body.deliveries[0].text, /it is live at .*; but YouTube made the video private/);
    const metrics = await (await fetch(`${running.baseUrl}/metrics`)).text();
    t.match(metrics, /^troupe_media_memory_bytes 0$/m, 'and its bytes are let go');
    t.match(metrics, /^troupe_media_memory_waiting 0$/m);
  },
);
