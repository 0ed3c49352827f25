-- What the charts of actors are made from where a kind has no chart of its own. A definition is never changed: its actors
-- replay by it for as long as their journals are kept.
create table definitions (
  id text primary key,                      -- follows from the content
  workspace_id text not null references workspaces (id) on delete cascade,
  kind text not null,
  version integer not null,                 -- of the format of `json`
  json json not null,
  created_at timestamptz not null
);
-- serves the list of a kind's definitions
create index definitions_of_kind on definitions (workspace_id, kind, created_at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger definitions_unchanged before update on definitions
  for each row execute function refuse_change();

-- null: of the kind's own chart
alter table actors add column definition_id text;
