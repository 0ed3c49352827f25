/** What a peer works on: posts with a status, one async call for each, one write of the status. */
import { Pool } from 'pg';

export interface PeerInput {
  url: string;
  postmasterPid: number;
  mode: 'seed' | 'run';
  /** Posts that are due. */
  count: number;
  /** Posts that are scheduled for later. */
  waiting: number;
}

export const QUARTER_MS = 90 * 86_400_000;

/** The same instant network as ours: it responds in the next step of the event loop. */
export async function publish(postId: string): Promise<{ networkPostId: string }> {
  return Promise.resolve({ networkPostId: postId });
}

/** Posts `post_1` to `post_<count>`; those that wait are only jobs, as nothing reads their rows. */
export async function seedPosts(url: string, count: number): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query(`create table posts (
    id text primary key, content text not null, status text not null, published_at timestamptz, network_post_id text
  ) with (fillfactor = 70)`);
  await pool.query(
    `insert into posts (id, content, status)
     select 'post_' || n, 'Hello from post number ' || n || repeat(' and more words', 10), 'scheduled'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.end();
}

export async function countPublished(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from posts where status = 'published'`,
  );
  return rows[0]!.count;
}

/** Checks a condition every few milliseconds until it is true: used when almost all work is done. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
