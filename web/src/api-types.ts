/**
 * The types of every operation that the dashboard may call. Generated from the OpenAPI description of the service by
 * `npm run api-types`: do not edit. A test fails when this file does not fit the operations.
 */
export interface paths {
    "/app/api/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Posts with a time between two instants */
        get: operations["readCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/comments/{commentId}/hide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hide a comment from others, or show it again */
        post: operations["hideComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/comments/{commentId}/private-reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a comment with a direct message
         * @description Networks take one private answer to a comment, within seven days: when a person or a rule has answered it, this is 409 `already_answered`.
         */
        post: operations["answerCommentPrivately"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one conversation */
        get: operations["readConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The response holds the key, which is shown only once.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/numbers/ages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What posts counted after 24 hours and after 7 days
         * @description From what is stored: nothing is read at a network. `at24h` and `at7d` are null for a post that is younger, or that was not counted by then; `latest` is what it counts now. The newest 2,000 posts.
         */
        get: operations["listPostAges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The plan of a workspace, and what is used of it */
        get: operations["getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Posts, page by page
         * @description Newest first. With an account, a time or the status `failed` it looks through 20,000 posts a call, and says where to go on. `failed` lists those too that failed on some of their accounts only.
         */
        get: operations["browsePosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/posts-by-id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Posts by their ids
         * @description Reads again what the live feed reported. Those that are gone are left out.
         */
        get: operations["readPostsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/simulated-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts whose network is simulated by the sandbox */
        get: operations["listSimulatedAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connected accounts
         * @description The ids are what accountIds takes. `warning` tells when a token is about to lapse.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an account
         * @description Forgets the account, and ends its access at the network where that has a call for it. What is published stays; posts that are still to go out to it fail there. Its comment-to-DM rules are deleted, and messages of theirs that wait are not sent.
         */
        delete: operations["disconnectAccount"];
        options?: never;
        head?: never;
        /**
         * Change what is decided for an account
         * @description What to do with a post whose answer was lost, where the network cannot be asked whether it is live: `retry` sends it again as after any temporary failure, at the risk that it is there twice; `hold` lets it fail until somebody has looked. It counts for posts that are written, changed or tried again from then on.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/v1/accounts/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Followers and sums of 28 days of each account
         * @description What a network does not give is null. The numbers are kept for an hour: older ones are read first, for up to ten seconds.
         */
        get: operations["getAccountStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Numbers of accounts by day
         * @description A series for each account and number that its network gives by day, in the network’s own dates, days without a post included; followers are counted by this service, from the day of connecting. Days that are not known, or not yet, are null.
         */
        get: operations["getAccountTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List actors
         * @description Every post, delivery, account and webhook send is an actor: a statechart with a mailbox. Actors that are stuck come first, then the newest. `next` leads to older ones, where a stuck actor is listed again at its own age. `state` searches the newest 20,000 of the kind, `q` the ids and the texts of the newest 20,000 posts.
         */
        get: operations["listActors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an actor
         * @description Its state, the messages in its mailbox, the effects it has requested, and the manual actions it accepts now.
         */
        get: operations["getActor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actors/{id}/exchanges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the responses of networks
         * @description The HTTP exchanges behind the outcomes of an actor, newest attempt first, redacted before they were stored. An attempt is listed once it has a result. Attempts that made no call, or that a crash interrupted, are not listed. Exchanges are kept for 90 days.
         */
        get: operations["getActorExchanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actors/{id}/hand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a manual action on an actor
         * @description Retry now, skip a wait, cancel, or send an event: what `choices` of GET /v1/actors/{id} lists, which is what the chart accepts in the actor’s state. The reason and the person are written to the journal.
         */
        post: operations["actOnActor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actors/{id}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Replay the journal of an actor
         * @description Its steps, oldest first. The journal keeps events, transitions and times; the contexts and the parameters of effects come from stepping the machine again. Where that is not possible (because the beginning was pruned, for example), `stopped` says why, and the steps come without contexts.
         */
        get: operations["getActorJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actors/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a run
         * @description The actor with its family as one JSON document: snapshots, journals and responses of networks, redacted. `troupe replay <file>` replays it on the machines and reports where it differs.
         */
        get: operations["downloadRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actors/{id}/sequence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a family
         * @description The messages between an actor, its family (a post and its deliveries), their accounts, the network and the caller, for a sequence diagram.
         */
        get: operations["getActorSequence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sums over the last 100 published posts
         * @description Views, likes, comments and shares of the last 100 posts that were published through this service, and the ten with the most views.
         */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the kinds of actors */
        get: operations["listCharts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charts/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a chart
         * @description The statechart that runs, made from the machine itself, and where its states and arrows are drawn. Journals name edges by the same ids.
         */
        get: operations["getChart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charts/{kind}/heat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count actors by state
         * @description How many actors of a kind are in each state now, among the newest 20,000 of the workspace, and how often each edge was taken in the last hour.
         */
        get: operations["getHeat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charts/{kind}/xstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a chart for XState tools
         * @description The chart as the configuration that XState's createMachine takes: paste it into an editor or visualiser. Guards, actions and delays are named, not defined.
         */
        get: operations["exportChart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comment-to-DM rules
         * @description Newest first, each with the counts of its activity.
         */
        get: operations["listCommentRules"];
        put?: never;
        /**
         * Make a comment-to-DM rule
         * @description Whoever comments one of the keywords gets the message, once for each person and rule. Without `mediaId`, `postId` and `nextPost` it watches every post of the account.
         */
        post: operations["createCommentRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment-to-DM rule and its activity
         * @description Messages that wait are not sent. What was sent stays in the conversations.
         */
        delete: operations["deleteCommentRule"];
        options?: never;
        head?: never;
        /**
         * Change a comment-to-DM rule, pause or resume it
         * @description Messages that wait keep their text. Pausing skips those that wait, with the reason `paused`.
         */
        patch: operations["updateCommentRule"];
        trace?: never;
    };
    "/v1/comment-dm-rules/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a rule did
         * @description The comments that it matched, newest first, with what became of each. Kept for 90 days.
         */
        get: operations["listCommentRuleEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/{id}/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a person have the message of a rule again
         * @description The rule forgets that the person has had its message: their next comment that matches gets it. The activity stays. A message that waits or is on its way is not affected.
         */
        post: operations["forgetCommentRulePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/{id}/keywords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a keyword to a rule
         * @description Adds one keyword and leaves the others as they are, also when somebody else adds one at the same time. A keyword that the rule has already, in capitals or with other accents, changes nothing.
         */
        post: operations["addCommentRuleKeyword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/{id}/near-misses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List words that a rule nearly matched
         * @description Words of comments that no rule answered, close to a keyword of this rule: a plural, a typing mistake, repeated letters. Those that most people wrote come first. A comment counts for 90 days, with its text of now; a word that has become a keyword is left out.
         */
        get: operations["listCommentRuleNearMisses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/{id}/past-comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what a rule would answer of the last days
         * @description Reads the comments of the last days below the posts of the rule, and says how many messages it would send if it were asked to answer them. Nothing is sent. Comments that a rule has answered, or that another rule answers first, do not count.
         */
        get: operations["previewPastComments"];
        put?: never;
        /**
         * Answer comments of the last days too
         * @description The comments of the last days below the posts of the rule are read and compared with it, within the next minutes; what matches goes through the same queue as new comments, once for each person. Pausing the rule ends it. Count first: `GET` of the same address.
         */
        post: operations["answerPastComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain what rules did with a comment
         * @description Why its author got a message or got nothing, in a sentence; and how each rule that is active now compares with the comment.
         */
        get: operations["explainCommentRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the posts that a rule can watch
         * @description The account's latest posts, read at the network, newest first.
         */
        get: operations["listCommentRuleMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how the rules of an account answer
         * @description Also what holds their messages and public replies now.
         */
        get: operations["getCommentRuleSettings"];
        /**
         * Set how the rules of an account answer
         * @description What is left out stays as it is. Messages that wait keep their places.
         */
        put: operations["setCommentRuleSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comment-dm-rules/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try comments on rules
         * @description Says what would happen with each comment, in this order, and which words were compared. Nothing is sent and nothing is stored, and no plan is needed. Exactly one of `rule`, `ruleId` and `all` says which rules; a rule that is named is tried also while it is paused. People have had no message before.
         */
        post: operations["simulateCommentRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent comments
         * @description What people wrote below posts of the accounts, and reviews, in the order in which it arrived, newest first; each with the account’s own replies. Accounts that were not read in the last minute are read first, for up to five seconds; what could not be read is in `errors`.
         */
        get: operations["listComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description At the network: a comment on instagram or facebook, or your own reply to a review.
         */
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/{commentId}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a comment as done
         * @description Nothing is left to be done with it. `{"done": false}` takes that back.
         */
        post: operations["markCommentDone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reply to a comment or a review
         * @description Sent once: after a lost response the service looks for the reply before it sends it again. The request waits for the network for up to 30 seconds.
         */
        post: operations["replyToComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connect links
         * @description Newest first; kept for 90 days after their end. `open` gives those alone by which accounts can still be connected.
         */
        get: operations["listConnectLinks"];
        put?: never;
        /**
         * Create a connect link
         * @description The address of a hosted page on which a person connects accounts to the workspace, without a login. Everybody who has it can do so until it expires, so send it to that person alone. At the end they go to `redirectUrl` with `?connected=<platform,…>`; each account fires the webhook `account.connected`.
         */
        post: operations["createConnectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a connect link
         * @description Where the link stands, and the accounts that were connected through it.
         */
        get: operations["getConnectLink"];
        put?: never;
        post?: never;
        /**
         * Revoke a connect link
         * @description Nothing can be connected through it any more. Accounts that were connected stay.
         */
        delete: operations["revokeConnectLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List automations of direct messages
         * @description Newest first, each with its stats and, for ref links, the link to share.
         */
        get: operations["listDmAutomations"];
        put?: never;
        /**
         * Make an automation of direct messages
         * @description A person who does what the trigger names goes through the steps, inside the reply window of the network. `warnings` says what works and is probably not meant.
         */
        post: operations["createDmAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an automation of direct messages */
        get: operations["getDmAutomation"];
        put?: never;
        post?: never;
        /**
         * Delete an automation of direct messages with its runs
         * @description People who are in it stop. What was sent stays in the conversations, and its links go on leading.
         */
        delete: operations["deleteDmAutomation"];
        options?: never;
        head?: never;
        /**
         * Change an automation of direct messages, pause or resume it
         * @description A change of the steps or the trigger makes a version: people who are in the automation end on the one that they began with. Pausing releases them.
         */
        patch: operations["updateDmAutomation"];
        trace?: never;
    };
    "/v1/dm-automations/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the draft of an automation
         * @description Each automation has one draft at most. People get nothing of it before it is published.
         */
        get: operations["getDmAutomationDraft"];
        /**
         * Save the draft of an automation
         * @description Replaces the draft. It may break rules: `problems` says why it cannot be published yet. An absent `trigger` is that of the newest version.
         */
        put: operations["saveDmAutomationDraft"];
        post?: never;
        /** Discard the draft of an automation */
        delete: operations["discardDmAutomationDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the draft of an automation
         * @description Makes a version of the draft, with the checks of PATCH, and ends the draft. `version` is the newest one: without it, it must be the one that the draft was begun from.
         */
        post: operations["publishDmAutomationDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people who went through an automation
         * @description Newest first, each with every step and how it ended. Kept for 90 days after the end.
         */
        get: operations["listDmRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count people by version and step
         * @description Counted in the commit that moves a person; also runs that are not kept any more.
         */
        get: operations["getDmAutomationStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an automation
         * @description Newest first, each with who made it and how many people are in it. They are kept as long as the automation.
         */
        get: operations["listDmAutomationVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/{id}/versions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version of an automation
         * @description Its trigger and its steps. A step has the same id in every version that has it.
         */
        get: operations["getDmAutomationVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/{id}/versions/{number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to a version of an automation
         * @description Makes a version with the trigger and the steps of that one. People who are in the automation end on the one that they began with. The draft stays.
         */
        post: operations["restoreDmAutomationVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an automation in a talk
         * @description Says what an automation would send in a talk, and how it would end. Exactly one of `automation` and `automationId` says which. Nothing is sent and nothing is stored, and no plan is needed. The clock runs until the run has ended, or until `until`. When nothing in the talk starts the automation, there are no messages, and a warning says so.
         */
        post: operations["simulateDmAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-automations/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Templates of automations
         * @description Automations and comment-to-DM rules to begin with. `rule` and `automation` have the fields with which each is created, without the account; a template with both needs both. Links and words are examples.
         */
        get: operations["listDmAutomationTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dm-runs/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop one person’s run
         * @description Nothing more is sent to the person by it. A run that has ended stays as it is.
         */
        post: operations["stopDmRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description Direct messages of instagram and facebook, the conversation with the newest message first.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what the inbox keeps */
        get: operations["getInboxSettings"];
        /**
         * Set what the inbox keeps
         * @description Messages that are too old now are deleted within minutes. What was copied stays. Words that are left out stay as they are.
         */
        put: operations["setInboxSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget one person
         * @description Deletes the conversation, its messages, the copies of files in them, and the comments that the person wrote below posts of this account. It cannot be undone. At the network everything stays, and what the person wrote up to now is not read again. What they write later is new.
         */
        delete: operations["forgetPerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/{id}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a conversation as done, or open it again
         * @description Done clears the flag of an automation, so that automations work again. The 12 hours after an answer go on. A new message opens the conversation again.
         */
        post: operations["markConversationDone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything that is kept of one person
         * @description The conversation, its messages, the newest first, 1000 in one response, and with the first of them the person's comments below posts of this account.
         */
        get: operations["exportPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the messages of a conversation
         * @description The newest messages first, by the network's own time. Reading them here does not mark them as read.
         */
        get: operations["getConversationMessages"];
        put?: never;
        /**
         * Answer a person
         * @description Sends a direct message and waits until the network has taken it. It stops a run of an automation with this person and pauses automations for 12 hours. Between 24 hours and 7 days after the last message only a person who is signed in to the dashboard may answer, where the network allows it.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/{id}/opted-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop automatic messages to a person, or allow them again
         * @description The same as when the person writes a stop word or a start word: comment-to-DM rules skip them with the reason `opted_out`. Messages that somebody of the team writes are sent as before.
         */
        post: operations["setOptedOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark a conversation as read */
        post: operations["markConversationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbox/{id}/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark a conversation as unread */
        post: operations["markConversationUnread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inspect/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open actors in your own inspector
         * @description The address of a WebSocket that speaks the protocol of @statelyai/inspect, for an inspector in a browser, which cannot send a key. The address opens one socket, once, within 60 seconds, and the socket closes when the key is revoked. Choose one actor, a family (a post with its deliveries) or a kind. Without a choice the inspector shows the whole workspace.
         */
        post: operations["createInspectTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Host a file from a public URL
         * @description Downloads an image, video or PDF of up to 100 MB and hosts it permanently. Use it for files behind signed or expiring links. The type is read from the bytes.
         */
        post: operations["hostMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file and host it
         * @description A form (multipart/form-data) with the file in the part `file`. Its name does not matter: the type is read from the bytes.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/next-slot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The next free slot
         * @description The earliest future slot of the posting schedule that has no post scheduled.
         */
        get: operations["getNextSlot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every post of a period with its numbers
         * @description All posts of the accounts, wherever they were published, where the network lists them; on other networks those of this service. The numbers are counts of a post’s whole life, dated by the day on which it was published. They are kept for an hour: older ones are read first, for up to ten seconds; `sources` says what is missing and why. `totals` are about all posts of the period, not only those that are listed.
         */
        get: operations["getPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pinterest-boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the boards a pin can go to
         * @description Boards of every Pinterest account of the workspace. Asked of Pinterest with each call. An account that cannot be asked is named in `errors`; when none can, the call fails.
         */
        get: operations["listPinterestBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/post-insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything a network says of one post
         * @description Every metric that the network gives, by its own names, the comments, and a comparison with the average of the account’s posts of the last 90 days. `history` is how the common numbers grew since this service knows the post.
         */
        get: operations["getPostInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posting-schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the posting schedule */
        get: operations["getPostingSchedule"];
        /**
         * Set the posting schedule
         * @description Slots are wall times in the workspace's time zone. An empty list means no schedule.
         */
        put: operations["setPostingSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts
         * @description Newest first; each with its status, time, metrics and the error of each network where it failed.
         */
        get: operations["listPosts"];
        put?: never;
        /**
         * Create a post
         * @description Publishes, schedules or saves the same post on one or several accounts. Give exactly one of `scheduledAt`, `useNextSlot`, `publishNow` or `draft` (a draft may carry a `scheduledAt` to place it on the calendar). The answer comes as soon as the post is saved; `deliveries` tells how each account fares.
         */
        post: operations["createPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a post */
        get: operations["getPost"];
        put?: never;
        post?: never;
        /**
         * Remove a post
         * @description Cancels what is scheduled and removes the post from the service, never from the networks.
         */
        delete: operations["deletePost"];
        options?: never;
        head?: never;
        /**
         * Edit, schedule, retry or shelve a post
         * @description Edits a draft, scheduled or failed post. A timing schedules a draft or retries a failed post, sending only to the accounts that failed. `{"draft": true}` moves a post of any state back to drafts: what was sent stays sent and listed.
         */
        patch: operations["updatePost"];
        trace?: never;
    };
    "/v1/posts/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the comments of a post
         * @description Read at every network the post is on, with each call: newest first, with replies below, oldest first. About 500 comments of each network. What could not be read is in `errors`, beside what came.
         */
        get: operations["getPostComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}/deliveries/{accountId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether a post is live
         * @description For a delivery with `maybeLive`: an answer of the network was lost and nobody can tell whether the post is live. Look at the account, then say what is there. Who said it is kept in the journal.
         */
        post: operations["resolveDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the state of a post
         * @description In words: where the post is, what each of its accounts waits for, until when, and what to do where something is wrong. For people and agents; the state itself is in `GET /v1/posts/{id}`.
         */
        get: operations["explainPost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The numbers of a post
         * @description Sums over the networks the post went to, and the numbers of each with the id of the post there. In the sums, what a network does not say counts as 0; in `networks` it is null.
         */
        get: operations["getPostMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a post again where it failed
         * @description Sends to the accounts that have no copy, or to those of them that `accountIds` names. What is live is not sent again and keeps its time. An account whose outcome is unknown is looked up first.
         */
        post: operations["retryPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What would happen
         * @description Takes the body of a create and answers what each network would be sent (the exact text after cutting, the title, the media), with warnings and refusals. Nothing is saved or sent.
         */
        post: operations["validatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/saved-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved replies
         * @description All of the workspace, by name: 500 at most.
         */
        get: operations["listSavedReplies"];
        put?: never;
        /** Save a reply */
        post: operations["createSavedReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/saved-replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a saved reply */
        delete: operations["deleteSavedReply"];
        options?: never;
        head?: never;
        /** Change a saved reply */
        patch: operations["updateSavedReply"];
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description The response holds the signing secret, which is shown only once.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a webhook endpoint */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook endpoint */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The delivery log of an endpoint
         * @description Newest first: every event that was sent, with each try and the endpoint’s response.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a signed `webhook.test` event now and returns the endpoint’s response.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Every workspace the key's user is a member of, the first of them being the default.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description One for each customer or brand. It starts with the default schedule, weekdays at 11:00 and 16:00, and with the plan of your workspaces.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            avatarUrl: string | null;
            /**
             * Format: date-time
             * @description When it was connected.
             */
            connectedAt: string;
            displayName: string;
            /** @description What `accountIds` takes. */
            id: string;
            /**
             * @description What to do with a post whose answer was lost, where the network has no way to look whether it is live.
             * @enum {string}
             */
            onUnknown: "retry" | "hold";
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            receiving: {
                /**
                 * Format: date-time
                 * @description When the network was last asked whether it reports everything.
                 */
                checkedAt: string;
                everySeconds: number | null;
                problem: string | null;
                /**
                 * Format: date-time
                 * @description What people wrote before is history: shown, but never unread.
                 */
                since: string;
                /**
                 * @description How the network reports it.
                 * @enum {string}
                 */
                via: "webhook" | "stream" | "polling";
            } | null;
            /**
             * @description Whether the service may still post to it.
             * @enum {string}
             */
            status: "healthy" | "expiring" | "needs_reconnect";
            url: string | null;
            username: string;
            warning: {
                /**
                 * @description What is the matter.
                 * @enum {string}
                 */
                code: "token_expiring" | "needs_reconnect" | "app_not_configured";
                expiresAt: string | null;
                /** @description What to do, in a sentence. */
                message: string;
            } | null;
        };
        AccountStats: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            cachedAt: string | null;
            engagement: number | null;
            error: string | null;
            followers: number | null;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            profileViews: number | null;
            reach: number | null;
            views: number | null;
        };
        AccountTrend: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            /** @description views, reach, engagement, likes, comments, shares, followers, followersGained or profileViews. */
            metric: string;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            /** @description One entry for each day of the period, today last. */
            series: {
                /**
                 * Format: date
                 * @description The network's own day.
                 */
                date: string;
                value: number | null;
            }[];
            summary: {
                average: number | null;
                change: number | null;
                total: number | null;
            };
        };
        Actor: {
            accountId: string | null;
            definitionId: string | null;
            /** @description Effects it has requested that have no result yet. */
            effects: number;
            error: string | null;
            id: string;
            /** @description Such as `delivery`; its chart is GET /v1/charts/{kind}. */
            kind: string;
            /** @description Messages and timers in its mailbox. */
            mail: number;
            nextAt: string | null;
            parentId: string | null;
            platform: string | null;
            postId: string | null;
            /** @description Steps it has taken. */
            seq: number;
            /** @description The state it is in, with the states inside: `verifying.waiting`. */
            state: string;
            /** @enum {string} */
            status: "active" | "done" | "needs_attention";
            /** @description What it is about, for people. */
            title: string;
            trouble: components["schemas"]["ActorTrouble"] | null;
            /**
             * Format: date-time
             * @description When it took its last step.
             */
            updatedAt: string;
            /** @description Version of the machine that wrote its snapshot. */
            version: number;
        };
        /** @description A manual action that the actor accepts now. */
        ActorChoice: {
            /** @enum {string} */
            action: "retry" | "skip" | "cancel" | "send";
            /** @description What follows. */
            detail: string;
            /** @description The event it sends, or the timer it ends. */
            event: string;
            /** @description Fields that the request may add. */
            fields: string[];
            /** @description For a button. */
            title: string;
        };
        ActorTrouble: {
            /** @enum {string} */
            code: "set_aside" | "newer_version" | "overdue" | "slow_effect" | "nothing_pending" | "waits_for_person";
            /** @description What is wrong and what to do. */
            message: string;
        };
        AgedPost: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            at7d: components["schemas"]["Counts"] | null;
            at24h: components["schemas"]["Counts"] | null;
            latest: components["schemas"]["Counts"] | null;
            /** @description The network's own id of the post. */
            networkPostId: string;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            /**
             * Format: date-time
             * @description When it was published.
             */
            publishedAt: string;
        };
        /** @description An attempt that made calls. */
        Attempt: {
            /**
             * Format: date-time
             * @description When its result was stored.
             */
            at: string;
            effectId: string;
            /** @description In the order in which they started, 40 at most. */
            exchanges: components["schemas"]["Exchange"][];
            /** @description How many calls were not stored, because only the first ten are. */
            leftOut: number;
            seq: number | null;
            /** @description How often a node had started it. Exchanges of earlier tries were lost with the nodes that stopped. */
            tries: number;
            /** @description The effect: `publish`, `verify`, `refresh` … */
            type: string;
            /** @description How many of the stored calls are without bodies, because an attempt keeps 64 kB. */
            withoutBodies: number;
        };
        /** @description Where states and arrows are drawn, in CSS pixels from the top left corner. */
        ChartLayout: {
            arrows: {
                label: {
                    height: number;
                    width: number;
                    x: number;
                    y: number;
                };
                points: {
                    x: number;
                    y: number;
                }[];
                rows: {
                    edge: string;
                    text: string;
                }[];
                source: string;
                target: string;
            }[];
            height: number;
            nodes: {
                height: number;
                id: string;
                parent: string | null;
                rows: {
                    edge: string;
                    targets: string[];
                    text: string;
                }[];
                width: number;
                x: number;
                y: number;
            }[];
            width: number;
        };
        Comment: {
            /** @description The account it was written to. */
            accountId: string;
            answeredPrivatelyAt: string | null;
            can: components["schemas"]["CommentCan"];
            /**
             * Format: date-time
             * @description When it was written, by the clock of the network.
             */
            createdAt: string;
            /** @description Nothing is left to be done with it. True for history and own comments. */
            done: boolean;
            /** @description Who wrote it. Networks hide some people. */
            from: {
                id: string | null;
                name: string | null;
                username: string | null;
            };
            hidden: boolean;
            /** @description The network's own id; of a review, the bare review id. */
            id: string;
            /** @description Written by the account itself. */
            isOwn: boolean;
            likes: number | null;
            networkPostId: string | null;
            parentId: string | null;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            /** @description What it stands below. */
            post: {
                id: string | null;
                /**
                 * @description `elsewhere`: not published by this service.
                 * @enum {string}
                 */
                kind: "post" | "ad" | "elsewhere";
                networkPostId: string | null;
                text: string;
                thumbnailUrl: string | null;
                url: string | null;
            };
            postId: string | null;
            rating: number | null;
            replies: components["schemas"]["Reply"][];
            /** @description Empty for comments of a picture alone. */
            text: string;
        };
        /** @description What may be done with the comment. The network decides in the end. */
        CommentCan: {
            delete: boolean;
            hide: boolean;
            /** @description Its author can be sent one direct message. */
            privateReply: boolean;
            reasons: {
                /** @description Why not, in a sentence. */
                delete?: string;
                /** @description Why not, in a sentence. */
                hide?: string;
                /** @description Why not, in a sentence. */
                privateReply?: string;
                /** @description Why not, in a sentence. */
                reply?: string;
            };
            reply: boolean;
        };
        CommentRule: {
            /** @description Its account. */
            accountId: string;
            /** @description false: paused. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description The direct message. {username} becomes the handle of the commenter. */
            dmText: string;
            /** @description The rule. */
            id: string;
            /** @description Words, phrases or emoji. None: every comment matches. */
            keywords: string[];
            /**
             * @description `contains`: as a whole word or phrase. `exact`: the comment is the keyword alone.
             * @enum {string}
             */
            match: "contains" | "exact";
            mediaId: string | null;
            /** @description true: it waits for the next post of the account, which becomes its `mediaId`. */
            nextPost: boolean;
            /** @description The network. */
            platform: string;
            postId: string | null;
            /** @description One of them is posted below the comment after the message was sent. */
            publicReplies: string[];
            publicReplyLateMinutes: number | null;
            stats: {
                /** @description How often people opened a tracked link. */
                clicks: number;
                /** @description Messages that the network refused. */
                failed: number;
                /** @description Messages that wait for their turn. */
                queued: number;
                /** @description Messages that were sent. */
                sent: number;
                /** @description Comments that got no message. */
                skipped: number;
                /** @description The same by reason. */
                skippedBy: {
                    /** @description Because it was answered with a direct message before, which the network allows once. */
                    answered: number;
                    /** @description Because this person has had the message of this rule. */
                    duplicate: number;
                    /** @description Because the live broadcast has ended. */
                    live_over: number;
                    /** @description Because this person asked for no more messages. */
                    opted_out: number;
                    /** @description Because the rule was paused or deleted before its turn came. */
                    paused: number;
                    /** @description Because the workspace has no active plan. */
                    plan: number;
                    /** @description Because it is older than the 7 days within which the network takes an answer. */
                    too_old: number;
                };
                /** @description Messages with tracked links that were sent. */
                trackedSends: number;
                /** @description Comments that matched. */
                triggered: number;
                /** @description Tracked links that were opened. Each message has links of its own. */
                uniqueClicks: number;
            };
            /** @description true: http and https addresses in `dmText` are replaced by short ones that lead to them and count clicks; each message has addresses of its own. */
            trackLinks: boolean;
            /** @description What is received of the posts that it watches. */
            watch: {
                /** @description Comments since it was made that only such reading found. */
                foundBySweep: number;
                lastCommentAt: string | null;
                sweptAt: string | null;
            };
        };
        CommentRuleActivity: {
            comment: {
                /** @description No event of the network has reported it: reading the post found it. */
                foundBySweep: boolean;
                from: {
                    id: string | null;
                    username: string | null;
                };
                /** @description The network's own id. */
                id: string;
                mediaId: string | null;
                /** @description What the person wrote. */
                text: string;
            };
            conversationId: string | null;
            /**
             * Format: date-time
             * @description When the comment matched.
             */
            createdAt: string;
            dm: {
                messageId: string | null;
                /** @description The message. */
                text: string;
            } | null;
            /** @description The entry. */
            id: string;
            keyword: string | null;
            nextAt: string | null;
            place: number | null;
            publicReply: {
                error: string | null;
                held: ("paced" | "breaker") | null;
                id: string | null;
                nextAt: string | null;
                skipped: ("late" | "paused") | null;
                /** @description What was to be posted. */
                text: string;
            } | null;
            reason: string | null;
            /**
             * @description `queued`: it waits for its turn.
             * @enum {string}
             */
            status: "queued" | "sent" | "failed" | "skipped";
            /** @description The person is a tester of the account: it is not in the stats. */
            test: boolean;
        };
        CommentRuleMedia: {
            /** @description The network's id: what `mediaId` takes. */
            id: string;
            postId: string | null;
            /**
             * Format: date-time
             * @description When it went out.
             */
            publishedAt: string;
            /** @description Its caption. */
            text: string;
            thumbnailUrl: string | null;
            type: string | null;
            url: string | null;
        };
        CommentRuleNearMiss: {
            /** @description In how many comments. */
            comments: number;
            /** @description The keyword of the rule that it is close to. */
            keyword: string;
            /**
             * Format: date-time
             * @description When the newest of them was compared.
             */
            lastAt: string;
            /** @description How many people wrote it. */
            people: number;
            /** @description What people wrote, without capitals and accents. */
            word: string;
        };
        CommentRuleSettings: {
            /** @description The account. */
            accountId: string;
            /** @description true: messages leave one after the other, 700 spread over an hour. false: as fast as the network takes them, up to 700 in any hour. */
            evenPace: boolean;
            heldReason: string | null;
            publicRepliesOffReason: string | null;
            publicRepliesOffUntil: string | null;
            /** @description Seconds between two public replies, at least; up to a third more, at random. Networks take many within a short time for spam. 0: no wait. */
            publicReplySeconds: number;
            /** @description Handles of people who try rules: they are never a `duplicate`, are marked in the activity and are not in the stats. */
            testers: string[];
        };
        ConnectLink: {
            /** @description The accounts that were connected through it. */
            accounts: components["schemas"]["Account"][];
            /**
             * Format: date-time
             * @description Until when it works.
             */
            expiresAt: string;
            id: string;
            /** @description The networks that are offered. */
            platforms: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
            redirectUrl: string | null;
            /**
             * @description `connected`: one account or more were connected through it; until it expires it takes more.
             * @enum {string}
             */
            status: "pending" | "connected" | "expired" | "revoked";
            /** @description The hosted page. Everybody who has it can connect accounts: send it to that person alone. */
            url: string;
        };
        /** @description What an account and one person wrote to each other. */
        Conversation: {
            /** @description The account that the person wrote to. */
            accountId: string;
            /** @description The other person. */
            contact: {
                avatarUrl: string | null;
                /** @description The network's own id of the person, valid for this account alone. */
                id: string;
                name: string | null;
                username: string | null;
            };
            /** @description Nothing is to be done. A new message makes it false. */
            done: boolean;
            flagged: {
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                automationId: string | null;
                note: string | null;
                runId: string | null;
            } | null;
            humanUntil: string | null;
            /** @description Id of the conversation. */
            id: string;
            lastMessage: {
                /**
                 * Format: date-time
                 * @description When it was written, by the network's clock.
                 */
                createdAt: string;
                /**
                 * @description Who wrote it: the person (in) or the account (out).
                 * @enum {string}
                 */
                direction: "in" | "out";
                error: string | null;
                /** @description Id of the message. */
                id: string;
                /**
                 * @description unknown: no response came and no lookup shows whether the person has it. It is not sent again by itself.
                 * @enum {string}
                 */
                status: "sending" | "sent" | "failed" | "unknown";
                /** @description Its first 200 characters. */
                text: string;
            } | null;
            optedOutAt: string | null;
            pausedUntil: string | null;
            /** @description The network. */
            platform: string;
            /** @description Messages of the person that nobody has read. */
            unread: number;
            /**
             * Format: date-time
             * @description When the newest message was written.
             */
            updatedAt: string;
            windowEndsAt: string | null;
        };
        Counts: {
            comments: number | null;
            likes: number | null;
            shares: number | null;
            views: number | null;
        };
        /** @description The state of a post on one of its accounts. */
        Delivery: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            /** @description How often it was tried; at most 4. */
            attempt: number;
            error: string | null;
            /**
             * @description An attempt may be live already and nobody can tell. `nextAttemptAt` says when the next copy would go out; POST /v1/posts/{id}/deliveries/{accountId}/resolve says what is there. Absent: no.
             * @constant
             */
            maybeLive?: true;
            networkPostId: string | null;
            nextAttemptAt: string | null;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            /**
             * @description `pending`: it waits for the network's rate limit, or for its account to be connected again; the error says which. `verifying`: the answer of the network was lost, so the service looks before it sends again.
             * @enum {string}
             */
            status: "pending" | "sending" | "processing" | "retrying" | "verifying" | "published" | "failed" | "cancelled";
            url: string | null;
            /** @description How the published post differs from the request (for example, youtube made it private), or what is not checked after publishing. */
            warnings: string[];
        };
        DmAutomation: {
            /** @description Its account. */
            accountId: string;
            /** @description false: paused. */
            active: boolean;
            /** @description With `always`: hours from one start of a person to the next. */
            cooldownHours: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description The automation. */
            id: string;
            /** @description The link to share, with a `ref` trigger. */
            link?: string;
            /** @description For people. When absent: the first keyword, or the type of the trigger. */
            name: string;
            /** @description The network. */
            platform: string;
            /**
             * @description `once`: a person goes through it once. `always`: again after `cooldownHours`.
             * @enum {string}
             */
            reentry: "once" | "always";
            stats: {
                /** @description Clicks on link buttons. */
                clicks: number;
                /** @description Runs that went through all steps. */
                completed: number;
                /** @description Runs that handed a person to the team. */
                handedOff: number;
                /** @description People who entered. */
                started: number;
            };
            /** @description What happens, in this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. A step that branches is the last of its list. */
            steps: {
                [key: string]: unknown;
            }[];
            trigger: {
                ignoreReactions?: boolean;
                ignoreRuleAnswersMinutes?: number;
                keywords?: string[];
                /** @enum {string} */
                match?: "contains" | "exact";
                mediaId?: string;
                ref?: string;
                /** @enum {string} */
                type: "keyword" | "any_message" | "story_mention" | "story_reply" | "ref";
            };
            /** @description Rises with each change of steps or trigger. */
            version: number;
        };
        DmAutomationDraft: {
            by: {
                /** @description The user. */
                id: string;
                name: string | null;
            } | null;
            /** @description Why it cannot be published; empty: it can. */
            problems: {
                /** @description What is wrong with it. */
                message: string;
                /** @description JSON pointer of the field. */
                path: string;
            }[];
            /** @description Rises whenever a draft of the automation is saved or discarded. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was saved.
             */
            savedAt: string;
            /** @description As they were sent: they may break rules. */
            steps: unknown[];
            /** @description As it was sent. */
            trigger: {
                [key: string]: unknown;
            };
            /** @description The version that it was begun from. */
            version: number;
            /** @description What is probably not meant. Empty when there are problems. */
            warnings: components["schemas"]["DmAutomationWarning"][];
        };
        DmAutomationStep: {
            button?: {
                title: string;
                url: string;
            };
            choices?: {
                label: string;
                /** @description Steps of the same kinds. */
                steps: unknown[];
            }[];
            /** @description Stays with the step across versions. Made when absent. */
            id?: string;
            /** @description Takes {username} and {first_name}. */
            text: string;
            /** @constant */
            type: "message";
        } | {
            /** @description Stays with the step across versions. Made when absent. */
            id?: string;
            minutes: number;
            /** @constant */
            type: "wait";
        } | {
            /** @enum {string} */
            check: "replied" | "keyword" | "clicked" | "follows";
            /** @description Stays with the step across versions. Made when absent. */
            id?: string;
            keywords?: string[];
            /** @description Steps of the same kinds. */
            no: unknown[];
            /** @constant */
            type: "condition";
            withinMinutes?: number;
            /** @description Steps of the same kinds. */
            yes: unknown[];
        } | {
            /** @description Stays with the step across versions. Made when absent. */
            id?: string;
            note?: string;
            /** @constant */
            type: "handoff";
        };
        DmAutomationVersion: {
            by: {
                /** @description The user. */
                id: string;
                name: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Whether people who begin now get it. */
            current: boolean;
            /** @description Names its chart: `GET /v1/charts/dm_run?definition=…`. */
            definitionId: string;
            /** @description How many people are in it now. */
            people: number;
            restores: number | null;
            /** @description Counted from 1. */
            version: number;
        };
        DmAutomationVersionSteps: {
            by: {
                /** @description The user. */
                id: string;
                name: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Whether people who begin now get it. */
            current: boolean;
            /** @description Names its chart: `GET /v1/charts/dm_run?definition=…`. */
            definitionId: string;
            /** @description How many people are in it now. */
            people: number;
            restores: number | null;
            /** @description What happens, in this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. A step that branches is the last of its list. */
            steps: {
                [key: string]: unknown;
            }[];
            trigger: {
                ignoreReactions?: boolean;
                ignoreRuleAnswersMinutes?: number;
                keywords?: string[];
                /** @enum {string} */
                match?: "contains" | "exact";
                mediaId?: string;
                ref?: string;
                /** @enum {string} */
                type: "keyword" | "any_message" | "story_mention" | "story_reply" | "ref";
            };
            /** @description Counted from 1. */
            version: number;
        };
        DmAutomationWarning: {
            /** @description `too_late`, `no_human` or `ref_needs_entry`. */
            code: string;
            /** @description What to look at. */
            message: string;
            /** @description JSON pointer of what it is about. */
            path: string;
        };
        DmRun: {
            contact: {
                /** @description The network's id of the person. */
                id: string;
                name: string | null;
                username: string | null;
            };
            /** @description The conversation with the person. */
            conversationId: string;
            endedAt: string | null;
            error: string | null;
            /** @description What it waits for, or why it ended, in a sentence. */
            explanation: string;
            /** @description The run. */
            id: string;
            reason: ("completed" | "handoff" | "window_closed" | "failed" | "human_reply" | "stopped") | null;
            /**
             * Format: date-time
             * @description When the person entered.
             */
            startedAt: string;
            /**
             * @description Whether the person is still in it.
             * @enum {string}
             */
            status: "active" | "ended";
            steps: {
                /**
                 * Format: date-time
                 * @description When the person came to the step.
                 */
                at: string;
                detail: string | null;
                /** @description JSON pointer of the step in that version. */
                path: string;
                /** @description The id of the step. */
                stepId: string;
                /** @description `message`, `wait`, `condition` or `handoff`. */
                type: string;
            }[];
            /** @description The version of the automation that the person goes through. */
            version: number;
        };
        DmStepCounts: {
            /** @description People who opened its link. */
            clicked: number;
            /** @description People whose run ended in it, by reason. */
            ended: {
                [key: string]: number;
            };
            /** @description People who came to it. */
            entered: number;
            /** @description People by the way they left it: the label of a choice, `yes`, `no`. */
            left: {
                [key: string]: number;
            };
            /** @description The step. */
            stepId: string;
            /** @description People who are in it now. */
            waiting: number;
        };
        Error: {
            /** @description The account at fault. */
            accountId?: string;
            /** @description Stable name of the error, in snake_case. */
            code: string;
            /** @description What is wrong and what to do, in a sentence. */
            error: string;
            /** @description JSON pointer of the field at fault. */
            param?: string;
            /** @description As in the header X-Request-Id: name it when you ask for help. */
            requestId: string;
        };
        /** @description One HTTP request to a network and its response, without secrets. */
        Exchange: {
            answer: {
                body: string | null;
                /** @description The useful ones: content type, limits, ids of the request. */
                headers: {
                    [key: string]: string;
                };
                size: number | null;
                status: number;
            } | null;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            at: string;
            error: string | null;
            method: string;
            ms: number | null;
            request: {
                body: string | null;
                size: number | null;
                type: string | null;
            };
            /** @description Redacted, also in its path; the first 500 characters. */
            url: string;
        };
        /** @description Who took the manual action behind a step. */
        HandBy: {
            /** @description Id of the user. */
            id: string;
            key: {
                id: string;
                name: string | null;
            } | null;
            name: string | null;
        };
        /** @description A message of a conversation. */
        InboxMessage: {
            attachments: {
                /** @description The network does not show it any more. */
                expired: boolean;
                /** @description The network's own word: image, video, audio, file, share, story_reply, story_mention … */
                type: string;
                url: string | null;
            }[];
            /**
             * @description Who wrote it: the person, somebody of the team, an automation, or a tool other than this service.
             * @enum {string}
             */
            by: "contact" | "team" | "automation" | "other_tool";
            /**
             * Format: date-time
             * @description When it was written, by the network's clock.
             */
            createdAt: string;
            /**
             * @description Its writer took it back.
             * @constant
             */
            deleted?: true;
            /**
             * @description Who wrote it: the person (in) or the account (out).
             * @enum {string}
             */
            direction: "in" | "out";
            /** @constant */
            edited?: true;
            error: string | null;
            /** @description Id of the message. */
            id: string;
            /** @description How the person reacted to it. Absent: not. */
            reaction?: string;
            /**
             * @description Another app answers first in this conversation: the network may refuse a message of this service.
             * @constant
             */
            standby?: true;
            /**
             * @description unknown: no response came and no lookup shows whether the person has it. It is not sent again by itself.
             * @enum {string}
             */
            status: "sending" | "sent" | "failed" | "unknown";
            /** @description The label of the choice or button that was tapped. Absent: none. */
            tap?: string;
            /** @description Its text. Empty where it has none, or was deleted. */
            text: string;
            /**
             * @description The network shows its content only in its own app.
             * @constant
             */
            unsupported?: true;
        };
        InboxSettings: {
            /** @description Whether pictures, videos, sounds and files that people send are copied here, since networks delete theirs. Stories and shared posts never are. */
            copyFiles: boolean;
            keepMessagesDays: number | null;
            /** @description A person whose whole message is one of these gets automatic messages again. */
            startWords: string[];
            /** @description A person whose whole message is one of these gets no automatic messages any more, until they write a start word. Case, accents, punctuation and emoji do not count. */
            stopWords: string[];
        };
        /** @description A step of an actor, replayed. */
        JournalStep: {
            /**
             * Format: date-time
             * @description The time that the machine was given.
             */
            at: string;
            by: components["schemas"]["HandBy"] | null;
            cancels: string[];
            changed: unknown | null;
            /** @description How today’s machine differs from what is recorded. */
            differences: string[];
            effects: {
                /** @description null: not known. */
                params: unknown;
                type: string;
            }[];
            /** @description The event it received. */
            event: unknown;
            fault: string | null;
            hand: {
                /** @description The API key that was used, if one was. */
                keyId?: string;
                reason: string;
                userId: string;
            } | null;
            seq: number;
            /** @description The same, as text. */
            state: string;
            /** @description Ids of the chart’s edges that were taken. */
            taken: string[];
            timers: {
                /**
                 * Format: date-time
                 * @description When it is due.
                 */
                dueAt: string;
                id: string;
            }[];
            /** @description The state afterwards: XState's value. */
            value: unknown;
            /** @description Version of the machine that took the step. */
            version: number;
        };
        NetworkError: {
            /** @description The account that could not be read. */
            accountId: string;
            /** @description The network's words, and what to do. */
            error: string;
            /**
             * @description Its network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
        };
        NetworkNumbers: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            error: string | null;
            fetchedAt: string | null;
            metrics: components["schemas"]["Counts"] | null;
            networkPostId: string | null;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            url: string | null;
        };
        NumbersHistoryEntry: {
            /**
             * Format: date-time
             * @description Beginning of the hour (first 48 hours) or UTC day.
             */
            at: string;
            comments: number | null;
            likes: number | null;
            shares: number | null;
            views: number | null;
        };
        /** @description How fresh the numbers of an account are, and what is missing and why. */
        NumbersSource: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            fetchedAt: string | null;
            nextAt: string | null;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            reason: string | null;
            /**
             * @description `ok`, or why its numbers are old or missing.
             * @enum {string}
             */
            state: "ok" | "budget" | "rate_limited" | "needs_permission" | "not_available" | "network_down" | "policy";
        };
        NumbersTotals: {
            comments: number | null;
            likes: number | null;
            posts: number;
            shares: number | null;
            views: number | null;
        };
        PerformancePost: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            comments: number | null;
            engagementRate: number | null;
            likes: number | null;
            /** @description The network's own id of the post. */
            networkPostId: string;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            postId: string | null;
            /**
             * Format: date-time
             * @description When it was published.
             */
            publishedAt: string;
            shares: number | null;
            /** @description The beginning of its text, up to 500 characters. */
            text: string;
            url: string | null;
            views: number | null;
        };
        Post: {
            accountIds: string[];
            articleSettings?: {
                aiDisclosure?: string;
                asDraft?: boolean;
                /** Format: uri */
                canonicalUrl?: string;
                emailSegment?: string;
                newsletter?: string;
                tags?: string[];
            };
            /** @description The text. */
            content: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description How the post fares on each account. */
            deliveries: components["schemas"]["Delivery"][];
            error: string | null;
            googleBusinessSettings?: {
                /**
                 * @description The button under the update.
                 * @enum {string}
                 */
                button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                /** Format: uri */
                buttonUrl?: string;
            };
            id: string;
            /** @description On instagram accounts: true publishes one photo or video as a story, which ends after 24 hours and shows no text. */
            instagramStory?: boolean;
            media: string[];
            metrics: components["schemas"]["PostMetrics"] | null;
            /**
             * @description The post is live on some of its accounts and failed on others; POST /v1/posts/{id}/retry sends it again there. Absent: no.
             * @constant
             */
            partial?: true;
            /** @description From GET /v1/pinterest-boards; required for pinterest. */
            pinterestBoardId?: string;
            /**
             * Format: uri
             * @description Destination link of a pin.
             */
            pinterestLink?: string;
            publishedAt: string | null;
            /** @description Name of the flair, if the subreddit requires one. */
            redditFlairText?: string;
            /** @description Without r/; the user's profile when absent. */
            redditSubreddit?: string;
            scheduledAt: string | null;
            scheduledLocal: string | null;
            /**
             * @description A post stays `publishing` while it waits to be tried again; `published` when it is out on one account or more.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "publishing" | "published" | "failed";
            tiktokSettings?: {
                disableComment?: boolean;
                disableDuet?: boolean;
                disableStitch?: boolean;
                /**
                 * @description Who may see the video.
                 * @enum {string}
                 */
                privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            };
            /** @description The workspace's time zone, an IANA name. */
            timezone: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description What was skipped or changed, one sentence each. */
            warnings: string[];
            /** @description For youtube accounts. */
            youtubeSettings?: {
                /**
                 * @description Who may see the video.
                 * @default public
                 * @enum {string}
                 */
                privacy: "public" | "unlisted" | "private";
                /** @description Title of the video; the first line of content when absent. */
                title?: string;
            };
        };
        PostingSchedule: {
            /** @description Empty: no schedule. */
            slots: {
                /**
                 * @description Day of the week.
                 * @enum {string}
                 */
                day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                /** @description HH:MM in the time zone of the workspace. */
                time: string;
            }[];
            /** @description The workspace's time zone, an IANA name. */
            timezone: string;
        };
        PostMetrics: {
            comments: number;
            likes: number;
            shares: number;
            views: number;
        };
        Reply: {
            /** @description The account it was written to. */
            accountId: string;
            answeredPrivatelyAt: string | null;
            can: components["schemas"]["CommentCan"];
            /**
             * Format: date-time
             * @description When it was written, by the clock of the network.
             */
            createdAt: string;
            /** @description Nothing is left to be done with it. True for history and own comments. */
            done: boolean;
            /** @description Who wrote it. Networks hide some people. */
            from: {
                id: string | null;
                name: string | null;
                username: string | null;
            };
            hidden: boolean;
            /** @description The network's own id; of a review, the bare review id. */
            id: string;
            /** @description Written by the account itself. */
            isOwn: boolean;
            likes: number | null;
            networkPostId: string | null;
            parentId: string | null;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            /** @description What it stands below. */
            post: {
                id: string | null;
                /**
                 * @description `elsewhere`: not published by this service.
                 * @enum {string}
                 */
                kind: "post" | "ad" | "elsewhere";
                networkPostId: string | null;
                text: string;
                thumbnailUrl: string | null;
                url: string | null;
            };
            postId: string | null;
            rating: number | null;
            replies: unknown[];
            /** @description Empty for comments of a picture alone. */
            text: string;
        };
        /** @description A text that a workspace keeps for answers. */
        SavedReply: {
            /** @description Id of the saved reply. */
            id: string;
            /** @description What it is found by. */
            name: string;
            /** @description What it says, with its variables. */
            text: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updatedAt: string;
        };
        /** @description One event on its way to one endpoint, with every try. */
        WebhookDelivery: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Name of the event. */
            event: string;
            /** @description The header webhook-id: the same on every try and every endpoint. */
            eventId: string;
            id: string;
            /**
             * @description Delivered: the endpoint answered 2xx.
             * @enum {string}
             */
            status: "sending" | "retrying" | "delivered" | "failed";
            tries: {
                attempt: number;
                error: string | null;
                finishedAt: string | null;
                /**
                 * Format: date-time
                 * @description When the call was sent.
                 */
                startedAt: string;
                statusCode: number | null;
            }[];
        };
        WebhookEndpoint: {
            /** @description false: nothing is sent. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /** @description Names of the events it receives. */
            events: string[];
            id: string;
            /** @description Whether a send that failed is repeated with backoff. */
            retries: boolean;
            /** @description Where events are sent. */
            url: string;
        };
        Workspace: {
            name: string;
            /** @description What the parameter `workspace` takes. */
            slug: string;
            /** @description IANA name of its time zone. */
            timezone: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readCalendar: {
        parameters: {
            query: {
                from: string;
                to: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        posts: components["schemas"]["Post"][];
                    };
                };
            };
        };
    };
    hideComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The network's own id of the comment. */
                commentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    /**
                     * @description false shows it again.
                     * @default true
                     */
                    hidden?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comment: components["schemas"]["Comment"] | null;
                    };
                };
            };
        };
    };
    answerCommentPrivately: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The network's own id of the comment. */
                commentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    after?: string | null;
                    /** @description The text. */
                    message: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comment: components["schemas"]["Comment"] | null;
                        messageId: string | null;
                    };
                };
            };
        };
    };
    readConversation: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            createdAt: string;
                            /** @description Its last four characters. */
                            hint: string;
                            id: string;
                            lastUsedAt: string | null;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: {
                            createdAt: string;
                            /** @description Its last four characters. */
                            hint: string;
                            id: string;
                            key: string;
                            lastUsedAt: string | null;
                            name: string;
                        };
                    };
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    listPostAges: {
        parameters: {
            query?: {
                /** @description One account only. */
                accountId?: string;
                /** @description So many calendar days of the workspace's time zone, today last. */
                days?: number;
                /** @description One network only. */
                platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        posts: components["schemas"]["AgedPost"][];
                    };
                };
            };
        };
    };
    getPlan: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description false: none, or a trial past its end. */
                        active: boolean;
                        /** @description What the operator runs to set a plan. */
                        command: string;
                        /** @description What these accounts cost on the Developer plan, tier by tier. */
                        developer: {
                            price: number;
                            tiers: {
                                accounts: number;
                                each: number;
                                from: number;
                                price: number;
                                upTo: number | null;
                            }[];
                        };
                        includes: {
                            /**
                             * @description What.
                             * @enum {string}
                             */
                            feature: "publishing" | "comments" | "inbox" | "rules" | "webhooks";
                            included: boolean;
                        }[];
                        /**
                         * @description As the operator set it.
                         * @enum {string}
                         */
                        plan: "none" | "trial" | "starter" | "developer" | "pro" | "agency";
                        /** @description Scheduled posts that become due when no plan is active, and will fail. */
                        postsWithoutPlan: number;
                        price: number | null;
                        trialEndsAt: string | null;
                        usage: {
                            /** @description Accounts of all workspaces of the caller that have this plan. */
                            accounts: {
                                limit: number | null;
                                used: number;
                            };
                            /** @description Comment-to-DM rules of the workspace. */
                            rules: {
                                limit: number | null;
                                used: number;
                            };
                            /** @description Webhook endpoints of the workspace. */
                            webhooks: {
                                limit: number | null;
                                used: number;
                            };
                            /** @description Workspaces that the caller is a member of. */
                            workspaces: {
                                limit: number | null;
                                used: number;
                            };
                        };
                    };
                };
            };
        };
    };
    browsePosts: {
        parameters: {
            query?: {
                accountId?: string;
                /** @description `next` of the page before. */
                before?: string;
                /** @description Published, else scheduled, else written at this instant or later. */
                from?: string;
                limit?: number;
                status?: "all" | "draft" | "scheduled" | "publishing" | "published" | "failed";
                /** @description … and before this one. */
                to?: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next: string | null;
                        posts: components["schemas"]["Post"][];
                        total: number | null;
                    };
                };
            };
        };
    };
    readPostsById: {
        parameters: {
            query: {
                /** @description Ids with commas between them. */
                ids: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        posts: components["schemas"]["Post"][];
                    };
                };
            };
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Names and marks of all networks, and whether they have direct messages (null: no), comments and rules; empty while nobody is signed in. */
                        networks: {
                            /** @description Its comments or reviews can be read. */
                            comments: boolean;
                            /** @description Two letters, for white text on the network’s colour. */
                            mark: {
                                color: string;
                                letters: string;
                            };
                            messages: {
                                maxBytes: number | null;
                                maxCharacters: number | null;
                            } | null;
                            name: string;
                            platform: string;
                            /** @description Its comments can be answered by rules. */
                            rules: boolean;
                        }[];
                        sandboxUrl: string | null;
                        setup: {
                            /** @description The installation is already in use: the first person has to enter one of its API keys. */
                            needsKey: boolean;
                            /** @description How many simulated accounts wait in the demo workspace that this person takes over. */
                            simulatedAccounts: number;
                        } | null;
                        user: {
                            email: string | null;
                            name: string;
                        } | null;
                        workspaces: {
                            name: string;
                            slug: string;
                            timezone: string;
                        }[];
                    };
                };
            };
        };
    };
    listSimulatedAccounts: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountIds: string[];
                    };
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["Account"][];
                    };
                };
            };
        };
    };
    disconnectAccount: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    onUnknown?: "retry" | "hold";
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    getAccountStats: {
        parameters: {
            query?: {
                /** @description One account only. */
                accountId?: string;
                /** @description One network only. */
                platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                /** @description Reads the numbers at the networks again, though they are younger than an hour, and waits for them for up to ten seconds. */
                refresh?: boolean;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["AccountStats"][];
                        cachedAt: string | null;
                        /** @description One for each account that the answer is about. */
                        sources: components["schemas"]["NumbersSource"][];
                    };
                };
            };
        };
    };
    getAccountTrends: {
        parameters: {
            query?: {
                /** @description One account only. */
                accountId?: string;
                days?: number;
                /** @description One network only. */
                platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                /** @description Reads the numbers at the networks again, though they are younger than an hour, and waits for them for up to ten seconds. */
                refresh?: boolean;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["AccountTrend"][];
                        cachedAt: string | null;
                        /** @description One for each account that the answer is about. */
                        sources: components["schemas"]["NumbersSource"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listActors: {
        parameters: {
            query?: {
                /** @description `next` of the page before: returns actors of every kind that are older than this id. */
                before?: string;
                /** @description Default: every kind. */
                kind?: "post" | "delivery" | "account" | "webhook_send" | "comment_act" | "conversation" | "message_send" | "comment_rule" | "private_reply" | "automation" | "dm_run" | "metrics";
                limit?: number;
                /** @description An id, or a part of a post’s text. */
                q?: string;
                /** @description Such as `verifying` or `verifying.waiting`. */
                state?: string;
                /** @description Only actors that are stuck. */
                stuck?: boolean;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actors: components["schemas"]["Actor"][];
                        next: string | null;
                        total: number | null;
                    };
                };
            };
        };
    };
    getActor: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actor: components["schemas"]["Actor"];
                        chartHash: string | null;
                        choices: components["schemas"]["ActorChoice"][];
                        /** @description Its context, redacted. */
                        context: unknown;
                        mailbox: {
                            dueAt: string | null;
                            /** @description The event it delivers. */
                            event: unknown;
                            id: string;
                            timer: string | null;
                        }[];
                        pendingEffects: {
                            /**
                             * Format: date-time
                             * @description When the machine requested it.
                             */
                            createdAt: string;
                            id: string;
                            /**
                             * @description `held`: a live node runs it; `lapsed`: the node that ran it is gone; `free`: no node has taken it.
                             * @enum {string}
                             */
                            lease: "held" | "lapsed" | "free";
                            nodeId: string | null;
                            /** @description Its parameters. */
                            params: unknown;
                            startedAt: string | null;
                            /** @description How often a node started it. */
                            tries: number;
                            /** @description `publish`, `verify`, `refresh` … */
                            type: string;
                        }[];
                        /** @description The actors it started, the actor that started it, and its account. */
                        relatives: components["schemas"]["Actor"][];
                        /** @description XState's value. */
                        value: unknown;
                    };
                };
            };
        };
    };
    getActorExchanges: {
        parameters: {
            query?: {
                /** @description `next` of the page before: attempts older than this one. */
                before?: string;
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actorId: string;
                        attempts: components["schemas"]["Attempt"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    actOnActor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "retry" | "skip" | "cancel" | "send";
                    /** @description Which event or timer, if there are several for the action; required for `send`. */
                    event?: string;
                    /** @description With `finding.live`: the id of the post on the network. */
                    networkPostId?: string;
                    /** @description Why. People read it in the journal. */
                    reason: string;
                    /**
                     * Format: uri
                     * @description With `finding.live`: the address of the post.
                     */
                    url?: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The action that was taken … */
                        action: string;
                        /** @description … and with which event or timer. */
                        event: string;
                        id: string;
                        /** @description Steps it has taken. */
                        seq: number;
                        /** @description The state of the actor now. */
                        state: string;
                        /** @description As in GET /v1/actors/{id}. */
                        status: string;
                    };
                };
            };
        };
    };
    getActorJournal: {
        parameters: {
            query?: {
                /** @description Steps after this number. */
                after?: number;
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actorId: string;
                        kind: string;
                        next: number | null;
                        steps: components["schemas"]["JournalStep"][];
                        stopped: {
                            /** @enum {string} */
                            code: "pruned" | "gap" | "differs" | "unknown_kind" | "no_definition";
                            reason: string;
                            /** @description The first step without a context. */
                            seq: number;
                        } | null;
                    };
                };
            };
        };
    };
    downloadRun: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        actors: {
                            /** @description Attempts that made calls, oldest first. */
                            attempts?: {
                                at: number;
                                effectId: string;
                                recorded: {
                                    /** @description As in GET /v1/actors/{id}/exchanges. */
                                    exchanges: ({
                                        at: number;
                                        method: string;
                                        url: string;
                                    } & {
                                        [key: string]: unknown;
                                    })[];
                                    leftOut: number;
                                    withoutBodies: number;
                                };
                                seq: number | null;
                                tries: number;
                                type: string;
                            }[];
                            definition?: {
                                id: string;
                                json: unknown;
                                version: number;
                            } | null;
                            id: string;
                            kind: string;
                            parentId: string | null;
                            seq: number;
                            snapshot: {
                                context: unknown;
                                status: string;
                                /** @description XState's value: a name, or an object of names. */
                                value: unknown;
                            } & {
                                [key: string]: unknown;
                            };
                            status: string;
                            steps: {
                                /** @description Epoch ms. */
                                at: number;
                                by?: {
                                    id: string;
                                    key: {
                                        id: string;
                                        name: string | null;
                                    } | null;
                                    name: string | null;
                                } | null;
                                cancels: string[] | null;
                                definition?: string | null;
                                effects: string[] | null;
                                event: {
                                    type: string;
                                } & {
                                    [key: string]: unknown;
                                };
                                fault: string | null;
                                hand: {
                                    keyId?: string;
                                    reason: string;
                                    userId: string;
                                } | null;
                                seq: number;
                                taken: string[] | null;
                                timers: {
                                    dueAt: number;
                                    id: string;
                                }[] | null;
                                /** @description XState's value: a name, or an object of names. */
                                value: unknown;
                                version: number;
                            }[];
                            version: number;
                        }[];
                        downloadedAt: string;
                        /** @constant */
                        format: "troupe-run";
                        /** @constant */
                        formatVersion: 1;
                    };
                };
            };
        };
    };
    getActorSequence: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: {
                            /** @description The actor whose step it belongs to. */
                            actorId: string;
                            /** Format: date-time */
                            at: string;
                            by?: components["schemas"]["HandBy"];
                            from: string;
                            seq: number;
                            to: string;
                            /** @description Name of the event or effect. */
                            type: string;
                        }[];
                        /** @description There are older messages: the newest 2,000 are listed. */
                        more: boolean;
                        participants: {
                            /** @description An actor, or `caller`, `operator`, `network`, `webhooks`. */
                            id: string;
                            kind: string;
                            title: string;
                        }[];
                    };
                };
            };
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cachedAt: string | null;
                        /** @description How many posts the totals are about: 100 at most. */
                        postCount: number;
                        /** @description As in GET /v1/posts; most views first. */
                        topPosts: components["schemas"]["Post"][];
                        totals: components["schemas"]["Counts"];
                    };
                };
            };
        };
    };
    listCharts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        charts: {
                            /** @description Hash of the chart. The same hash means the same chart and layout. */
                            hash: string;
                            kind: string;
                            /** @description Rises when stored snapshots need an upgrade. */
                            version: number;
                        }[];
                    };
                };
            };
        };
    };
    getChart: {
        parameters: {
            query?: {
                /** @description `definitionId` of an actor, for kinds whose actors have charts of their own. */
                definition?: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description States within states, each with its edges, entry and exit actions. */
                        chart: unknown;
                        /** @description Hash of the chart. The same hash means the same chart and layout. */
                        hash: string;
                        kind: string;
                        layout: components["schemas"]["ChartLayout"];
                        /** @description Rises when stored snapshots need an upgrade. */
                        version: number;
                    };
                };
            };
        };
    };
    getHeat: {
        parameters: {
            query?: {
                /** @description `definitionId` of an actor, for kinds whose actors have charts of their own. */
                definition?: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description false: there are older actors that were not counted. */
                        complete: boolean;
                        /** @description How many actors were counted. */
                        counted: number;
                        kind: string;
                        moves: {
                            count: number;
                            edge: string;
                        }[];
                        /**
                         * Format: date-time
                         * @description Edges taken since this time are counted.
                         */
                        since: string;
                        states: {
                            count: number;
                            /** @description The number of an outer state includes those inside it. */
                            id: string;
                            /** @description How many of them need attention. */
                            setAside: number;
                        }[];
                    };
                };
            };
        };
    };
    exportChart: {
        parameters: {
            query?: {
                /** @description `definitionId` of an actor, for kinds whose actors have charts of their own. */
                definition?: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For createMachine. */
                        config: unknown;
                    };
                };
            };
        };
    };
    listCommentRules: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                accountId?: string;
                limit?: number;
                /** @description Only those that watch this post. */
                mediaId?: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["CommentRule"][];
                    };
                };
            };
        };
    };
    createCommentRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    /**
                     * @description false makes it paused.
                     * @default true
                     */
                    active?: boolean;
                    /** @description The direct message. {username} becomes the handle of the commenter. */
                    dmText: string;
                    /** @description Words, phrases or emoji. None: every comment matches. */
                    keywords?: string[];
                    /**
                     * @description `contains`: as a whole word or phrase. `exact`: the comment is the keyword alone.
                     * @enum {string}
                     */
                    match?: "contains" | "exact";
                    mediaId?: string | null;
                    /** @description true: it waits for the next post of the account, wherever that is made, instead of `mediaId`. */
                    nextPost?: boolean;
                    /** @description Taken back as a record shows it: `instagram`. */
                    platform?: string;
                    postId?: string | null;
                    /** @description One of them is posted below the comment after the message was sent. */
                    publicReplies?: string[];
                    publicReplyLateMinutes?: number | null;
                    /**
                     * @description true: http and https addresses in `dmText` are replaced by short ones that lead to them and count clicks; each message has addresses of its own.
                     * @default false
                     */
                    trackLinks?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rule: components["schemas"]["CommentRule"];
                    };
                };
            };
        };
    };
    deleteCommentRule: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    updateCommentRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description false pauses, true resumes. */
                    active?: boolean;
                    /** @description The direct message. {username} becomes the handle of the commenter. */
                    dmText?: string;
                    /** @description Words, phrases or emoji. None: every comment matches. */
                    keywords?: string[];
                    /**
                     * @description `contains`: as a whole word or phrase. `exact`: the comment is the keyword alone.
                     * @enum {string}
                     */
                    match?: "contains" | "exact";
                    mediaId?: string | null;
                    /** @description true: it waits for the next post of the account, wherever that is made, instead of `mediaId`. */
                    nextPost?: boolean;
                    postId?: string | null;
                    /** @description One of them is posted below the comment after the message was sent. */
                    publicReplies?: string[];
                    publicReplyLateMinutes?: number | null;
                    /** @description true: http and https addresses in `dmText` are replaced by short ones that lead to them and count clicks; each message has addresses of its own. */
                    trackLinks?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rule: components["schemas"]["CommentRule"];
                    };
                };
            };
        };
    };
    listCommentRuleEvents: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["CommentRuleActivity"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    forgetCommentRulePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Their handle, or the id that the network gives them: `comment.from` of the activity. */
                    person: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description false: the rule knows no such person whose message was sent. */
                        forgotten: boolean;
                    };
                };
            };
        };
    };
    addCommentRuleKeyword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    keyword: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rule: components["schemas"]["CommentRule"];
                    };
                };
            };
        };
    };
    listCommentRuleNearMisses: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many words there are beside these. */
                        more: number;
                        nearMisses: components["schemas"]["CommentRuleNearMiss"][];
                    };
                };
            };
        };
    };
    previewPastComments: {
        parameters: {
            query: {
                /** @description How many days back, up to now. */
                days: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Comments of other people, those that a rule has matched included. */
                        comments: number;
                        /** @description There are more comments than were read, or a post could not be read. */
                        incomplete: boolean;
                        /** @description Those that this rule would answer or skip. */
                        matching: number;
                        /** @description Messages that it would send: one for each person. */
                        messages: number;
                        /**
                         * Format: date-time
                         * @description Comments written since this count.
                         */
                        since: string;
                        skipped: {
                            /** @description They were answered with a direct message before. */
                            answered: number;
                            /** @description Their authors have had the message, or wrote several comments. */
                            duplicate: number;
                        };
                    };
                };
            };
        };
    };
    answerPastComments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How many days back, up to now. */
                    days: number;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rule: components["schemas"]["CommentRule"];
                        /**
                         * Format: date-time
                         * @description Comments written since this are answered too.
                         */
                        since: string;
                    };
                };
            };
        };
    };
    explainCommentRules: {
        parameters: {
            query: {
                accountId: string;
                /** @description The network's own id. */
                commentId: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The comment. */
                        commentId: string;
                        compared: {
                            /** @description How it compares. */
                            explanation: string;
                            /** @description A rule that is active now. */
                            ruleId: string;
                        }[];
                        /** @description Why, in a sentence. */
                        explanation: string;
                        ruleId: string | null;
                        /**
                         * @description `waiting`: it is being looked up which post the comment stands below.
                         * @enum {string}
                         */
                        status: "queued" | "sent" | "failed" | "skipped" | "unmatched" | "waiting";
                    };
                };
            };
        };
    };
    listCommentRuleMedia: {
        parameters: {
            query: {
                accountId: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["CommentRuleMedia"][];
                    };
                };
            };
        };
    };
    getCommentRuleSettings: {
        parameters: {
            query: {
                accountId: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: components["schemas"]["CommentRuleSettings"];
                    };
                };
            };
        };
    };
    setCommentRuleSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    /** @description true: messages leave one after the other, 700 spread over an hour. false: as fast as the network takes them, up to 700 in any hour. */
                    evenPace?: boolean;
                    /** @description Seconds between two public replies, at least; up to a third more, at random. Networks take many within a short time for spam. 0: no wait. */
                    publicReplySeconds?: number;
                    /** @description Handles of people who try rules: they are never a `duplicate`, are marked in the activity and are not in the stats. */
                    testers?: string[];
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: components["schemas"]["CommentRuleSettings"];
                    };
                };
            };
        };
    };
    simulateCommentRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description With `all`: only rules of this account. A comment stands below a post of one account. */
                    accountId?: string;
                    /**
                     * @description The active rules of the workspace, or of `accountId`.
                     * @constant
                     */
                    all?: true;
                    comments: {
                        /** @description When it was written, ISO date-time, in the time zone of the workspace unless it carries Z or an offset. Absent: now. Rules made later are not compared. */
                        at?: string;
                        /** @description The handle of the commenter. */
                        from: string;
                        /** @description true: it replies to a comment, so the @names that begin it do not count. */
                        isReply?: boolean;
                        /** @description The network's id of the post it stands below. Absent: a post that all these rules watch. */
                        mediaId?: string;
                        text: string;
                    }[];
                    /** @description A rule that does not exist yet. */
                    rule?: {
                        dmText?: string;
                        /** @description Words, phrases or emoji. None: every comment matches. */
                        keywords?: string[];
                        /**
                         * @description `contains`: as a whole word or phrase. `exact`: the comment is the keyword alone.
                         * @enum {string}
                         */
                        match?: "contains" | "exact";
                        mediaId?: string | null;
                        /** @description One of them is posted below the comment after the message was sent. */
                        publicReplies?: string[];
                    };
                    ruleId?: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        verdicts: {
                            compared: {
                                /** @description Why this rule answers, or does not. */
                                explanation: string;
                                keyword: string | null;
                                /** @description Whether the words match. */
                                matched: boolean;
                                ruleId: string | null;
                                /** @description Whether the rule watches the post. */
                                watches: boolean;
                            }[];
                            dm: string | null;
                            /** @description Why, in a sentence. */
                            explanation: string;
                            nearMiss: {
                                /** @description The keyword it is close to. */
                                keyword: string;
                                /** @description What the person wrote. */
                                wrote: string;
                            } | null;
                            publicReply: string | null;
                            reason: string | null;
                            ruleId: string | null;
                            /** @enum {string} */
                            status: "sent" | "skipped" | "unmatched";
                        }[];
                    };
                };
            };
        };
    };
    listComments: {
        parameters: {
            query?: {
                accountId?: string;
                /** @description Only those that the account has answered, in public or privately, or has not. */
                answered?: boolean;
                /** @description `next` of the page before. */
                before?: string;
                /** @description Only those that are done, or not. */
                done?: boolean;
                limit?: number;
                platform?: "instagram" | "facebook" | "threads" | "x" | "google_business";
                /** @description Only reviews, or only comments. */
                rated?: boolean;
                /** @description Reads accounts again that could not be read, also if that was less than a minute ago. */
                refresh?: boolean;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["Comment"][];
                        /** @description What could not be read. It hides nothing that could. */
                        errors: components["schemas"]["NetworkError"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    deleteComment: {
        parameters: {
            query: {
                accountId: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                /** @description The network's own id of the comment. */
                commentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    markCommentDone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The network's own id of the comment. */
                commentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    /** @default true */
                    done?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comment: components["schemas"]["Comment"];
                    };
                };
            };
        };
    };
    replyToComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    after?: string | null;
                    /** @description The network's own id of the comment. */
                    commentId: string;
                    /** @description The text. */
                    message: string;
                    /**
                     * @description The network of the account.
                     * @enum {string}
                     */
                    platform: "instagram" | "facebook" | "threads" | "x" | "google_business";
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comment: components["schemas"]["Comment"];
                    };
                };
            };
        };
    };
    listConnectLinks: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
                /** @description Neither expired nor revoked. */
                open?: boolean;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connectLinks: components["schemas"]["ConnectLink"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    createConnectLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description How long the link works, up to 7 days.
                     * @default 24
                     */
                    expiresInHours?: number;
                    /** @description The networks that are offered; every one when absent. */
                    platforms?: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
                    /**
                     * Format: uri
                     * @description Where the person goes when they are done: https, or http for localhost.
                     */
                    redirectUrl?: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connectLink: components["schemas"]["ConnectLink"];
                    };
                };
            };
        };
    };
    getConnectLink: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connectLink: components["schemas"]["ConnectLink"];
                    };
                };
            };
        };
    };
    revokeConnectLink: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connectLink: components["schemas"]["ConnectLink"];
                    };
                };
            };
        };
    };
    listDmAutomations: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                accountId?: string;
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automations: components["schemas"]["DmAutomation"][];
                    };
                };
            };
        };
    };
    createDmAutomation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountId: string;
                    /**
                     * @description false makes it paused.
                     * @default true
                     */
                    active?: boolean;
                    /** @description With `always`: hours from one start of a person to the next. */
                    cooldownHours?: number;
                    /** @description For people. When absent: the first keyword, or the type of the trigger. */
                    name?: string;
                    /** @description Taken back as a record shows it. */
                    platform?: string;
                    /**
                     * @description `once`: a person goes through it once. `always`: again after `cooldownHours`.
                     * @enum {string}
                     */
                    reentry?: "once" | "always";
                    /** @description What happens, in this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. A step that branches is the last of its list. */
                    steps: {
                        [key: string]: unknown;
                    }[];
                    trigger: {
                        ignoreReactions?: boolean;
                        ignoreRuleAnswersMinutes?: number;
                        keywords?: string[];
                        /** @enum {string} */
                        match?: "contains" | "exact";
                        mediaId?: string;
                        ref?: string;
                        /** @enum {string} */
                        type: "keyword" | "any_message" | "story_mention" | "story_reply" | "ref";
                    };
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["DmAutomation"];
                        warnings: components["schemas"]["DmAutomationWarning"][];
                    };
                };
            };
        };
    };
    getDmAutomation: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["DmAutomation"];
                    };
                };
            };
        };
    };
    deleteDmAutomation: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    updateDmAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description false pauses, true resumes. */
                    active?: boolean;
                    /** @description With `always`: hours from one start of a person to the next. */
                    cooldownHours?: number;
                    /** @description For people. When absent: the first keyword, or the type of the trigger. */
                    name?: string;
                    /**
                     * @description `once`: a person goes through it once. `always`: again after `cooldownHours`.
                     * @enum {string}
                     */
                    reentry?: "once" | "always";
                    /** @description What happens, in this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. A step that branches is the last of its list. */
                    steps?: {
                        [key: string]: unknown;
                    }[];
                    trigger?: {
                        ignoreReactions?: boolean;
                        ignoreRuleAnswersMinutes?: number;
                        keywords?: string[];
                        /** @enum {string} */
                        match?: "contains" | "exact";
                        mediaId?: string;
                        ref?: string;
                        /** @enum {string} */
                        type: "keyword" | "any_message" | "story_mention" | "story_reply" | "ref";
                    };
                    /** @description The version that you changed. When it is not the newest: 409 `version_outdated`. */
                    version?: number;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["DmAutomation"];
                        warnings: components["schemas"]["DmAutomationWarning"][];
                    };
                };
            };
        };
    };
    getDmAutomationDraft: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: components["schemas"]["DmAutomationDraft"] | null;
                        /** @description What `revision` takes when the next draft is saved. */
                        revision: number;
                    };
                };
            };
        };
    };
    saveDmAutomationDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `revision` as it was read. When somebody has saved or discarded a draft since: 409 `conflict`. */
                    revision?: number;
                    /** @description What happens, in this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. A step that branches is the last of its list. */
                    steps: {
                        [key: string]: unknown;
                    }[];
                    trigger?: {
                        [key: string]: unknown;
                    };
                    /** @description The version that you changed. When it is not the newest: 409 `version_outdated`. */
                    version?: number;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        draft: components["schemas"]["DmAutomationDraft"];
                    };
                };
            };
        };
    };
    discardDmAutomationDraft: {
        parameters: {
            query?: {
                /** @description `revision` as it was read. When somebody has saved or discarded a draft since: 409 `conflict`. */
                revision?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    publishDmAutomationDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description `revision` as it was read. When somebody has saved or discarded a draft since: 409 `conflict`. */
                    revision?: number;
                    /** @description The version that you changed. When it is not the newest: 409 `version_outdated`. */
                    version?: number;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["DmAutomation"];
                        warnings: components["schemas"]["DmAutomationWarning"][];
                    };
                };
            };
        };
    };
    listDmRuns: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next: string | null;
                        runs: components["schemas"]["DmRun"][];
                    };
                };
            };
        };
    };
    getDmAutomationStats: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Runs by how they ended. */
                        ended: {
                            [key: string]: number;
                        };
                        versions: {
                            steps: components["schemas"]["DmStepCounts"][];
                            version: number;
                        }[];
                    };
                };
            };
        };
    };
    listDmAutomationVersions: {
        parameters: {
            query?: {
                /** @description Only older versions than this one. */
                before?: number;
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next: number | null;
                        versions: components["schemas"]["DmAutomationVersion"][];
                    };
                };
            };
        };
    };
    getDmAutomationVersion: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description The version, counted from 1. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: components["schemas"]["DmAutomationVersionSteps"];
                    };
                };
            };
        };
    };
    restoreDmAutomationVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                /** @description The version, counted from 1. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The version that you changed. When it is not the newest: 409 `version_outdated`. */
                    version?: number;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation: components["schemas"]["DmAutomation"];
                        warnings: components["schemas"]["DmAutomationWarning"][];
                    };
                };
            };
        };
    };
    simulateDmAutomation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An automation that does not exist yet. */
                    automation?: {
                        /**
                         * @default instagram
                         * @enum {string}
                         */
                        platform?: "instagram" | "facebook";
                        steps: components["schemas"]["DmAutomationStep"][];
                        trigger: {
                            ignoreReactions?: boolean;
                            ignoreRuleAnswersMinutes?: number;
                            keywords?: string[];
                            /** @enum {string} */
                            match?: "contains" | "exact";
                            mediaId?: string;
                            ref?: string;
                            /** @enum {string} */
                            type: "keyword" | "any_message" | "story_mention" | "story_reply" | "ref";
                        };
                    };
                    /** @description One that exists, also a paused one. */
                    automationId?: string;
                    /** @description The person. */
                    contact?: {
                        /**
                         * @description `unknown` counts as yes.
                         * @default unknown
                         * @enum {string}
                         */
                        follows?: "yes" | "no" | "unknown";
                        /** @description {first_name} is its first word. */
                        name?: string;
                        username?: string;
                    };
                    /** @description In the order of their times. */
                    transcript: {
                        /** @description When, from the start of the talk. Absent: with the line before. */
                        at?: string;
                        /**
                         * @description The person opens the link of the last message that has one.
                         * @constant
                         */
                        click?: true;
                        /**
                         * @description The person follows the account from now on.
                         * @constant
                         */
                        follow?: true;
                        /** @description Somebody of the team answers by hand. */
                        human?: string | true;
                        /** @description The network's id of the story, for `mentionStory` and `replyStory`. Absent: the one that the trigger names. */
                        mediaId?: string;
                        /**
                         * @description The person mentions the account in a story.
                         * @constant
                         */
                        mentionStory?: true;
                        /** @description The person opens the ref link with this code; true: that of the automation. */
                        openRef?: string | true;
                        /**
                         * @description The person reacts to a message.
                         * @constant
                         */
                        react?: true;
                        /**
                         * @description How the network refuses the next message: for good, because its window is closed, or for a moment.
                         * @enum {string}
                         */
                        refuse?: "blocked" | "window" | "transient";
                        /** @description The person replies to a story with this. */
                        replyStory?: string;
                        /** @description The person writes this. */
                        say?: string;
                        /**
                         * @description The person sends something without text.
                         * @enum {string}
                         */
                        send?: "photo" | "voice" | "share";
                        /** @description The person taps the choice with this label. */
                        tap?: string;
                        /**
                         * @description The person does not follow the account from now on.
                         * @constant
                         */
                        unfollow?: true;
                    }[];
                    /** @description Stops the clock there, and `waiting` says for what. Absent: at the end. */
                    until?: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        end: {
                            /** @description When, from the start of the talk. */
                            at: string;
                            detail: string | null;
                            /**
                             * @description How the run ends.
                             * @enum {string}
                             */
                            reason: "completed" | "handoff" | "window_closed" | "failed" | "human_reply" | "stopped";
                        } | null;
                        messages: {
                            /** @description When, from the start of the talk. */
                            at: string;
                            button: {
                                title: string;
                                url: string;
                            } | null;
                            /** @description The labels that can be tapped. */
                            choices: string[];
                            /** @description The step that sends it. */
                            stepId: string;
                            /** @description The message, filled in. */
                            text: string;
                        }[];
                        /** @description Ids of the steps that the run entered, in order. */
                        path: string[];
                        waiting: {
                            /**
                             * @description What the run waits for at `until` of the request.
                             * @enum {string}
                             */
                            for: "reply" | "tap" | "click" | "time";
                            /** @description Until when, from the start of the talk. */
                            until: string;
                        } | null;
                        warnings: {
                            /** @description `too_late`, `no_human`, `ref_needs_entry` or `not_started`. */
                            code: string;
                            /** @description What is probably not meant, in a sentence. */
                            message: string;
                            /** @description JSON pointer of the field it is about. */
                            path: string;
                        }[];
                    };
                };
            };
        };
    };
    listDmAutomationTemplates: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: {
                            automation: {
                                cooldownHours: number;
                                /** @enum {string} */
                                reentry: "once" | "always";
                                steps: components["schemas"]["DmAutomationStep"][];
                                trigger: {
                                    ignoreReactions?: boolean;
                                    ignoreRuleAnswersMinutes?: number;
                                    keywords?: string[];
                                    /** @enum {string} */
                                    match?: "contains" | "exact";
                                    mediaId?: string;
                                    ref?: string;
                                    /** @enum {string} */
                                    type: "keyword" | "any_message" | "story_mention" | "story_reply" | "ref";
                                };
                            } | null;
                            /** @description What it does, in a sentence or two. */
                            description: string;
                            /** @description The same in every version of the service. */
                            id: string;
                            /** @description What people call it. */
                            name: string;
                            rule: {
                                dmText: string;
                                keywords: string[];
                                publicReplies: string[];
                            } | null;
                        }[];
                    };
                };
            };
        };
    };
    stopDmRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run: components["schemas"]["DmRun"];
                    };
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                accountId?: string;
                /** @description `next` of the page before. */
                before?: string;
                /** @description true: only those that are done; false: only those that are not. */
                done?: boolean;
                /** @description true: only those that an automation handed over. */
                flagged?: boolean;
                limit?: number;
                /** @description Only of this network. */
                platform?: string;
                /** @description Words: only conversations in which all of them occur, in the person's name and handle or in one message. The last may be the beginning of a word. */
                q?: string;
                /** @description true: only with unread messages; false: only without. */
                unread?: boolean;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: components["schemas"]["Conversation"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    getInboxSettings: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxSettings"];
                };
            };
        };
    };
    setInboxSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether pictures, videos, sounds and files that people send are copied here, since networks delete theirs. Stories and shared posts never are. */
                    copyFiles: boolean;
                    keepMessagesDays: number | null;
                    /** @description A person whose whole message is one of these gets automatic messages again. */
                    startWords?: string[];
                    /** @description A person whose whole message is one of these gets no automatic messages any more, until they write a start word. Case, accents, punctuation and emoji do not count. */
                    stopWords?: string[];
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxSettings"];
                };
            };
        };
    };
    forgetPerson: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    } & {
                        /** @description How many comments were deleted. */
                        comments: number;
                        /** @description How many messages were deleted. */
                        messages: number;
                    };
                };
            };
        };
    };
    markConversationDone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default true */
                    done?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    exportPerson: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: {
                            createdAt: string | null;
                            /** @description The network's own id of the comment. */
                            id: string;
                            networkPostId: string | null;
                            parentId: string | null;
                            rating: number | null;
                            /** @description Its text. */
                            text: string;
                        }[];
                        conversation: components["schemas"]["Conversation"];
                        /**
                         * Format: date-time
                         * @description When this was read.
                         */
                        exportedAt: string;
                        messages: components["schemas"]["InboxMessage"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    getConversationMessages: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["InboxMessage"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the newest message that was seen. When an answer was sent after it, nothing is sent: 409 `answered_meanwhile`. */
                    after?: string;
                    /** @description Up to 1,000 bytes of UTF-8 on instagram, 2,000 characters on facebook. */
                    message: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: components["schemas"]["InboxMessage"];
                    };
                };
            };
        };
    };
    setOptedOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default true */
                    optedOut?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    markConversationRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    markConversationUnread: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    createInspectTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only this actor. */
                    actor?: string;
                    /** @description A post with its deliveries, by the id of any of them; an account or webhook send alone. */
                    family?: string;
                    /**
                     * @description All actors of a kind.
                     * @enum {string}
                     */
                    kind?: "post" | "delivery" | "account" | "webhook_send" | "comment_act" | "conversation" | "message_send" | "comment_rule" | "private_reply" | "automation" | "dm_run" | "metrics";
                    /** @description Start at the beginning of the journal instead of the present. Needs `actor` or `family`. */
                    replay?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description When the address expires.
                         */
                        expiresAt: string;
                        /** @description For `createWebSocketReceiver`. It is a secret. */
                        url: string;
                    };
                };
            };
        };
    };
    hostMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public http or https address.
                     */
                    url: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uri
                         * @description Permanent address with the right extension, for the field `media` of a post. It can be fetched without a key.
                         */
                        url: string;
                    };
                };
            };
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description A JPEG, PNG, GIF or WebP image, an MP4, MOV or WebM video, or a PDF, of up to 100 MB. */
                    file: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uri
                         * @description Permanent address with the right extension, for the field `media` of a post. It can be fetched without a key.
                         */
                        url: string;
                    };
                };
            };
        };
    };
    getNextSlot: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scheduledAt: string;
                        scheduledLocal: string;
                        timezone: string;
                    };
                };
            };
        };
    };
    getPerformance: {
        parameters: {
            query?: {
                /** @description One account only. */
                accountId?: string;
                /** @description So many calendar days of the workspace's time zone, today last. */
                days?: number;
                limit?: number;
                /** @description One network only. */
                platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                /** @description Reads the numbers at the networks again, though they are younger than an hour, and waits for them for up to ten seconds. */
                refresh?: boolean;
                /** @description Most first, nulls last. */
                sortBy?: "date" | "views" | "likes" | "comments" | "shares" | "engagement";
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cachedAt: string | null;
                        period: {
                            /**
                             * Format: date-time
                             * @description Its first instant.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description Its end.
                             */
                            to: string;
                        };
                        posts: components["schemas"]["PerformancePost"][];
                        /** @description One for each account that the answer is about. */
                        sources: components["schemas"]["NumbersSource"][];
                        /** @description Sums by network; null where no post has the number. */
                        totals: {
                            [key: string]: components["schemas"]["NumbersTotals"];
                        };
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listPinterestBoards: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        boards: {
                            /** @description The account whose board it is. */
                            accountId: string;
                            /** @description What `pinterestBoardId` takes. */
                            id: string;
                            name: string;
                            /** @description PUBLIC, PROTECTED or SECRET. */
                            privacy: string;
                        }[];
                        errors: {
                            accountId: string;
                            error: string;
                        }[];
                    };
                };
            };
        };
    };
    getPostInsights: {
        parameters: {
            query: {
                accountId: string;
                /** @description The network’s own id of the post, `networkPostId` of GET /v1/performance. */
                postId: string;
                /** @description Reads the numbers at the networks again, though they are younger than an hour, and waits for them for up to ten seconds. */
                refresh?: boolean;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["Comment"][];
                        comparison: {
                            [key: string]: {
                                average: number;
                                ratio: number | null;
                                value: number;
                            };
                        };
                        error: string | null;
                        history: components["schemas"]["NumbersHistoryEntry"][];
                        metrics: {
                            [key: string]: number | {
                                /** @description A day, or how far into the video (0 to 1). */
                                at: string | number;
                                value: number | null;
                            }[];
                        };
                        post: components["schemas"]["PerformancePost"];
                        source: components["schemas"]["NumbersSource"];
                    };
                };
            };
        };
    };
    getPostingSchedule: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostingSchedule"];
                };
            };
        };
    };
    setPostingSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slots: {
                        /** @enum {string} */
                        day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
                        /** @description HH:MM */
                        time: string;
                    }[];
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostingSchedule"];
                };
            };
        };
    };
    listPosts: {
        parameters: {
            query?: {
                limit?: number;
                status?: "draft" | "scheduled" | "publishing" | "published" | "failed" | "all";
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        posts: components["schemas"]["Post"][];
                    };
                };
            };
        };
    };
    createPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids from GET /v1/accounts, all from one workspace. */
                    accountIds: string[];
                    articleSettings?: {
                        aiDisclosure?: string;
                        asDraft?: boolean;
                        /** Format: uri */
                        canonicalUrl?: string;
                        emailSegment?: string;
                        newsletter?: string;
                        tags?: string[];
                    };
                    /** @description The text. For reddit and pinterest the first line becomes the title. */
                    content: string;
                    /** @description Save for review, or move back to drafts. */
                    draft?: boolean;
                    googleBusinessSettings?: {
                        /**
                         * @description The button under the update.
                         * @enum {string}
                         */
                        button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                        /** Format: uri */
                        buttonUrl?: string;
                    };
                    /** @description Public URLs. The type is read from the extension; a URL without a known one is skipped. */
                    media?: string[];
                    /** @description From GET /v1/pinterest-boards; required for pinterest. */
                    pinterestBoardId?: string;
                    /**
                     * Format: uri
                     * @description Destination link of a pin.
                     */
                    pinterestLink?: string;
                    /** @description Publish at once. */
                    publishNow?: boolean;
                    /** @description Name of the flair, if the subreddit requires one. */
                    redditFlairText?: string;
                    /** @description Without r/; the user's profile when absent. */
                    redditSubreddit?: string;
                    /** @description ISO date-time, read in the time zone of the workspace unless it carries Z or an offset. In the past: publishes at once. */
                    scheduledAt?: string;
                    tiktokSettings?: {
                        disableComment?: boolean;
                        disableDuet?: boolean;
                        disableStitch?: boolean;
                        /**
                         * @description Who may see the video.
                         * @enum {string}
                         */
                        privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                    };
                    /** @description Take the next free slot of the posting schedule. */
                    useNextSlot?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["Post"];
                    };
                };
            };
        };
    };
    getPost: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["Post"];
                    };
                };
            };
        };
    };
    deletePost: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Ids from GET /v1/accounts, all from one workspace. */
                    accountIds?: string[];
                    articleSettings?: {
                        aiDisclosure?: string;
                        asDraft?: boolean;
                        /** Format: uri */
                        canonicalUrl?: string;
                        emailSegment?: string;
                        newsletter?: string;
                        tags?: string[];
                    } | null;
                    /** @description The text. For reddit and pinterest the first line becomes the title. */
                    content?: string;
                    /** @description Save for review, or move back to drafts. */
                    draft?: boolean;
                    googleBusinessSettings?: {
                        /**
                         * @description The button under the update.
                         * @enum {string}
                         */
                        button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                        /** Format: uri */
                        buttonUrl?: string;
                    } | null;
                    /** @description Public URLs. The type is read from the extension; a URL without a known one is skipped. */
                    media?: string[];
                    pinterestBoardId?: string | null;
                    pinterestLink?: string | null;
                    /** @description Publish at once. */
                    publishNow?: boolean;
                    redditFlairText?: string | null;
                    redditSubreddit?: string | null;
                    /** @description ISO date-time, read in the time zone of the workspace unless it carries Z or an offset. In the past: publishes at once. */
                    scheduledAt?: string;
                    tiktokSettings?: {
                        disableComment?: boolean;
                        disableDuet?: boolean;
                        disableStitch?: boolean;
                        /**
                         * @description Who may see the video.
                         * @enum {string}
                         */
                        privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                    } | null;
                    /** @description Take the next free slot of the posting schedule. */
                    useNextSlot?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["Post"];
                    };
                };
            };
        };
    };
    getPostComments: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["Comment"][];
                        /** @description What could not be read. It hides nothing that could. */
                        errors: components["schemas"]["NetworkError"][];
                        /** @description A network has more comments than are listed. */
                        incomplete: boolean;
                    };
                };
            };
        };
    };
    resolveDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                accountId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description With `live`: what the network calls the post. */
                    networkPostId?: string;
                    /**
                     * @description `live`: the post is there and counts as published. `absent`: it is not there; the next attempt goes out as planned. `give_up`: nothing more is sent.
                     * @enum {string}
                     */
                    outcome: "live" | "absent" | "give_up";
                    /**
                     * Format: uri
                     * @description With `live`: where the post is.
                     */
                    url?: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["Post"];
                    };
                };
            };
        };
    };
    explainPost: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            accountId: string;
                            /** @description As in GET /v1/actors/{id}. */
                            actorId: string;
                            platform: string;
                            /** @description The state of its chart. */
                            state: string;
                            text: string;
                        }[];
                        postId: string;
                        /** @description One paragraph. */
                        summary: string;
                    };
                };
            };
        };
    };
    getPostMetrics: {
        parameters: {
            query?: {
                /** @description Reads the numbers at the networks again, though they are younger than an hour, and waits for them for up to ten seconds. */
                refresh?: boolean;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metrics: components["schemas"]["PostMetrics"];
                        networks: components["schemas"]["NetworkNumbers"][];
                    };
                };
            };
        };
    };
    retryPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Accounts of the post. Absent: every account that has no copy. */
                    accountIds?: string[];
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["Post"];
                    };
                };
            };
        };
    };
    validatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids from GET /v1/accounts, all from one workspace. */
                    accountIds: string[];
                    articleSettings?: {
                        aiDisclosure?: string;
                        asDraft?: boolean;
                        /** Format: uri */
                        canonicalUrl?: string;
                        emailSegment?: string;
                        newsletter?: string;
                        tags?: string[];
                    };
                    /** @description The text. For reddit and pinterest the first line becomes the title. */
                    content: string;
                    /** @description Save for review, or move back to drafts. */
                    draft?: boolean;
                    googleBusinessSettings?: {
                        /**
                         * @description The button under the update.
                         * @enum {string}
                         */
                        button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                        /** Format: uri */
                        buttonUrl?: string;
                    };
                    /** @description Public URLs. The type is read from the extension; a URL without a known one is skipped. */
                    media?: string[];
                    /** @description From GET /v1/pinterest-boards; required for pinterest. */
                    pinterestBoardId?: string;
                    /**
                     * Format: uri
                     * @description Destination link of a pin.
                     */
                    pinterestLink?: string;
                    /** @description Publish at once. */
                    publishNow?: boolean;
                    /** @description Name of the flair, if the subreddit requires one. */
                    redditFlairText?: string;
                    /** @description Without r/; the user's profile when absent. */
                    redditSubreddit?: string;
                    /** @description ISO date-time, read in the time zone of the workspace unless it carries Z or an offset. In the past: publishes at once. */
                    scheduledAt?: string;
                    tiktokSettings?: {
                        disableComment?: boolean;
                        disableDuet?: boolean;
                        disableStitch?: boolean;
                        /**
                         * @description Who may see the video.
                         * @enum {string}
                         */
                        privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                    };
                    /** @description Take the next free slot of the posting schedule. */
                    useNextSlot?: boolean;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            accountId: string;
                            media: string[];
                            platform: string;
                            refusals: {
                                code: string;
                                message: string;
                                param: string;
                            }[];
                            text: string;
                            title: string | null;
                            /** @description Those of the warnings that are about a field a program may set. */
                            warningDetails: {
                                code: string;
                                message: string;
                                param: string;
                            }[];
                            warnings: string[];
                        }[];
                        scheduledAt: string | null;
                        scheduledLocal: string | null;
                        timezone: string;
                        /** @description Whether create would take this. */
                        valid: boolean;
                        warnings: string[];
                    };
                };
            };
        };
    };
    listSavedReplies: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        savedReplies: components["schemas"]["SavedReply"][];
                    };
                };
            };
        };
    };
    createSavedReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Each name once in a workspace, whatever its case. */
                    name: string;
                    /** @description `{username}` and `{first_name}` stand for the person. */
                    text: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        savedReply: components["schemas"]["SavedReply"];
                    };
                };
            };
        };
    };
    deleteSavedReply: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    updateSavedReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Each name once in a workspace, whatever its case. */
                    name?: string;
                    /** @description `{username}` and `{first_name}` stand for the person. */
                    text?: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        savedReply: components["schemas"]["SavedReply"];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The events it receives: `post.published`, `post.failed`, `account.connected`, `comment.received`, `comment_dm.sent`, `comment_dm.failed`, `message.received`, `dm_automation.started`, `dm_automation.handoff`, `dm_automation.finished`, `dm_automation.failed`. */
                    events: string[];
                    /**
                     * @description Try again with backoff, seven tries over about two days. Off: one send.
                     * @default false
                     */
                    retries?: boolean;
                    /**
                     * Format: uri
                     * @description A public HTTPS address.
                     */
                    url: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["WebhookEndpoint"] & {
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        id: string;
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description false pauses the endpoint */
                    active?: boolean;
                    /** @description The events it receives: `post.published`, `post.failed`, `account.connected`, `comment.received`, `comment_dm.sent`, `comment_dm.failed`, `message.received`, `dm_automation.started`, `dm_automation.handoff`, `dm_automation.finished`, `dm_automation.failed`. */
                    events?: string[];
                    /**
                     * @description Try again with backoff, seven tries over about two days. Off: one send.
                     * @default false
                     */
                    retries?: boolean;
                    /**
                     * Format: uri
                     * @description A public HTTPS address.
                     */
                    url?: string;
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
                /** @description Slug of the workspace; the caller's first workspace when absent. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        next: string | null;
                        total: number | null;
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Slug of the workspace; the caller's first workspace when absent. */
                    workspace?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    listWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspaces: components["schemas"]["Workspace"][];
                    };
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Made from the name when absent: small letters, digits and hyphens. */
                    slug?: string;
                    /**
                     * @description IANA name.
                     * @default UTC
                     */
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace: components["schemas"]["Workspace"];
                    };
                };
            };
        };
    };
}
