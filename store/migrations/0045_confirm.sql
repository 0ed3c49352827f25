-- schema: directory
-- Whether a tool that would publish, send or delete has to be confirmed first when it is called with the key: by a second call, or by
-- a person.
alter table api_keys add column confirm text not null default 'none' check (confirm in ('none', 'call', 'person'));
