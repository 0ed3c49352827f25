-- The cell's copy of what the directory says: which networks the accounts of a workspace are on.
alter table workspaces add column networks text check (networks in ('real', 'simulated', 'both'));
