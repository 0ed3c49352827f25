-- The automation that a person's first answer to a rule's message starts. It may be deleted: then the rule goes on without it.
alter table comment_rules add column then_automation_id text;
create index comment_rules_with_then on comment_rules (then_automation_id) where then_automation_id is not null;

-- When the person first wrote after they got the message.
alter table private_replies add column answered_at timestamptz;
