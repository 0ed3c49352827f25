/** The calendar of the dashboard: posts by the time they have, where `GET /v1/posts` lists them by their age. */
import { Type } from 'typebox';
import { listCalendar } from '../../../store/posts.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { closed, workspaceField } from '../../api/schemas.ts';
import { operation } from './context.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { postExample } from '../../kinds/views/post.ts';
import { DAY_MS } from '../../base/durations.ts';
import { within } from '../../api/held.ts';
import { searchOf } from '../../kinds/views/post-words.ts';
import { qField } from './browse.ts';
import { limitedView } from './limited.ts';
import { seesWords } from './search.ts';

/** Six weeks, as a month is drawn, and a day at each end for time zones. */
const MAX_DAYS = 45;
const MAX_POSTS = 1000;

const instant = Type.String({ format: 'date-time' });

export const calendar = operation({
  id: 'readCalendar',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/calendar' },
  tag: 'Posts',
  summary: 'Posts with a time between two instants',
  query: Type.Object({ ...workspaceField, from: instant, to: instant, q: Type.Optional(qField) }, closed),
  result: Type.Object({ posts: Type.Array(Post) }),
  example: {
    query: { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' },
    result: { posts: [postExample] },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const from = Date.parse(call.query.from);
    const to = Date.parse(call.query.to);
    if (to <= from || to - from > MAX_DAYS * DAY_MS)
      throw invalid('/to', `to must be after from, and at most ${MAX_DAYS} days later`);
    const words = searchOf(workspace.id, { q: call.query.q ?? null });
    if (words === 'nothing') return { body: { posts: [] } };
    const list = { ...within(workspace), from, to, words, limit: MAX_POSTS };
    const found = await listCalendar(call.context.sql, list);
    const posts = words ? found.filter((row) => seesWords(row, workspace.heldTo, words.words)) : found;
    return { body: { posts: posts.map((post) => limitedView(post, workspace.heldTo)) } };
  },
});
