-- What networks were asked and answered, redacted, for people who look into a delivery: a row for each effect that made
-- calls, written in the transaction that takes what came of it. Nothing decides by it, and a crash before loses it.
create table exchanges (
  actor_id text not null,
  effect_id bigint not null,
  workspace_id text not null,
  type text not null,      -- of the effect: publish, verify, refresh …
  tries integer not null,  -- what earlier tries exchanged was lost with the nodes that made them
  seq integer,             -- the actor's step that took the answer; null: it changed nothing
  at timestamptz not null,
  recorded json not null,  -- store/exchanges.ts tells its shape
  primary key (actor_id, effect_id)
);
-- serves the retention. Rows come in order of time: a few bytes for each block of them
create index exchanges_at on exchanges using brin (at) with (pages_per_range = 16, autosummarize = on);
