-- Comments that wait for their place are read by account, by the actor of what the account receives.
drop index unplaced_comments_due;
