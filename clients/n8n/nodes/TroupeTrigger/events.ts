/** The events that a webhook can choose (`webhooks` in docs/openapi.json, without `webhook.test`, which is sent to any). */
export const EVENTS = [
  { name: 'Account Connected', value: 'account.connected', description: 'An account joined the workspace' },
  {
    name: 'Comment Message Failed',
    value: 'comment_dm.failed',
    description: 'A rule could not send its message',
  },
  {
    name: 'Comment Message Replied',
    value: 'comment_dm.replied',
    description: 'The public reply to a comment was posted after its message',
  },
  { name: 'Comment Message Sent', value: 'comment_dm.sent', description: 'A rule sent its message' },
  { name: 'Comment Received', value: 'comment.received', description: 'Somebody commented' },
  {
    name: 'DM Automation Failed',
    value: 'dm_automation.failed',
    description: 'A message was refused for good',
  },
  { name: 'DM Automation Finished', value: 'dm_automation.finished', description: 'A run ended' },
  {
    name: 'DM Automation Handoff',
    value: 'dm_automation.handoff',
    description: 'A person was handed to the team',
  },
  {
    name: 'DM Automation Started',
    value: 'dm_automation.started',
    description: 'A person entered an automation',
  },
  { name: 'Message Received', value: 'message.received', description: 'Somebody sent a direct message' },
  { name: 'Post Failed', value: 'post.failed', description: 'A post went out on no account' },
  { name: 'Post Published', value: 'post.published', description: 'A post went out on at least one account' },
];
