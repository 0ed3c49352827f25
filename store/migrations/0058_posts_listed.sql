-- When an account's latest posts were last read at the network, for rules that watch one: a post that nothing names may be a mistake.
alter table accounts add column posts_listed_at timestamptz;
