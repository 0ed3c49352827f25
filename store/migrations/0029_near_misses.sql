-- Words of comments that are close to a keyword of a rule that did not match them: one row for a rule and comment. An edit of
-- the comment replaces it.
create table rule_near_misses (
  rule_id text not null references comment_rules (id) on delete cascade,
  account_id text not null,
  comment_id text not null,
  workspace_id text not null,
  keyword text not null,
  word text not null,
  person text not null,
  at timestamptz not null,
  primary key (account_id, comment_id, rule_id)
);
create index rule_near_misses_of_rule on rule_near_misses (rule_id, word);
create index rule_near_misses_by_time on rule_near_misses (at);
