/** Every statement that changes what a post shows reaches the nodes that cache it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { lockInto } from '../../src/engine/take.ts';
import { newPostKey } from '../../src/features/numbers/keys.ts';
import { postBatches } from '../../src/features/posts/batches.ts';
import { projectRoot } from '../../src/install/pinned.js';
import { publicPost } from '../../src/kinds/views/post.ts';
import { deleteAccount } from '../../store/accounts.ts';
import { saveWorkspaceConfirm } from '../../store/confirmations.ts';
import { saveDisclosure } from '../../store/dm-automations.ts';
import { saveConsentWords, saveInboxSettings } from '../../store/message-retention.ts';
import type { Sql } from '../../store/connect.ts';
import { forgetWords, storeWords, updateErrorWords } from '../../store/post-words.ts';
import { storePostPages } from '../../store/post-pages.ts';
import { findPosts, updateLabels, updatePostContent } from '../../store/posts.ts';
import { forgetOldNumbers, markPosts, savePosts, trackPosts } from '../../store/tracked-posts.ts';
import { forgetInstants, leavePattern } from '../../store/series.ts';
import {
  markDeleted,
  saveApprovalInCell,
  saveNetworksInCell,
  savePlanInCell,
  saveSettingsInCell,
  saveSlots,
} from '../../store/workspaces.ts';
import { type Stage, stage } from '../support/stage.ts';

const DAY = 86_400_000;

/** A published post with numbers, and what statements about it need. */
interface Scene extends Stage {
  postId: string;
  accountId: string;
  numbers: (likes: number) => Parameters<typeof savePosts>[2][number];
}

/** The tables from which a post is read, apart from `actors`, which turns write (`writeTurn` counts for them). */
const TABLES = ['posts', 'tracked_posts', 'workspaces'];

/**
 * The functions of the program that write these tables, and how each is tried. `shows`: whether what a post shows is another one
 * afterwards. A text says why a function cannot change a post that is cached.
 */
const WRITES: { [name: string]: string | { shows: boolean; try: (scene: Scene) => Promise<unknown> } } = {
  postsInsert: 'a new post is cached by nobody',
  insertWorkspace: 'a new workspace has no posts',
  registerWorkspace: 'the directory, from which no post is read',
  savePlan: 'the directory, from which no post is read',
  deleteWorkspace: 'the directory, from which no post is read',
  updatePostContent: {
    shows: true,
    try: ({ node, postId, clock, sql }) =>
      node.command(async (tx) => {
        const [before] = await findPosts(sql, [postId], null);
        await updatePostContent(tx, { ...before!, content: 'Other words', words: [] }, clock());
        return { result: null };
      }),
  },
  // no field of a post shows the pages
  updateLabels: {
    shows: true,
    try: ({ node, postId, clock }) =>
      node.command(async (tx) => {
        await updateLabels(tx, { id: postId, labels: ['spring'], words: ['spring'] }, clock());
        return { result: null };
      }),
  },
  updateErrorWords: {
    shows: false,
    try: async ({ sql, postId }) => sql`${updateErrorWords(sql, [{ id: postId, words: ['refused'] }])}`,
  },
  forgetWords: { shows: false, try: ({ sql, postId }) => forgetWords(sql, postId) },
  storeWords: {
    shows: false,
    try: ({ sql, postId }) => storeWords(sql, [{ id: postId, words: ['rye'], errorWords: [] }]),
  },
  // no field of a post shows them
  forgetInstants: { shows: false, try: ({ sql, postId }) => sql.begin((tx) => forgetInstants(tx, [postId])) },
  leavePattern: { shows: false, try: ({ sql, postId }) => sql.begin((tx) => leavePattern(tx, postId)) },
  storePostPages: {
    shows: false,
    try: ({ sql, postId }) =>
      storePostPages(sql, postId, { 'https://example.org/': { preview: null, reason: 'gone' } }),
  },
  savePosts: {
    shows: true,
    try: (scene) => {
      scene.clock.advance(1);
      return saveNumbers(scene, 2);
    },
  },
  forgetOldNumbers: {
    shows: true,
    try: ({ sql, clock }) => forgetOldNumbers(sql, { platform: 'telegram', before: clock() + 1, limit: 10 }),
  },
  trackPosts: {
    shows: false,
    try: ({ sql, workspaceId, accountId, postId }) => {
      const post = { key: newPostKey(Date.now()), networkPostId: 'second', postId, url: null, text: '' };
      return trackPosts(sql, { workspaceId, accountId, platform: 'telegram' }, [{ ...post, publishedAt: 0 }]);
    },
  },
  markPosts: {
    shows: false,
    try: ({ sql, accountId, clock }) =>
      markPosts(sql, { accountId, networkPostIds: ['first'], state: 'gone', now: clock() }),
  },
  savePlanInCell: {
    shows: false,
    try: ({ sql, workspaceId }) => savePlanInCell(sql, { workspaceId, plan: 'pro', trialEndsAt: null }),
  },
  saveApprovalInCell: {
    shows: false,
    try: ({ sql, workspaceId }) => saveApprovalInCell(sql, { workspaceId, required: true }),
  },
  markDeleted: { shows: false, try: ({ sql, workspaceId }) => markDeleted(sql, { workspaceId, at: DAY }) },
  saveSettingsInCell: {
    shows: true,
    try: ({ sql, workspaceId }) =>
      saveSettingsInCell(sql, { id: workspaceId, slug: 'other', name: 'Other', timezone: 'Asia/Tokyo' }),
  },
  saveWorkspaceSettings: 'the directory, from which no post is read',
  saveApprovalSetting: 'the directory, from which no post is read',
  saveNetworks: 'the directory, from which no post is read',
  saveNetworksInCell: {
    shows: false,
    try: ({ sql, workspaceId }) => saveNetworksInCell(sql, { workspaceId, networks: 'simulated' }),
  },
  saveSlots: { shows: false, try: ({ sql, workspaceId }) => saveSlots(sql, workspaceId, []) },
  saveWorkspaceConfirm: {
    shows: false,
    try: ({ sql, workspaceId }) => saveWorkspaceConfirm(sql, { workspaceId, confirm: 'call' }),
  },
  saveDisclosure: { shows: false, try: ({ sql, workspaceId }) => saveDisclosure(sql, workspaceId, 'A bot') },
  saveConsentWords: {
    shows: false,
    try: ({ sql, workspaceId }) => saveConsentWords(sql, workspaceId, { stopWords: [], startWords: [] }),
  },
  saveInboxSettings: {
    shows: false,
    try: ({ sql, workspaceId }) =>
      saveInboxSettings(sql, workspaceId, { keepMessagesDays: null, copyFiles: false }),
  },
};

