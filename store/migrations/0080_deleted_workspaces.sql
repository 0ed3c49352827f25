-- When the removal of the workspace began: no account is connected to it any more, and a node deletes what an interruption leaves
-- (docs/people.md, Deleting a workspace).
alter table workspaces add column deleted_at timestamptz;
