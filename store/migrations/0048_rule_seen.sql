-- When it was first known that the person has seen the message.
alter table private_replies add column seen_at timestamptz;