/** What changes these tables without a statement of the program that names them. */
const OTHERS: typeof WRITES = {
  'the removal of an account': {
    shows: true,
    try: ({ node, accountId, workspaceId }) =>
      node.command(async (tx, turn) => {
        await deleteAccount(tx, { id: accountId, workspaceId }, turn.now);
        // as it is removed in the program: the account's event is the newest one
        turn.deliver((await lockInto(tx, turn, accountId))!, { type: 'disconnect' });
        return { result: null };
      }),
  },
  'another time zone, set by hand': {
    shows: true,
    try: ({ sql, workspaceId }) =>
      sql`update workspaces set timezone = 'Asia/Tokyo' where id = ${workspaceId}`,
  },
  'another text, set by hand': {
    shows: true,
    try: ({ sql, postId }) => sql`update posts set content = 'By hand' where id = ${postId}`,
  },
  'another post for the same numbers': {
    shows: true,
    try: ({ sql, postId }) => sql`update tracked_posts set post_id = null where post_id = ${postId}`,
  },
};

const saveNumbers = ({ sql, workspaceId, accountId, numbers, clock }: Scene, likes: number) =>
  savePosts(sql, { workspaceId, accountId, platform: 'telegram' }, [numbers(likes)], clock());

async function sceneOf(t: Test): Promise<Scene> {
  const set = await stage(t);
  const { clock, node, createPost, until, addAccount, attend } = set;
  const accountId = await addAccount();
  await attend(accountId);
  const postId = await createPost({ accountIds: [accountId] });
  await node.start();
  await until(postId, ({ status }) => status === 'published');
  const key = newPostKey(clock());
  const about = { key, networkPostId: 'first', postId, url: null, text: 'Hello', mediaKind: null };
  const numbers = (likes: number) => ({
    ...about,
    views: null,
    likes,
    comments: null,
    shares: null,
    allCounts: `{"likes":${likes}}`,
    publishedAt: clock() - DAY,
    state: 'ok' as const,
    bucket: clock(),
  });
  const scene = { ...set, postId, accountId, numbers };
  await saveNumbers(scene, 1);
  return scene;
}

void t.test('a cached post is as it is in the database after each write of it', async (t) => {
  for (const [name, write] of Object.entries({ ...WRITES, ...OTHERS })) {
    if (typeof write === 'string') continue;
    await t.test(name, async (t) => {
      const scene = await sceneOf(t);
      const { sql, node, postId, workspaceId } = scene;
      const caches = [node, scene.newNode()].map((one) => {
        const counted = countStatements(sql);
        const { findPost } = postBatches({ sql: counted.sql, node: one });
        return {
          statements: counted.statements,
          find: () => findPost({ id: postId, workspaceId, heldTo: null }),
        };
      });
      const read = () => Promise.all(caches.map(({ find }) => find()));
      const stored = async () => publicPost((await findPosts(sql, [postId], null))[0]!);
      // until each serves the post from its cache, without a look at its rows
      for (const { find, statements } of caches)
        for (let before = -1; statements() !== before;) {
          before = statements();
          await find();
        }
      const before = await stored();
      await write.try(scene);
      const after = await stored();
      t.equal(JSON.stringify(after) !== JSON.stringify(before), write.shows, 'whether it shows');
      t.strictSame(await read(), [after, after]);
    });
  }
});

/** Counts the statements about rows. That which reads how far a workspace has come is made once, by `unsafe`, and is none of them. */
function countStatements(sql: Sql) {
  let count = 0;
  const counting = new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      count += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  return { sql: counting, statements: () => count };
}

void t.test('every function that writes what posts are read from is tried', async (t) => {
  const written = new Set<string>();
  for (const folder of ['store', 'src'])
    for (const file of readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const source = readFileSync(join(projectRoot, folder, file), 'utf8');
      const pattern = new RegExp(
        `\\b(insert into|update|delete from|merge into|truncate)\\s+(only )?(${TABLES.join('|')})\\b`,
        'gi',
      );
      for (const { index } of source.matchAll(pattern)) {
        const names = [
          ...source.slice(0, index).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm),
        ];
        written.add(names.at(-1)![1]!);
      }
    }
  t.strictSame(
    [...written].sort(),
    Object.keys(WRITES).sort(),
    'a new one says here how it is tried, or why no cached post changes by it',
  );
});
