-- The directory gets its tables. In the cell that an installation begins with, they are moved there from the cell, where
-- earlier migrations made them; in a further cell they are empty, and dropped. The settings `troupe.directory` and
-- `search_path` name the two schemas (store/migrate.ts).

-- a cell may be on another server than the directory: what refers to a user is checked where it is used
alter table inspect_tickets drop constraint inspect_tickets_user_id_fkey;
-- the directory decides who gets a slug
alter table workspaces drop constraint workspaces_slug_key;

do $$
declare
  directory text := current_setting('troupe.directory');
  moved text[] := '{members,api_keys,sessions,users,installation,connect_apps,posted_codes,code_cursors}';
  name text;
begin
  if to_regclass(format('%I.users', directory)) is not null then
    foreach name in array moved loop
      execute format('drop table %I', name);
    end loop;
    execute format('insert into %I.cells (name, created_at) values (current_schema(), now())', directory);
  else
    alter table members drop constraint members_workspace_id_fkey;
    foreach name in array moved loop
      execute format('alter table %I set schema %I', name, directory);
    end loop;

    execute format('create table %I.cells (
      name text primary key,                    -- of its schema
      created_at timestamptz not null
    )', directory);
    execute format('insert into %I.cells (name, created_at) values (current_schema(), now())', directory);

    -- What callers are told of their workspaces, and where the workspaces are. Whatever else belongs to a workspace is in
    -- its cell, with a copy of these facts for the statements there.
    execute format('create table %1$I.workspaces (
      id text primary key,
      slug text not null unique constraint workspaces_slug_form check (slug ~ ''^[a-z0-9][a-z0-9-]{0,62}$''),
      name text not null,
      timezone text not null,
      plan text not null constraint workspaces_plan_known
        check (plan in (''none'', ''trial'', ''starter'', ''developer'', ''pro'', ''agency'')),
      cell text not null references %1$I.cells,
      created_at timestamptz not null
    )', directory);
    execute format('insert into %I.workspaces (id, slug, name, timezone, plan, cell, created_at)
      select id, slug, name, timezone, plan, current_schema(), created_at from workspaces', directory);
    execute format('alter table %1$I.members add constraint members_workspace_id_fkey
      foreign key (workspace_id) references %1$I.workspaces on delete cascade', directory);

    -- The keys of requests that name no workspace: those that made one.
    execute format('create table %I.idempotency_keys (like idempotency_keys including all)', directory);
    execute format('insert into %I.idempotency_keys
      select * from idempotency_keys where response -> ''workspace'' ->> ''timezone'' is not null', directory);
  end if;
end $$;
