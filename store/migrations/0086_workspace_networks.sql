-- schema: directory
-- Which networks the accounts of a workspace are on: real ones, simulated ones (docs/sandbox.md), or both, as in a workspace from before
-- this was a choice. null means that such a workspace was not looked at yet.
alter table workspaces add column networks text check (networks in ('real', 'simulated', 'both'));
