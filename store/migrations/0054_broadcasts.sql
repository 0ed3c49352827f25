-- Live broadcasts whose comments rules answer. The network reports no end of one: it is looked for until it is not listed any more.
create table broadcasts (
  account_id text not null references accounts on delete cascade,
  network_post_id text not null,
  workspace_id text not null,
  due_at timestamptz,                       -- when it is looked for next; null: it is over, and those that waited have heard of it
  has_place boolean not null default false, -- the call that is due is paid in the budget
  missing_since timestamptz,                -- since when the network does not list it; null: it did when it was looked for last
  over_at timestamptz,                      -- when that was taken for its end; null: it goes on, as far as is known
  primary key (account_id, network_post_id)
);
create index broadcasts_due on broadcasts (due_at) where due_at is not null;
create index broadcasts_over on broadcasts (over_at) where over_at is not null;
