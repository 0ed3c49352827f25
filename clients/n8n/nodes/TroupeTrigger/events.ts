/**
 * The events that a webhook can choose. Generated from docs/openapi.json by `npm run openapi`: do not edit. A test fails when this
 * file does not fit the operations.
 */
export const EVENTS = [
  {
    name: 'Account Connected',
    value: 'account.connected',
    description: "An account joined the workspace",
  },
  {
    name: 'Account Needs Reconnect',
    value: 'account.needs_reconnect',
    description: "The network refuses the access to an account: a person has to connect it again",
  },
  {
    name: 'Comment DM Failed',
    value: 'comment_dm.failed',
    description: "The message of a comment-to-DM rule was not sent",
  },
  {
    name: 'Comment DM Replied',
    value: 'comment_dm.replied',
    description: "The public reply of a comment-to-DM rule is out, after comment_dm.sent said that there was none",
  },
  {
    name: 'Comment DM Sent',
    value: 'comment_dm.sent',
    description: "A comment-to-DM rule sent its message",
  },
  {
    name: 'Comment Received',
    value: 'comment.received',
    description: "Somebody commented on an account with comment-to-DM rules",
  },
  {
    name: 'DM Automation Failed',
    value: 'dm_automation.failed',
    description: "A message of a run could not be sent",
  },
  {
    name: 'DM Automation Finished',
    value: 'dm_automation.finished',
    description: "A run ended, for any reason",
  },
  {
    name: 'DM Automation Handoff',
    value: 'dm_automation.handoff',
    description: "A flow handed a person to the team",
  },
  {
    name: 'DM Automation Started',
    value: 'dm_automation.started',
    description: "A person entered a flow",
  },
  {
    name: 'Feed Failed',
    value: 'feed.failed',
    description: "A feed could not be read for a day, or paused by itself: the plan of the workspace does not include its posts",
  },
  {
    name: 'Message Received',
    value: 'message.received',
    description: "Somebody wrote to an account with an automation",
  },
  {
    name: 'Post Failed',
    value: 'post.failed',
    description: "A post went out on no account",
  },
  {
    name: 'Post Needs Attention',
    value: 'post.needs_attention',
    description: "A post waits for a person: its copy may be live, it failed for an account, or it waits for approval",
  },
  {
    name: 'Post Published',
    value: 'post.published',
    description: "A post went out on at least one account",
  },
  {
    name: 'Series Paused',
    value: 'series.paused',
    description: "A series paused by itself: the plan of the workspace does not include its posts, or they are refused",
  },
];
