-- A pause may be half an hour.
alter table dm_automations alter column cooldown_hours type double precision;
