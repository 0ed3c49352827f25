/** Which preview each network is sent (docs/contract.md, Link previews). */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import { planForAccount } from '../../src/features/posts/plan-for-account.ts';
import type { PostExtras } from '../../store/post-extras.ts';

const URL = 'https://example.org/news';
const planOn = (platform: string, content: string, extras: PostExtras = {}, media: string[] = []) =>
  planForAccount(
    networks[platform as keyof typeof networks],
    { content, media, options: {}, extras },
    { id: 'acc_1', platform, limits: {} },
    { [URL]: { preview: { title: 'News', description: 'Of today', image: null } } },
  );

void t.test('every network is sent a preview, or a warning names it', async (t) => {
  const contract = readFileSync(new globalThis.URL('../../docs/contract.md', import.meta.url), 'utf8');
  for (const [platform, { publish, name }] of Object.entries(networks)) {
    const plan = planOn(platform, `See ${URL}`, { linkPreview: { url: URL, title: 'Own' } });
    const codes = plan.warningDetails?.map(({ code }) => code) ?? [];
    if (publish.linkPreview === undefined) {
      t.equal(plan.linkPreview, undefined, platform);
      t.ok(codes.includes('preview_left_out'), platform);
      t.ok(
        plan.warnings.some((warning) => warning.includes(`${name} takes none`)),
        `${platform} is named`,
      );
      t.equal(
        planOn(platform, URL).requestedPreview,
        null,
        `${platform} finds the page itself, or shows none`,
      );
      continue;
    }
    t.ok(
      new RegExp(`\\| ${platform} \\|.*${publish.linkPreview === 'words' ? 'title' : 'address'}`).test(
        contract,
      ),
      platform,
    );
    t.equal(plan.linkPreview?.url, URL, platform);
    t.equal(codes.includes('preview_from_page'), publish.linkPreview === 'address', platform);
    t.match(planOn(platform, `First ${URL}, then https://example.org/2`).linkPreview, { url: URL }, platform);
    t.equal(planOn(platform, 'No address').linkPreview, undefined, platform);
    t.equal(planOn(platform, URL, { linkPreview: false }).linkPreview, undefined, platform);
    t.equal(
      planOn(platform, URL, {}, ['https://example.org/a.jpg']).requestedPreview,
      null,
      'beside media: none',
    );
  }
});

void t.test('an address that may have been cut has no preview', async (t) => {
  const plan = planOn('bluesky', `${'x'.repeat(290)} ${URL}`);
  t.equal(plan.text.length, 300);
  t.equal(plan.requestedPreview, null);
});

void t.test('a host without a scheme is a page', async (t) => {
  t.equal(planOn('bluesky', 'See example.org/news for more').requestedPreview?.url, URL);
});
