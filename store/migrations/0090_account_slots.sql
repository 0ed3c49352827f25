-- The posting schedule of an account: its slots, as those of a workspace. null: it has none of its own.
alter table accounts add column slots jsonb;
