-- An event that came before what it is about (an edit before its message) is tried again until then.
alter table inbound add column retry_at timestamptz;
