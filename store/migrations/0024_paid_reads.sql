-- How much was read on one UTC day for an account, at networks that charge for each thing that a call returns. An account
-- that is connected in two workspaces is one at its network.
create table paid_reads (
  platform text not null,
  remote_id text not null,
  day date not null,
  used integer not null constraint paid_reads_used check (used >= 0),
  primary key (platform, remote_id)
);
