-- schema: directory
-- What callers are told of it: when the trial of a workspace ends. null: it has no end, or the plan is no trial.
alter table workspaces add column trial_ends_at timestamptz
  constraint workspaces_trial_end_of_trial check (trial_ends_at is null or plan = 'trial');
