-- Who got the private answer to a comment, as direct messages name the person: networks may name the writer of a comment otherwise.
alter table comments add column recipient_id text;
