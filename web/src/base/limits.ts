/**
 * Limits of the service that fields and lists of the dashboard have too. Generated from the operations by `npm run openapi`: do not
 * edit. A test fails when this file does not fit them.
 */
export const LIMITS = {
  /** `maxLength` of `name` of createWorkspace. */
  workspaceName: 100,
  /** `maxLength` of `name` of setUp. */
  personName: 100,
  /** `maxLength` of `reason` of decideApproval. */
  approvalReason: 1000,
  /** `maxItems` of `ids` of batchPosts. */
  postBatch: 100,
  /** `maxLength` of `q` of listPosts. */
  postSearch: 200,
  /** `maxLength` of `q` of listMedia. */
  mediaSearch: 200,
  /** `maxLength` of `text` of createPostNote. */
  postNote: 2000,
  /** `maxLength` of `text` of createConversationNote. */
  conversationNote: 2000,
  /** `maxItems` of `labels` of updateConversation. */
  labels: 20,
  /** `maxLength` of `labels[]` of updateConversation. */
  label: 40,
  /** `minLength` of `password` of setUp. */
  minPassword: 10,
  /** `maxLength` of `password` of setUp. */
  password: 200,
  /** `maxLength` of `name` of createKey. */
  keyName: 100,
  /** `maxLength` of `code` of confirmSecondFactor. */
  signInCode: 40,
  /** `maxLength` of `content` of createPost. */
  postContent: 100000,
  /** `maxItems` of `thread` of createPost. */
  threadParts: 24,
  /** `maximum` of `keepMessagesDays` of setInboxSettings. */
  inboxDays: 3650,
  /** `maxLength` of `url` of createFeed. */
  feedUrl: 2048,
  /** `maxLength` of `template` of createFeed. */
  feedTemplate: 5000,
  /** `maxLength` of `name` of createImport. */
  importName: 200,
  /** `maximum` of `limit` of listImportRows. */
  importRows: 2000,
  /** `maximum` of `limit` of listConversations. */
  conversationsPerPage: 100,
  /** `maximum` of `limit` of getConversationMessages. */
  messagesPerPage: 100,
  /** `maxLength` of `q` of listConversations. */
  inboxSearch: 200,
  /** `maxLength` of `name` of createAccountGroup. */
  accountGroupName: 60,
  /** `maxLength` of `name` of createConnectLink. */
  connectLinkName: 60,
  /** `maxLength` of `name` of createPostTemplate. */
  postTemplateName: 60,
  /** `maxLength` of `name` of createSavedReply. */
  savedReplyName: 60,
  /** `maxLength` of `text` of createSavedReply. */
  savedReplyText: 2000,
  /** `maxLength` of `dmText` of createCommentRule. */
  ruleMessage: 1000,
  /** `maxItems` of `publicReplies` of createCommentRule. */
  publicReplies: 5,
  /** `maxLength` of `publicReplies[]` of createCommentRule. */
  publicReply: 2200,
  /** `maximum` of `publicReplyLateMinutes` of createCommentRule. */
  publicReplyLateMinutes: 10080,
  /** `maximum` of `publicReplySeconds` of setCommentRuleSettings. */
  publicReplySeconds: 3600,
  /** `maxLength` of `comments[].text` of simulateCommentRules. */
  triedComment: 10000,
  /** `maxLength` of `comments[].from` of simulateCommentRules. */
  triedName: 128,
  /** `maximum` of `days` of previewPastComments. */
  pastDays: 7,
  /** `maxLength` of `name` of createDmAutomation. */
  automationName: 100,
  /** `maxLength` of `trigger.mediaId` of createDmAutomation. */
  triggerMediaId: 128,
  /** `maxLength` of `trigger.ref` of createDmAutomation. */
  triggerRef: 200,
  /** `maximum` of `trigger.ignoreRuleAnswersMinutes` of createDmAutomation. */
  ignoreRuleAnswersMinutes: 60,
  /** `maximum` of `cooldownHours` of createDmAutomation. */
  cooldownHours: 8760,
  /** `maxItems` of `automation.steps[].choices` of simulateDmAutomation. */
  stepChoices: 13,
  /** `maxLength` of `automation.steps[].choices[].label` of simulateDmAutomation. */
  stepLabel: 20,
  /** `maxLength` of `automation.steps[].button.title` of simulateDmAutomation. */
  stepButton: 20,
  /** `maximum` of `automation.steps[].minutes` of simulateDmAutomation. */
  stepMinutes: 1380,
  /** `maxLength` of `automation.steps[].note` of simulateDmAutomation. */
  stepNote: 1000,
  /** `maxLength` of `name` of saveDmAutomationTest. */
  testName: 100,
  /** `maximum` of `limit` of getPerformance. */
  performancePosts: 200,
  /** `maximum` of `days` of getAccountTrends. */
  trendDays: 90,
  /** `maximum` of `days` of listPostAges. */
  ageDays: 730,
  /** `maxLength` of `name` of createReportLink. */
  reportName: 100,
  /** `maxItems` of `accountIds` of createReportLink. */
  reportAccounts: 20,
  /** `maximum` of `limit` of listActors. */
  actorsPerPage: 100,
  /** `maxLength` of `q` of listActors. */
  actorSearch: 200,
  /** `maxLength` of `state` of listActors. */
  actorState: 100,
  /** `maximum` of `limit` of getActorJournal. */
  journalSteps: 5000,
  /** `maxLength` of `reason` of actOnActor. */
  manualReason: 500,
  keywords: 20,
  counted: 100,
  altText: 1500,
  postsById: 100,
  numberDays: 366,
  comparedAccounts: 5,
  automationTests: 20,
  automationSteps: 40,
  automationLevels: 6,
  stepTextBytes: 1000,
  stepTextCharactersWithButton: 640,
} as const;
