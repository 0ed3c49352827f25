-- The calls that agents made at /mcp, one row for each (docs/mcp.md, The audit list). An id sorts by time.
create table tool_calls (
  id text primary key,
  workspace_id text not null,
  at timestamptz not null,
  user_id text not null,
  key_id text not null,
  -- The name of the key at that time: a key can be revoked.
  key_name text not null,
  -- What the program calls itself.
  client text,
  -- The name of the tool, or a method of the protocol: initialize, server/discover, tools/list.
  tool text not null,
  operation text,
  -- Whether the tool may change something.
  changes boolean not null,
  -- Without texts: ids, choices, numbers and times.
  arguments json not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  code text,
  -- What it made, changed or removed.
  resource_id text,
  request_id text not null
);
create index tool_calls_of_workspace on tool_calls (workspace_id, id desc);
create index tool_calls_of_key on tool_calls (key_id, id desc);
create index tool_calls_changes on tool_calls (workspace_id, id desc) where changes;
