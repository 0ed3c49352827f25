-- schema: directory
-- Operators of the installation (docs/people.md, Operators). They see its pages, and no workspace by that.
create table operators (
  user_id text primary key references users (id) on delete cascade,
  created_at timestamptz not null,
  -- null: who set the installation up, and whom a command at the host added
  added_by text references users (id) on delete set null
);
create index operators_added_by on operators (added_by);

-- In an existing installation it is known who set it up only if exactly one person can sign in.
insert into operators (user_id, created_at)
select min(id), now() from users where password is not null having count(*) = 1;
