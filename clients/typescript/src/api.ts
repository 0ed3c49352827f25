/**
 * The types of Troupe's API. Generated from docs/openapi.json by `npm run openapi`: do not edit. A test fails when this file
 * does not fit the operations.
 */
export interface webhooks {
    "account.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An account joined the workspace
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AccountEvent"];
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.needs_reconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The network refuses the access to an account: a person has to connect it again
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BrokenAccountEvent"];
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment_dm.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The message of a comment-to-DM rule was not sent
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description Its name. */
                            displayName: string;
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        comment: {
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
                        dm: {
                            messageId: string | null;
                            /** @description What was sent. */
                            text: string;
                        } | null;
                        /** @description Why it failed. */
                        error?: string;
                        event: string;
                        networkCode?: string | null;
                        publicReply: {
                            /** @description The reply. */
                            id: string;
                            /** @description What was posted. */
                            text: string;
                        } | null;
                        rule: {
                            /** @description The rule. */
                            id: string;
                        };
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment_dm.replied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The public reply of a comment-to-DM rule is out, after comment_dm.sent said that there was none
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description Its name. */
                            displayName: string;
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        comment: {
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
                        dm: {
                            messageId: string | null;
                            /** @description What was sent. */
                            text: string;
                        } | null;
                        /** @description Why it failed. */
                        error?: string;
                        event: string;
                        networkCode?: string | null;
                        publicReply: {
                            /** @description The reply. */
                            id: string;
                            /** @description What was posted. */
                            text: string;
                        } | null;
                        rule: {
                            /** @description The rule. */
                            id: string;
                        };
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment_dm.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A comment-to-DM rule sent its message
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description Its name. */
                            displayName: string;
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        comment: {
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
                        dm: {
                            messageId: string | null;
                            /** @description What was sent. */
                            text: string;
                        } | null;
                        /** @description Why it failed. */
                        error?: string;
                        event: string;
                        networkCode?: string | null;
                        publicReply: {
                            /** @description The reply. */
                            id: string;
                            /** @description What was posted. */
                            text: string;
                        } | null;
                        rule: {
                            /** @description The rule. */
                            id: string;
                        };
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "comment.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody commented on an account with comment-to-DM rules
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description Its name. */
                            displayName: string;
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        comment: {
                            attachments: {
                                /** @description image, video, sticker … */
                                type: string;
                                url: string | null;
                            }[];
                            /**
                             * Format: date-time
                             * @description When it was written, by the clock of the network.
                             */
                            createdAt: string;
                            from: {
                                id: string | null;
                                username: string | null;
                            };
                            /** @description The network's own id. */
                            id: string;
                            mediaId: string | null;
                            parentId: string | null;
                            /** @description What the person wrote. */
                            text: string;
                        };
                        /**
                         * @description Name of the event.
                         * @enum {string}
                         */
                        event: "comment.received";
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm_automation.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message of a run could not be sent
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        automation: {
                            /** @description The automation. */
                            id: string;
                            /** @description Its name. */
                            name: string;
                        };
                        contact: {
                            /** @description The network's id of the person. */
                            id: string;
                            name: string | null;
                            username: string | null;
                        };
                        event: string;
                        run: {
                            error: string | null;
                            /** @description The run. */
                            id: string;
                            reason: string | null;
                            /**
                             * @description Whether it goes on.
                             * @enum {string}
                             */
                            status: "active" | "ended";
                        };
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm_automation.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run ended, for any reason
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        automation: {
                            /** @description The automation. */
                            id: string;
                            /** @description Its name. */
                            name: string;
                        };
                        contact: {
                            /** @description The network's id of the person. */
                            id: string;
                            name: string | null;
                            username: string | null;
                        };
                        event: string;
                        run: {
                            error: string | null;
                            /** @description The run. */
                            id: string;
                            reason: string | null;
                            /**
                             * @description Whether it goes on.
                             * @enum {string}
                             */
                            status: "active" | "ended";
                        };
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm_automation.handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A flow handed a person to the team
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        automation: {
                            /** @description The automation. */
                            id: string;
                            /** @description Its name. */
                            name: string;
                        };
                        contact: {
                            /** @description The network's id of the person. */
                            id: string;
                            name: string | null;
                            username: string | null;
                        };
                        event: string;
                        run: {
                            error: string | null;
                            /** @description The run. */
                            id: string;
                            reason: string | null;
                            /**
                             * @description Whether it goes on.
                             * @enum {string}
                             */
                            status: "active" | "ended";
                        };
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dm_automation.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person entered a flow
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        automation: {
                            /** @description The automation. */
                            id: string;
                            /** @description Its name. */
                            name: string;
                        };
                        contact: {
                            /** @description The network's id of the person. */
                            id: string;
                            name: string | null;
                            username: string | null;
                        };
                        event: string;
                        run: {
                            error: string | null;
                            /** @description The run. */
                            id: string;
                            reason: string | null;
                            /**
                             * @description Whether it goes on.
                             * @enum {string}
                             */
                            status: "active" | "ended";
                        };
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "feed.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A feed could not be read for a day, or paused by itself: the plan of the workspace does not include its posts
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FeedEvent"];
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody wrote to an account with an automation
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account: {
                            /** @description Its name. */
                            displayName: string;
                            /** @description The account. */
                            id: string;
                            /** @description Its network. */
                            platform: string;
                        };
                        contact: {
                            /** @description The network's id of the person. */
                            id: string;
                            name: string | null;
                            username: string | null;
                        };
                        conversation: {
                            /** @description The conversation. */
                            id: string;
                        };
                        /**
                         * @description Name of the event.
                         * @enum {string}
                         */
                        event: "message.received";
                        message: {
                            attachments: {
                                /** @description The network's word: image, video, audio … */
                                type: string;
                                url: string | null;
                            }[];
                            /**
                             * Format: date-time
                             * @description When it was written, by the clock of the network.
                             */
                            createdAt: string;
                            /** @description The message. */
                            id: string;
                            /** @description What the person wrote. */
                            text: string;
                        };
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        timestamp: string;
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A post went out on no account
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PostEvent"];
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.needs_attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A post waits for a person: its copy may be live, it failed for an account, or it waits for approval
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AttentionEvent"];
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A post went out on at least one account
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PostEvent"];
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "series.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A series paused by itself: the plan of the workspace does not include its posts, or they are refused
         * @description Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SeriesEvent"];
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of an endpoint
         * @description Sent once when somebody asks for it: POST /v1/webhooks/{id}/test. No endpoint chooses it. Check the signature over the raw bytes before you read them.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Id of the event: use it to notice repeats. */
                    "webhook-id": string;
                    /** @description As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. */
                    "webhook-signature": string;
                    /** @description When this try left, in seconds since 1970. */
                    "webhook-timestamp": string;
                    /** @description `sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex. */
                    "X-Service-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestEvent"];
                };
            };
            responses: {
                /** @description Accepted. Any other status counts as failed. */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The endpoint is gone permanently: Troupe does not try again. */
                410: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
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
             * @description What to do with a post whose response was lost and that cannot be looked up.
             * @enum {string}
             */
            onUnknown: "retry" | "hold";
            /** @description It has a posting schedule of its own. */
            ownSchedule: boolean;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            receiving: {
                /**
                 * Format: date-time
                 * @description When the network was last asked.
                 */
                checkedAt: string;
                everySeconds: number | null;
                lastEventAt: string | null;
                lastWholeReadAt: string | null;
                missing: {
                    /**
                     * @description `reading`: under way. `network`: no response. `budget`: used up. `access`: connect again. `unreported`: the subscription had ended. `left_out`: some cannot be read.
                     * @enum {string}
                     */
                    code: "reading" | "network" | "budget" | "access" | "unreported" | "left_out";
                    nextAt: string | null;
                    /** @description Why, in a sentence. */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description Since when.
                     */
                    since: string;
                } | null;
                problem: string | null;
                /**
                 * Format: date-time
                 * @description What is older is history, never unread.
                 */
                since: string;
                /** @description In sentences, in UTC. */
                summary: {
                    missing: string | null;
                    /** @description How and when it receives. */
                    ways: string;
                };
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
                values?: components["schemas"]["ErrorValues"];
            } | null;
        };
        AccountEvent: {
            account: components["schemas"]["Account"];
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "account.connected";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Slug of the workspace. */
            workspace: string;
        };
        /** @description Accounts that belong together, such as those of a brand or a client. */
        AccountGroup: {
            /** @description In the order in which they were connected. */
            accountIds: string[];
            /** @description Id of the group. */
            id: string;
            /** @description What it is called. */
            name: string;
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
            /**
             * @description It is of accounts too that the caller does not reach; what is of these is left out.
             * @constant
             */
            limited?: true;
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
        ApprovalLink: {
            clientName: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            decidedAt: string | null;
            /**
             * Format: date-time
             * @description Until when it can be opened: 7 days.
             */
            expiresAt: string;
            id: string;
            /**
             * @description `open`: the client can still decide, unless the post was changed after the link was made.
             * @enum {string}
             */
            status: "open" | "approved" | "rejected" | "revoked" | "expired";
        };
        ApprovalSettings: {
            /** @description Whether posts of people who may not approve stay drafts until an owner or an approver approves them. */
            required: boolean;
        };
        ApprovedPost: {
            accountIds: string[];
            /** @description Descriptions of media, by URL. */
            altText: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When it was approved, or changed by a writer after it had gone on without being asked.
             */
            approvedAt: string;
            /** @description The text. */
            content: string;
            firstComment: string | null;
            media: string[];
            /** @description The fields of networks. */
            options: {
                [key: string]: unknown;
            };
            /** @description What some accounts get instead. */
            overrides: components["schemas"]["PostOverride"][];
            scheduledAt: string | null;
            /** @description Parts after the post itself. */
            thread: components["schemas"]["ThreadPart"][];
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
        AttentionEvent: {
            accountId: string | null;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "post.needs_attention";
            post: {
                accountIds: string[];
                /** @description Descriptions of media, by URL. */
                altText: {
                    [key: string]: string;
                };
                approval: ("requested" | "approved" | "rejected") | null;
                approvalDetails?: components["schemas"]["PostApproval"];
                articleSettings?: {
                    /** Written by AI */
                    aiDisclosure?: string;
                    /** Leave it as a draft on the site */
                    asDraft?: boolean;
                    /**
                     * Canonical address
                     * Format: uri
                     */
                    canonicalUrl?: string;
                    /** Recipients of the newsletter */
                    emailSegment?: string;
                    /** Newsletter */
                    newsletter?: string;
                    /** Tags */
                    tags?: string[];
                };
                blueskySettings?: {
                    /**
                     * Languages
                     * @description BCP 47, such as `de`.
                     */
                    languages?: string[];
                };
                /** @description The text. */
                content: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt: string;
                /** @description The post on each account. */
                deliveries: components["schemas"]["Delivery"][];
                error: string | null;
                firstComment: string | null;
                googleBusinessSettings?: {
                    /**
                     * Button
                     * @description The button under the update.
                     * @enum {string}
                     */
                    button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                    /**
                     * Where the button leads
                     * Format: uri
                     */
                    buttonUrl?: string;
                };
                id: string;
                /** @description instagram: one photo or video as a story, which ends after 24 hours and shows no text. */
                instagramStory?: boolean;
                /** @description Words of the team; no network gets them. */
                labels: string[];
                /**
                 * @description It also goes to accounts you do not reach: you cannot change it. Absent means no.
                 * @constant
                 */
                limited?: true;
                linkPreview: (false | {
                    description?: string;
                    image?: string;
                    title?: string;
                    url: string;
                }) | null;
                mastodonSettings?: {
                    /**
                     * Language
                     * @description ISO 639, such as `de`.
                     */
                    language?: string;
                    /**
                     * Content warning
                     * @description Content warning: hides text and media. Counts towards the limit.
                     */
                    spoilerText?: string;
                    /**
                     * Who may see it
                     * @description `private`: followers only.
                     * @enum {string}
                     */
                    visibility?: "public" | "unlisted" | "private";
                };
                media: string[];
                metrics: components["schemas"]["PostMetrics"] | null;
                /** @description Where the post is out. */
                networks: {
                    /** @description As in GET /v1/accounts. */
                    accountId: string;
                    networkPostId: string | null;
                    /**
                     * @description The network.
                     * @enum {string}
                     */
                    platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                    url: string | null;
                }[];
                /** @description What some accounts get instead. */
                overrides: components["schemas"]["PostOverride"][];
                /**
                 * @description Not live, or not whole, on some accounts; POST /v1/posts/{id}/retry goes on there. Absent means no.
                 * @constant
                 */
                partial?: true;
                /**
                 * Board
                 * @description From GET /v1/pinterest-boards; required for pinterest.
                 */
                pinterestBoardId?: string;
                /**
                 * Link of the pin
                 * Format: uri
                 * @description Destination link of a pin.
                 */
                pinterestLink?: string;
                publishedAt: string | null;
                /**
                 * Flair
                 * @description Name of the flair, if the subreddit requires one.
                 */
                redditFlairText?: string;
                /**
                 * Subreddit
                 * @description Without r/; the user's profile when absent.
                 */
                redditSubreddit?: string;
                scheduledAt: string | null;
                scheduledLocal: string | null;
                seriesId: string | null;
                /** @description Accounts left out by `skipRefused`; of a draft, those that would be. */
                skipped: components["schemas"]["SkippedAccount"][];
                /**
                 * @description `publishing` while it waits for another try; `published` when out on one account or more.
                 * @enum {string}
                 */
                status: "draft" | "scheduled" | "publishing" | "published" | "failed";
                /** @description Parts after the post itself. */
                thread: components["schemas"]["ThreadPart"][];
                tiktokSettings?: {
                    /** Turn comments off */
                    disableComment?: boolean;
                    /** Turn duets off */
                    disableDuet?: boolean;
                    /** Turn stitches off */
                    disableStitch?: boolean;
                    /**
                     * Who may see it
                     * @description Who may see the video.
                     * @enum {string}
                     */
                    privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                };
                /** @description The workspace's IANA time zone. */
                timezone: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updatedAt: string;
                /** @description What was skipped or changed, in sentences. */
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
            /**
             * @description `may_be_live`: nobody knows whether the copy is live; look at the account and say what is there. `failed`: all tries for the account failed, or a thread stopped. `approval`: the post waits until somebody approves it.
             * @enum {string}
             */
            reason: "may_be_live" | "failed" | "approval";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Slug of the workspace. */
            workspace: string;
        };
        AuditEntry: {
            /** @description What the operation does. */
            action: string;
            address: string | null;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            by: {
                id: string;
                name: string | null;
                tool: string | null;
                /**
                 * @description The dashboard, an API key, a connected app, a link by which a client decides on a post, or a command at the host, where nobody is signed in.
                 * @enum {string}
                 */
                type: "session" | "key" | "app" | "link" | "command";
            };
            /** @description Names of the fields that the call set, never what they were set to. */
            fields: string[];
            id: string;
            object: {
                id: string | null;
                /** @description Such as `post`, `conversation`, `member` or `workspace`. */
                kind: string;
            };
            /** @description As in the description of the API. Those of the dashboard alone are not described there. */
            operation: string;
            person: {
                /** @description Of a client, who has no account here, the id of the link. */
                id: string;
                /** @description At that time; of a client, as it was given on the page of the link. */
                name: string;
            };
            /** @description As in the header X-Request-Id of the response. */
            requestId: string;
        };
        BrokenAccountEvent: {
            account: components["schemas"]["Account"];
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "account.needs_reconnect";
            /** @description Why the network refuses the access. */
            reason: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description How many posts wait for the account at this moment. */
            waitingPosts: number;
            /** @description Slug of the workspace. */
            workspace: string;
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
            attachments: {
                /** @description image, video, sticker … */
                type: string;
                url: string | null;
            }[];
            can: components["schemas"]["CommentCan"];
            /**
             * Format: date-time
             * @description When it was written, by the clock of the network.
             */
            createdAt: string;
            /** @description Nothing is left to be done with it. True for history, own comments, and what the account has answered, in public or privately; a later reply of somebody else makes it false. */
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
            /** @description Why not, each in a sentence. */
            reasons: {
                delete?: string;
                hide?: string;
                privateReply?: string;
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
            /** @description Words, phrases or emoji, up to 20 that differ. None: every comment matches. */
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
                /** @description Messages after which the person wrote. */
                answered: number;
                /** @description How often people opened a tracked link. */
                clicks: number;
                /** @description Messages that were refused, and those that nobody knows to have arrived. */
                failed: number;
                /** @description Comments of the account itself that have a keyword. Rules do not answer them: no entry, no other count. */
                own: number;
                /** @description Messages that wait for their turn. */
                queued: number;
                /** @description Messages that people have seen, as far as the network says, or they wrote after. Who turned such marks off counts only once they write. */
                seen: number;
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
            then: {
                /** @description Of the same account. */
                automationId: string;
            } | null;
            /** @description true: web addresses in `dmText` become short ones that count clicks; each message has its own. */
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
            answeredAt: string | null;
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
            networkCode: string | null;
            nextAt: string | null;
            place: number | null;
            publicReply: {
                error: string | null;
                held: ("paced" | "breaker") | null;
                id: string | null;
                networkCode: string | null;
                nextAt: string | null;
                skipped: ("late" | "paused") | null;
                /** @description What was to be posted. */
                text: string;
            } | null;
            reason: string | null;
            seenAt: string | null;
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
        CommentRuleWarning: {
            /** @description `too_long`: the network takes fewer bytes, so the end of the message is cut. `unknown_media`: `mediaId` is no post that was read of the account. */
            code: string;
            /** @description What to look at. */
            message: string;
            /** @description JSON pointer of what it is about. */
            path: string;
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
            name: string | null;
            /** @description The networks that are offered. */
            platforms: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
            redirectUrl: string | null;
            /**
             * @description `connected`: one account or more were connected through it; until it expires it takes more.
             * @enum {string}
             */
            status: "pending" | "connected" | "expired" | "revoked";
            /** @description The hosted page. Everybody who has it can connect accounts: send it to that person alone. Empty for a key without the scope `manage`. */
            url: string;
        };
        /** @description What an account and one person wrote to each other. */
        Conversation: {
            /** @description The account that the person wrote to. */
            accountId: string;
            assigneeId: string | null;
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
            /** @description Words of the team, as they were set. */
            labels: string[];
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
                 * @description unknown: nothing shows whether the person has it; it is not sent again by itself.
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
            snoozedUntil: string | null;
            /** @description Messages of the person that nobody has read. */
            unread: number;
            /**
             * Format: date-time
             * @description When the newest message was written.
             */
            updatedAt: string;
            waitingSince: string | null;
            windowEndsAt: string | null;
        };
        ConversationNote: {
            author: {
                /** @description At that time. */
                name: string;
                userId: string;
            };
            /**
             * Format: date-time
             * @description When it was written.
             */
            createdAt: string;
            id: string;
            /** @description As it was written. */
            text: string;
        };
        Counts: {
            comments: number | null;
            likes: number | null;
            shares: number | null;
            views: number | null;
        };
        /** @description A post on one of its accounts. */
        Delivery: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            /** @description How often it was tried; at most 4. */
            attempt: number;
            error: string | null;
            firstComment: components["schemas"]["DeliveryComment"] | null;
            /**
             * @description An attempt may be live and no lookup shows it; POST /v1/posts/{id}/deliveries/{accountId}/resolve says what is there. Absent means no.
             * @constant
             */
            maybeLive?: true;
            /** @description The network's code of its refusal. Absent means none. */
            networkCode?: string;
            networkPostId: string | null;
            nextAttemptAt: string | null;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            /**
             * @description `pending`: waits for the rate limit or for a new connection; `error` says which. `verifying`: the response was lost; it is looked up before it is sent again.
             * @enum {string}
             */
            status: "pending" | "sending" | "processing" | "retrying" | "verifying" | "published" | "failed" | "cancelled";
            /** @description The parts after the first. */
            thread: components["schemas"]["DeliveryPart"][];
            url: string | null;
            /** @description How the published post differs from the request, or what is not checked. */
            warnings: string[];
        };
        /** @description The first comment below the post. */
        DeliveryComment: {
            error: string | null;
            networkCommentId: string | null;
            /**
             * @description `unknown`: a response was lost and nothing shows whether the comment is there; it is not sent again.
             * @enum {string}
             */
            status: "pending" | "sent" | "failed" | "unknown";
        };
        DeliveryPart: {
            error: string | null;
            metrics: components["schemas"]["PostMetrics"] | null;
            networkPostId: string | null;
            /**
             * @description `pending`: waits for the rate limit or for a new connection; `error` says which. `verifying`: the response was lost; it is looked up before it is sent again.
             * @enum {string}
             */
            status: "pending" | "sending" | "processing" | "retrying" | "verifying" | "published" | "failed" | "cancelled";
            url: string | null;
        };
        DmAutomation: {
            /** @description Its account. */
            accountId: string;
            /** @description false: paused. */
            active: boolean;
            /** @description With `always`: hours from one start of a person to the next; 0.5 is half an hour. */
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
            /** @description For people. When absent, the first keyword, or the type of the trigger. */
            name: string;
            /** @description The network. */
            platform: string;
            /**
             * @description `once`: a person goes through it once. `always`: again after `cooldownHours`.
             * @enum {string}
             */
            reentry: "once" | "always";
            /** @description true: steps with which a saved test fails are refused (409 `tests_failed`); else a warning says so. */
            requireTests: boolean;
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
            /** @description In this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. What branches comes last in its list. */
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
            /** @description The version that it was made from. */
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
        DmAutomationTest: {
            contact?: {
                first_name?: string;
                /** @enum {string} */
                follows?: "yes" | "no" | "unknown";
                name?: string;
                username?: string;
            };
            /** @description The talk as it went. Lines begin with `+` (said, not expected), `-` (expected, not said) or a space. Empty: it passes. */
            diff: string[];
            loose?: boolean;
            message: string | null;
            /** @description What it is about. Each name once in an automation. */
            name: string;
            /** @description Whether it passes now. */
            passes: boolean;
            /**
             * Format: date-time
             * @description When it was saved.
             */
            savedAt: string;
            talk: (("click" | "mentionStory" | "openRef" | "react" | "follow" | "unfollow" | "human" | "nothing") | {
                /** @description The clock moves on by this, such as `2h5m`. */
                after?: string;
                /** @description The next message. `/…/` is a pattern, `any` is every text; what is not named is not compared. */
                bot?: string | {
                    button?: string | {
                        title: string;
                        url: string;
                    };
                    choices?: string[];
                    text?: string;
                };
                /**
                 * @description The person opens the link of the last message that has one.
                 * @constant
                 */
                click?: true;
                /** @enum {string} */
                end?: "completed" | "handoff" | "window_closed" | "failed" | "human_reply" | "stopped";
                /**
                 * @description The person follows the account from now on.
                 * @constant
                 */
                follow?: true;
                /** @description Somebody of the team answers by hand. */
                human?: string | true;
                /** @description The network's id of the story, for `mentionStory` and `replyStory`. Absent means the one that the trigger names. */
                mediaId?: string;
                /**
                 * @description The person mentions the account in a story.
                 * @constant
                 */
                mentionStory?: true;
                /** @constant */
                nothing?: true;
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
                /** @enum {string} */
                waiting?: "reply" | "tap" | "click" | "time";
            })[];
        };
        DmAutomationTestVerdict: {
            /** @description As saved tests have it. Empty: it passes. */
            diff: string[];
            message: string | null;
            /** @description The test. */
            name: string;
            /** @description Whether it passes. */
            passes: boolean;
            updated: unknown[] | null;
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
            /** @description In this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. What branches comes last in its list. */
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
            /** @description `too_late`, `no_human`, `ref_needs_entry`, `unreachable`, `rules_go_on` or `test_failed`. */
            code: string;
            /** @description With `test_failed`: the talk as it went. Lines begin with `+` (said, not expected), `-` (expected, not said) or a space. */
            diff?: string[];
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
            /** @description People by the way they left it: the label of a choice, `yes`, `no`, or `unknown` where the network did not say whether they follow. */
            left: {
                [key: string]: number;
            };
            /** @description People who have seen its message, as far as the network says so, or they wrote after it. Never more than is known. */
            seen: number;
            /** @description The step. */
            stepId: string;
            /** @description People who are in it now. */
            waiting: number;
        };
        Error: {
            /** @description The account at fault. */
            accountId?: string;
            code: components["schemas"]["ErrorCode"];
            /** @description What is wrong and what to do, in a sentence. */
            error: string;
            /** @description The network's own code of its refusal. Absent means no response of a network refused anything. */
            networkCode?: string;
            /** @description JSON pointer of the field at fault. */
            param?: string;
            /** @description As in the header X-Request-Id: name it when you ask for help. */
            requestId: string;
            values?: components["schemas"]["ErrorValues"];
        };
        /**
         * @description Stable name of the error, in snake_case. Later versions may add some: treat one that you do not know by its status.
         * @enum {string}
         */
        ErrorCode: "unauthorized" | "wrong_login" | "second_factor_required" | "second_factor_on" | "foreign_origin" | "session_required" | "no_workspace" | "not_a_member" | "plan_required" | "confirmation_required" | "insufficient_scope" | "insufficient_role" | "operator_required" | "held_to_accounts" | "approval_required" | "held_key" | "key_limit" | "workspace_limit" | "webhook_limit" | "saved_reply_limit" | "post_template_limit" | "group_limit" | "rule_limit" | "automation_limit" | "series_limit" | "feed_limit" | "test_limit" | "invitation_limit" | "note_limit" | "approval_link_limit" | "report_link_limit" | "push_browser_limit" | "invitation_for_another" | "not_found" | "no_posting_schedule" | "no_free_slot" | "no_pinterest_account" | "already_answered" | "already_published" | "already_set_up" | "conflict" | "definition_broken" | "idempotency_in_progress" | "idempotency_mismatch" | "already_member" | "invitation_used" | "invitation_ended" | "last_owner" | "last_operator" | "set_by_variable" | "approval_changed" | "approval_late" | "approval_not_requested" | "name_taken" | "media_in_use" | "not_accepted" | "not_waiting" | "network_post_taken" | "nothing_in_doubt" | "post_draft" | "post_published" | "post_publishing" | "thread_partly_published" | "time_missing" | "time_passed" | "post_scheduled" | "ref_taken" | "slug_taken" | "tests_failed" | "ticket_over" | "version_outdated" | "window_closed" | "answered_meanwhile" | "invalid" | "bad_framing" | "body_too_large" | "headers_too_large" | "invalid_form" | "invalid_idempotency_key" | "invalid_json" | "media_too_large" | "method_not_allowed" | "too_slow" | "unsupported_media_type" | "upgrade_required" | "rate_limited" | "too_many_attempts" | "no_mail_server" | "too_many_sockets" | "busy" | "internal" | "media_unreachable" | "network_busy" | "network_refused" | "mail_refused" | "outcome_unknown" | "storage_full" | "storage_unavailable" | "unavailable" | "required" | "unknown_field" | "unknown_parameter" | "repeated_field" | "repeated_parameter" | "not_supported" | "content_required" | "timing_required" | "timing_conflict" | "unknown_account" | "platform_unavailable" | "media_url_refused" | "override_conflict" | "unknown_media" | "all_refused" | "rule_invalid" | "rule_without_dates" | "media_not_hosted" | "template_invalid" | "media_empty" | "media_unreadable" | "unknown_event" | "url_refused" | "url_not_https" | "confirmation_expired" | "confirmation_mismatch" | "confirmation_pending" | "confirmation_refused" | "confirmation_unknown" | "confirmation_used" | "key_required" | "link_ended" | "wrong_code" | "audience_not_set" | "empty_post" | "media_mixed" | "media_required" | "media_type" | "media_type_unsupported" | "mixed_media" | "option_invalid" | "option_required" | "permission_missing" | "preview_with_media" | "text_empty" | "text_too_long" | "too_many_hashtags" | "too_many_images" | "too_many_links" | "too_many_media" | "too_many_mentions" | "too_many_videos";
        /** @description What the sentence names, such as `limit`, `length` and `network`, so that a program can make a sentence of its own of it and the code. Absent means nothing. */
        ErrorValues: {
            [key: string]: string | number;
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
        Feed: {
            /** @description The accounts that its items are posted on. */
            accountIds: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description How often it is read. */
            everyMinutes: number;
            failingSince: string | null;
            id: string;
            lastReadAt: string | null;
            /**
             * @description What becomes of new items: drafts, posts in the next free slots of the schedule, or posts that go out at once.
             * @enum {string}
             */
            mode: "draft" | "next_slot" | "publish";
            nextReadAt: string | null;
            problem: string | null;
            reason: ("plan" | "accounts") | null;
            /**
             * @description `active`: it is read again and again; `failing`: it could not be read for a day, and is still tried; `paused`: it is not read; `ended`: no account is left.
             * @enum {string}
             */
            status: "active" | "failing" | "paused" | "ended";
            /** @description Of the texts of its posts, with `{title}`, `{link}` and `{summary}` of the item. */
            template: string;
            title: string | null;
            /**
             * Format: date-time
             * @description When somebody last changed it.
             */
            updatedAt: string;
            /** @description Its address. */
            url: string;
        };
        FeedEvent: {
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "feed.failed";
            feed: components["schemas"]["Feed"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Slug of the workspace. */
            workspace: string;
        };
        FeedItem: {
            /** @description By which the feed knows it: its id, else its address. */
            key: string;
            link: string | null;
            postId: string | null;
            problem: string | null;
            /**
             * @description `waiting`: its post is made next; `made`: it has one; `skipped`: it was there before, so it has none; `refused`: its post could not be made.
             * @enum {string}
             */
            result: "waiting" | "made" | "skipped" | "refused";
            /**
             * Format: date-time
             * @description When it was first read.
             */
            seenAt: string;
            title: string;
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
        Import: {
            /** @description Rows that are posts; of a dry run, rows that would be. */
            accepted: number;
            /** @description The accounts that its rows name. */
            accountIds: string[];
            /**
             * Format: date-time
             * @description When the file was sent.
             */
            createdAt: string;
            /** @description Id of the user who sent the file. */
            createdBy: string;
            /** @description Rows with a result. */
            done: number;
            /** @description Rows are checked, and nothing is created. */
            dryRun: boolean;
            endedAt: string | null;
            /** @description The problem of each row that has one, in their order. */
            errors: {
                /** @description Stable name of the error, as in other errors. */
                code: string;
                /** @description What is wrong and what to do, in a sentence. */
                error: string;
                /** @description JSON pointer of the column. */
                param: string;
                /** @description As a spreadsheet counts: the headings are row 1. */
                row: number;
                values?: components["schemas"]["ErrorValues"];
            }[];
            /**
             * @description Whose columns the file has.
             * @enum {string}
             */
            format: "troupe" | "buffer";
            id: string;
            /** @description Posts that were not removed then: they are out, were changed, or somebody else removed them before. */
            kept: number;
            name: string | null;
            reason: ("plan" | "person") | null;
            /** @description Rows with a problem. */
            refused: number;
            /** @description Posts that were removed when it was taken back. */
            removed: number;
            /** @description Rows of the file. */
            rows: number;
            /**
             * @description `checking` and `checked`: of a dry run. `creating`, then `finished`: each row is a post or has a problem. `paused`: without a plan for publishing. `stopped`: some rows were not taken. `removing`, then `removed`: it is taken back.
             * @enum {string}
             */
            status: "checking" | "checked" | "creating" | "paused" | "finished" | "stopped" | "removing" | "removed";
        };
        ImportedRow: {
            accounts: string | null;
            altText: string | null;
            code: string | null;
            content: string | null;
            error: string | null;
            firstComment: string | null;
            labels: string | null;
            media: string | null;
            ok: boolean | null;
            param: string | null;
            postId: string | null;
            /** @description As a spreadsheet counts: the headings are row 1. */
            row: number;
            scheduledAt: string | null;
            values: components["schemas"]["ErrorValues"] | null;
            warnings: string[];
        };
        ImportSummary: {
            /** @description Rows that are posts; of a dry run, rows that would be. */
            accepted: number;
            /** @description The accounts that its rows name. */
            accountIds: string[];
            /**
             * Format: date-time
             * @description When the file was sent.
             */
            createdAt: string;
            /** @description Id of the user who sent the file. */
            createdBy: string;
            /** @description Rows with a result. */
            done: number;
            /** @description Rows are checked, and nothing is created. */
            dryRun: boolean;
            endedAt: string | null;
            /**
             * @description Whose columns the file has.
             * @enum {string}
             */
            format: "troupe" | "buffer";
            id: string;
            /** @description Posts that were not removed then: they are out, were changed, or somebody else removed them before. */
            kept: number;
            name: string | null;
            reason: ("plan" | "person") | null;
            /** @description Rows with a problem. */
            refused: number;
            /** @description Posts that were removed when it was taken back. */
            removed: number;
            /** @description Rows of the file. */
            rows: number;
            /**
             * @description `checking` and `checked`: of a dry run. `creating`, then `finished`: each row is a post or has a problem. `paused`: without a plan for publishing. `stopped`: some rows were not taken. `removing`, then `removed`: it is taken back.
             * @enum {string}
             */
            status: "checking" | "checked" | "creating" | "paused" | "finished" | "stopped" | "removing" | "removed";
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
            /** @description The network's code of its refusal, such as `10/2534022`. Absent means it refused nothing. */
            networkCode?: string;
            /** @description How the person reacted to it. Absent means not. */
            reaction?: string;
            /** @description The ad or link that the person opened before the message, or (without text) instead of one. */
            referral?: {
                adId: string | null;
                mediaUrl: string | null;
                ref: string | null;
                source: string | null;
                title: string | null;
            };
            /** @description The run of the automation that sent it. Absent means none did. */
            runId?: string;
            /**
             * @description Another app answers first in this conversation: the network may refuse a message of this service.
             * @constant
             */
            standby?: true;
            /**
             * @description unknown: nothing shows whether the person has it; it is not sent again by itself.
             * @enum {string}
             */
            status: "sending" | "sent" | "failed" | "unknown";
            /** @description The label of the choice or button that was tapped. Absent means none. */
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
            disclosure: string | null;
            keepMessagesDays: number | null;
            /** @description A person whose whole message is one of these gets automatic messages again. */
            startWords: string[];
            /** @description A person whose whole message is one of these gets no automatic messages any more, until they write a start word. Case, accents, punctuation and emoji do not count. */
            stopWords: string[];
        };
        Invitation: {
            accountIds: string[] | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            email: string | null;
            /**
             * Format: date-time
             * @description Until when it can be accepted: 7 days.
             */
            expiresAt: string;
            id: string;
            /** @description Name of the owner who invited. */
            invitedBy: string;
            /**
             * @description What the person will be in the workspace.
             * @enum {string}
             */
            role: "owner" | "editor" | "approver" | "viewer";
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
                /** @description null if unknown. */
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
        /** @description A file that is hosted for the workspace. */
        MediaFile: {
            altText: string | null;
            /** @description Its size as it was sent. */
            bytes: number;
            /** @description Its type by its bytes, such as image/jpeg. */
            contentType: string;
            /**
             * Format: date-time
             * @description When it was uploaded first.
             */
            createdAt: string;
            durationSeconds: number | null;
            height: number | null;
            /** @description Id of the file. */
            id: string;
            name: string | null;
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "image" | "gif" | "video" | "document";
            uploadedBy: {
                /** @description Id of the user. */
                id: string;
                /** @description Name of the user at that time. */
                name: string;
            } | null;
            /**
             * Format: uri
             * @description Its permanent address, which needs no key.
             */
            url: string;
            /** @description What uses it, as far as the caller sees it. */
            usedBy: {
                /** @description Posts that use it, of any status; at most 1,000 are counted. */
                count: number;
                /** @description The newest 5 of them. */
                posts: {
                    /** @description Id of the post. */
                    id: string;
                    /** @description Status of the post. */
                    status: string;
                    /** @description The beginning of its text. */
                    text: string;
                }[];
                /** @description Ids of series that have not ended and use it. */
                series: string[];
            };
            width: number | null;
        };
        Member: {
            accountIds: string[] | null;
            email: string | null;
            /**
             * Format: date-time
             * @description Since when the person is a member.
             */
            joinedAt: string;
            name: string;
            /**
             * @description What the person may do in the workspace.
             * @enum {string}
             */
            role: "owner" | "editor" | "approver" | "viewer";
            userId: string;
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
            /** @description Descriptions of media, by URL. */
            altText: {
                [key: string]: string;
            };
            approval: ("requested" | "approved" | "rejected") | null;
            approvalDetails?: components["schemas"]["PostApproval"];
            articleSettings?: {
                /** Written by AI */
                aiDisclosure?: string;
                /** Leave it as a draft on the site */
                asDraft?: boolean;
                /**
                 * Canonical address
                 * Format: uri
                 */
                canonicalUrl?: string;
                /** Recipients of the newsletter */
                emailSegment?: string;
                /** Newsletter */
                newsletter?: string;
                /** Tags */
                tags?: string[];
            };
            blueskySettings?: {
                /**
                 * Languages
                 * @description BCP 47, such as `de`.
                 */
                languages?: string[];
            };
            /** @description The text. */
            content: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The post on each account. */
            deliveries: components["schemas"]["Delivery"][];
            error: string | null;
            firstComment: string | null;
            googleBusinessSettings?: {
                /**
                 * Button
                 * @description The button under the update.
                 * @enum {string}
                 */
                button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                /**
                 * Where the button leads
                 * Format: uri
                 */
                buttonUrl?: string;
            };
            id: string;
            /** @description instagram: one photo or video as a story, which ends after 24 hours and shows no text. */
            instagramStory?: boolean;
            /** @description Words of the team; no network gets them. */
            labels: string[];
            /**
             * @description It also goes to accounts you do not reach: you cannot change it. Absent means no.
             * @constant
             */
            limited?: true;
            linkPreview: (false | {
                description?: string;
                image?: string;
                title?: string;
                url: string;
            }) | null;
            mastodonSettings?: {
                /**
                 * Language
                 * @description ISO 639, such as `de`.
                 */
                language?: string;
                /**
                 * Content warning
                 * @description Content warning: hides text and media. Counts towards the limit.
                 */
                spoilerText?: string;
                /**
                 * Who may see it
                 * @description `private`: followers only.
                 * @enum {string}
                 */
                visibility?: "public" | "unlisted" | "private";
            };
            media: string[];
            metrics: components["schemas"]["PostMetrics"] | null;
            /** @description What some accounts get instead. */
            overrides: components["schemas"]["PostOverride"][];
            /**
             * @description Not live, or not whole, on some accounts; POST /v1/posts/{id}/retry goes on there. Absent means no.
             * @constant
             */
            partial?: true;
            /**
             * Board
             * @description From GET /v1/pinterest-boards; required for pinterest.
             */
            pinterestBoardId?: string;
            /**
             * Link of the pin
             * Format: uri
             * @description Destination link of a pin.
             */
            pinterestLink?: string;
            publishedAt: string | null;
            /**
             * Flair
             * @description Name of the flair, if the subreddit requires one.
             */
            redditFlairText?: string;
            /**
             * Subreddit
             * @description Without r/; the user's profile when absent.
             */
            redditSubreddit?: string;
            scheduledAt: string | null;
            scheduledLocal: string | null;
            seriesId: string | null;
            /** @description Accounts left out by `skipRefused`; of a draft, those that would be. */
            skipped: components["schemas"]["SkippedAccount"][];
            /**
             * @description `publishing` while it waits for another try; `published` when out on one account or more.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "publishing" | "published" | "failed";
            /** @description Parts after the post itself. */
            thread: components["schemas"]["ThreadPart"][];
            tiktokSettings?: {
                /** Turn comments off */
                disableComment?: boolean;
                /** Turn duets off */
                disableDuet?: boolean;
                /** Turn stitches off */
                disableStitch?: boolean;
                /**
                 * Who may see it
                 * @description Who may see the video.
                 * @enum {string}
                 */
                privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            };
            /** @description The workspace's IANA time zone. */
            timezone: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description What was skipped or changed, in sentences. */
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
        PostApproval: {
            clientName: string | null;
            decidedAt: string | null;
            decidedBy: string | null;
            plan: string | null;
            reason: string | null;
            requestedAt: string;
            requestedBy: string;
            /**
             * @description What was asked for.
             * @enum {string}
             */
            timing: "scheduledAt" | "publishNow" | "useNextSlot";
        };
        PostChange: {
            /** @description The accounts that it is about; empty for `option` and `time`, which concern all. */
            accountIds: string[];
            after: string | null;
            before: string | null;
            filesAfter: {
                /** @description For people who do not see it; empty if there is none. */
                description: string;
                url: string;
            }[];
            filesBefore: {
                /** @description For people who do not see it; empty if there is none. */
                description: string;
                url: string;
            }[];
            index: number | null;
            name: string | null;
            /**
             * @description What was changed. `time`: an instant, `publishNow` or `useNextSlot`.
             * @enum {string}
             */
            part: "text" | "files" | "firstComment" | "linkPreview" | "option" | "accountAdded" | "accountRemoved" | "time";
        };
        PostEvent: {
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "post.published" | "post.failed";
            post: {
                accountIds: string[];
                /** @description Descriptions of media, by URL. */
                altText: {
                    [key: string]: string;
                };
                approval: ("requested" | "approved" | "rejected") | null;
                approvalDetails?: components["schemas"]["PostApproval"];
                articleSettings?: {
                    /** Written by AI */
                    aiDisclosure?: string;
                    /** Leave it as a draft on the site */
                    asDraft?: boolean;
                    /**
                     * Canonical address
                     * Format: uri
                     */
                    canonicalUrl?: string;
                    /** Recipients of the newsletter */
                    emailSegment?: string;
                    /** Newsletter */
                    newsletter?: string;
                    /** Tags */
                    tags?: string[];
                };
                blueskySettings?: {
                    /**
                     * Languages
                     * @description BCP 47, such as `de`.
                     */
                    languages?: string[];
                };
                /** @description The text. */
                content: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt: string;
                /** @description The post on each account. */
                deliveries: components["schemas"]["Delivery"][];
                error: string | null;
                firstComment: string | null;
                googleBusinessSettings?: {
                    /**
                     * Button
                     * @description The button under the update.
                     * @enum {string}
                     */
                    button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                    /**
                     * Where the button leads
                     * Format: uri
                     */
                    buttonUrl?: string;
                };
                id: string;
                /** @description instagram: one photo or video as a story, which ends after 24 hours and shows no text. */
                instagramStory?: boolean;
                /** @description Words of the team; no network gets them. */
                labels: string[];
                /**
                 * @description It also goes to accounts you do not reach: you cannot change it. Absent means no.
                 * @constant
                 */
                limited?: true;
                linkPreview: (false | {
                    description?: string;
                    image?: string;
                    title?: string;
                    url: string;
                }) | null;
                mastodonSettings?: {
                    /**
                     * Language
                     * @description ISO 639, such as `de`.
                     */
                    language?: string;
                    /**
                     * Content warning
                     * @description Content warning: hides text and media. Counts towards the limit.
                     */
                    spoilerText?: string;
                    /**
                     * Who may see it
                     * @description `private`: followers only.
                     * @enum {string}
                     */
                    visibility?: "public" | "unlisted" | "private";
                };
                media: string[];
                metrics: components["schemas"]["PostMetrics"] | null;
                /** @description Where the post is out. */
                networks: {
                    /** @description As in GET /v1/accounts. */
                    accountId: string;
                    networkPostId: string | null;
                    /**
                     * @description The network.
                     * @enum {string}
                     */
                    platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                    url: string | null;
                }[];
                /** @description What some accounts get instead. */
                overrides: components["schemas"]["PostOverride"][];
                /**
                 * @description Not live, or not whole, on some accounts; POST /v1/posts/{id}/retry goes on there. Absent means no.
                 * @constant
                 */
                partial?: true;
                /**
                 * Board
                 * @description From GET /v1/pinterest-boards; required for pinterest.
                 */
                pinterestBoardId?: string;
                /**
                 * Link of the pin
                 * Format: uri
                 * @description Destination link of a pin.
                 */
                pinterestLink?: string;
                publishedAt: string | null;
                /**
                 * Flair
                 * @description Name of the flair, if the subreddit requires one.
                 */
                redditFlairText?: string;
                /**
                 * Subreddit
                 * @description Without r/; the user's profile when absent.
                 */
                redditSubreddit?: string;
                scheduledAt: string | null;
                scheduledLocal: string | null;
                seriesId: string | null;
                /** @description Accounts left out by `skipRefused`; of a draft, those that would be. */
                skipped: components["schemas"]["SkippedAccount"][];
                /**
                 * @description `publishing` while it waits for another try; `published` when out on one account or more.
                 * @enum {string}
                 */
                status: "draft" | "scheduled" | "publishing" | "published" | "failed";
                /** @description Parts after the post itself. */
                thread: components["schemas"]["ThreadPart"][];
                tiktokSettings?: {
                    /** Turn comments off */
                    disableComment?: boolean;
                    /** Turn duets off */
                    disableDuet?: boolean;
                    /** Turn stitches off */
                    disableStitch?: boolean;
                    /**
                     * Who may see it
                     * @description Who may see the video.
                     * @enum {string}
                     */
                    privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                };
                /** @description The workspace's IANA time zone. */
                timezone: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updatedAt: string;
                /** @description What was skipped or changed, in sentences. */
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
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Slug of the workspace. */
            workspace: string;
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
        PostNote: {
            author: {
                /** @description At that time; of a client, as it was given on the page of the link. */
                name: string;
                userId: string | null;
            };
            /**
             * Format: date-time
             * @description When it was written.
             */
            createdAt: string;
            id: string;
            /** @description As it was written. */
            text: string;
        };
        PostOverride: {
            accountIds?: string[];
            altText?: {
                [key: string]: string;
            };
            content?: string;
            firstComment?: string | null;
            linkPreview?: (false | {
                description?: string;
                image?: string;
                title?: string;
                url: string;
            }) | null;
            media?: string[];
            platforms?: string[];
            /** @description Parts after the post itself. */
            thread?: components["schemas"]["ThreadPart"][];
        };
        /** @description What a post says, kept under a name. */
        PostTemplate: {
            /** @description Id of the template. */
            id: string;
            /** @description What it is called. */
            name: string;
            /** @description What each of its posts says. */
            post: {
                accountIds: string[];
                /** @description Descriptions of media, by URL. */
                altText: {
                    [key: string]: string;
                };
                articleSettings?: {
                    /** Written by AI */
                    aiDisclosure?: string;
                    /** Leave it as a draft on the site */
                    asDraft?: boolean;
                    /**
                     * Canonical address
                     * Format: uri
                     */
                    canonicalUrl?: string;
                    /** Recipients of the newsletter */
                    emailSegment?: string;
                    /** Newsletter */
                    newsletter?: string;
                    /** Tags */
                    tags?: string[];
                };
                blueskySettings?: {
                    /**
                     * Languages
                     * @description BCP 47, such as `de`.
                     */
                    languages?: string[];
                };
                /** @description The text. */
                content: string;
                firstComment: string | null;
                googleBusinessSettings?: {
                    /**
                     * Button
                     * @description The button under the update.
                     * @enum {string}
                     */
                    button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                    /**
                     * Where the button leads
                     * Format: uri
                     */
                    buttonUrl?: string;
                };
                /** @description instagram: one photo or video as a story, which ends after 24 hours and shows no text. */
                instagramStory?: boolean;
                /** @description Words of the team; no network gets them. */
                labels: string[];
                linkPreview: (false | {
                    description?: string;
                    image?: string;
                    title?: string;
                    url: string;
                }) | null;
                mastodonSettings?: {
                    /**
                     * Language
                     * @description ISO 639, such as `de`.
                     */
                    language?: string;
                    /**
                     * Content warning
                     * @description Content warning: hides text and media. Counts towards the limit.
                     */
                    spoilerText?: string;
                    /**
                     * Who may see it
                     * @description `private`: followers only.
                     * @enum {string}
                     */
                    visibility?: "public" | "unlisted" | "private";
                };
                media: string[];
                /** @description What some accounts get instead. */
                overrides: components["schemas"]["PostOverride"][];
                /**
                 * Board
                 * @description From GET /v1/pinterest-boards; required for pinterest.
                 */
                pinterestBoardId?: string;
                /**
                 * Link of the pin
                 * Format: uri
                 * @description Destination link of a pin.
                 */
                pinterestLink?: string;
                /**
                 * Flair
                 * @description Name of the flair, if the subreddit requires one.
                 */
                redditFlairText?: string;
                /**
                 * Subreddit
                 * @description Without r/; the user's profile when absent.
                 */
                redditSubreddit?: string;
                /** @description Parts after the post itself. */
                thread: components["schemas"]["ThreadPart"][];
                tiktokSettings?: {
                    /** Turn comments off */
                    disableComment?: boolean;
                    /** Turn duets off */
                    disableDuet?: boolean;
                    /** Turn stitches off */
                    disableStitch?: boolean;
                    /**
                     * Who may see it
                     * @description Who may see the video.
                     * @enum {string}
                     */
                    privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                };
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
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updatedAt: string;
        };
        Reply: {
            /** @description The account it was written to. */
            accountId: string;
            answeredPrivatelyAt: string | null;
            attachments: {
                /** @description image, video, sticker … */
                type: string;
                url: string | null;
            }[];
            can: components["schemas"]["CommentCan"];
            /**
             * Format: date-time
             * @description When it was written, by the clock of the network.
             */
            createdAt: string;
            /** @description Nothing is left to be done with it. True for history, own comments, and what the account has answered, in public or privately; a later reply of somebody else makes it false. */
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
        ReportLink: {
            /** @description Whose numbers it shows. */
            accountIds: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until when it can be opened.
             */
            expiresAt: string;
            /**
             * Format: date
             * @description The first day that it shows.
             */
            from: string;
            id: string;
            name: string | null;
            /**
             * @description Whether it can be opened.
             * @enum {string}
             */
            status: "open" | "revoked" | "expired";
            /**
             * Format: date
             * @description The last day that it shows.
             */
            to: string;
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
        Series: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            error: string | null;
            id: string;
            /**
             * @description It also goes to accounts you do not reach: you cannot change it. Absent means no.
             * @constant
             */
            limited?: true;
            next: string | null;
            /** @description What each of its posts says. */
            post: {
                accountIds: string[];
                /** @description Descriptions of media, by URL. */
                altText: {
                    [key: string]: string;
                };
                articleSettings?: {
                    /** Written by AI */
                    aiDisclosure?: string;
                    /** Leave it as a draft on the site */
                    asDraft?: boolean;
                    /**
                     * Canonical address
                     * Format: uri
                     */
                    canonicalUrl?: string;
                    /** Recipients of the newsletter */
                    emailSegment?: string;
                    /** Newsletter */
                    newsletter?: string;
                    /** Tags */
                    tags?: string[];
                };
                blueskySettings?: {
                    /**
                     * Languages
                     * @description BCP 47, such as `de`.
                     */
                    languages?: string[];
                };
                /** @description The text. */
                content: string;
                firstComment: string | null;
                googleBusinessSettings?: {
                    /**
                     * Button
                     * @description The button under the update.
                     * @enum {string}
                     */
                    button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                    /**
                     * Where the button leads
                     * Format: uri
                     */
                    buttonUrl?: string;
                };
                /** @description instagram: one photo or video as a story, which ends after 24 hours and shows no text. */
                instagramStory?: boolean;
                /** @description Words of the team; no network gets them. */
                labels: string[];
                linkPreview: (false | {
                    description?: string;
                    image?: string;
                    title?: string;
                    url: string;
                }) | null;
                mastodonSettings?: {
                    /**
                     * Language
                     * @description ISO 639, such as `de`.
                     */
                    language?: string;
                    /**
                     * Content warning
                     * @description Content warning: hides text and media. Counts towards the limit.
                     */
                    spoilerText?: string;
                    /**
                     * Who may see it
                     * @description `private`: followers only.
                     * @enum {string}
                     */
                    visibility?: "public" | "unlisted" | "private";
                };
                media: string[];
                /** @description What some accounts get instead. */
                overrides: components["schemas"]["PostOverride"][];
                /**
                 * Board
                 * @description From GET /v1/pinterest-boards; required for pinterest.
                 */
                pinterestBoardId?: string;
                /**
                 * Link of the pin
                 * Format: uri
                 * @description Destination link of a pin.
                 */
                pinterestLink?: string;
                /**
                 * Flair
                 * @description Name of the flair, if the subreddit requires one.
                 */
                redditFlairText?: string;
                /**
                 * Subreddit
                 * @description Without r/; the user's profile when absent.
                 */
                redditSubreddit?: string;
                /** @description Parts after the post itself. */
                thread: components["schemas"]["ThreadPart"][];
                tiktokSettings?: {
                    /** Turn comments off */
                    disableComment?: boolean;
                    /** Turn duets off */
                    disableDuet?: boolean;
                    /** Turn stitches off */
                    disableStitch?: boolean;
                    /**
                     * Who may see it
                     * @description Who may see the video.
                     * @enum {string}
                     */
                    privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                };
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
            reason: ("plan" | "refused" | "accounts") | null;
            /** @description By which it repeats, as in RFC 5545. */
            rule: string;
            /**
             * Format: date-time
             * @description The first possible time.
             */
            startsAt: string;
            /**
             * @description `active`: its posts of the next 30 days are on the calendar; `paused`: it makes none; `ended`: its last date is over, or no account is left.
             * @enum {string}
             */
            status: "active" | "paused" | "ended";
            /** @description The IANA time zone of the rule. */
            timezone: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        SeriesEvent: {
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "series.paused";
            series: components["schemas"]["Series"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Slug of the workspace. */
            workspace: string;
        };
        SkippedAccount: {
            accountId: string;
            code: string;
            /** @description Why the network will refuse the post. */
            error: string;
            param: string;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
        };
        TestEvent: {
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Slug of the workspace. */
            workspace: string;
        };
        ThreadPart: {
            altText?: {
                [key: string]: string;
            };
            content: string;
            media?: string[];
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
            /** @description Its networks are simulated. */
            sandbox: boolean;
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
export interface operations {
    listAccountGroups: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        accountGroups: components["schemas"]["AccountGroup"][];
                    };
                };
            };
        };
    };
    createAccountGroup: {
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
                    /** @description The first ones. */
                    accountIds?: string[];
                    /** @description Each name once in a workspace, whatever its case. */
                    name: string;
                    /** @description Workspace slug; else your first. */
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
                        accountGroup: components["schemas"]["AccountGroup"];
                    };
                };
            };
        };
    };
    deleteAccountGroup: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
    updateAccountGroup: {
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
                    /** @description Are put into the group. */
                    addAccountIds?: string[];
                    /** @description Each name once in a workspace, whatever its case. */
                    name?: string;
                    /** @description Are in no group afterwards. Those that are not in this one stay where they are. */
                    removeAccountIds?: string[];
                    /** @description Workspace slug; else your first. */
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
                        accountGroup: components["schemas"]["AccountGroup"];
                    };
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
    listWaitingPosts: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        /** @description Whether there are others after these. */
                        more: boolean;
                        posts: {
                            /**
                             * @description What becomes of it if it is held back. `left_out`: it is or may be live somewhere, or goes to other accounts, and ends without this one.
                             * @enum {string}
                             */
                            heldBackAs: "draft" | "left_out";
                            id: string;
                            scheduledAt: string | null;
                            /** @description The beginning of its text. */
                            text: string;
                            /**
                             * Format: date-time
                             * @description When it stops waiting: it ends without this account then.
                             */
                            waitsUntil: string;
                        }[];
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
                /** @description Reads the numbers at the networks again, also when younger than an hour, and waits up to ten seconds. */
                refresh?: boolean;
                /** @description Workspace slug; else your first. */
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
                /** @description So many days in the workspace zone, today last. */
                days?: number;
                /** @description First day, in place of `days`. */
                from?: string;
                /** @description One network only. */
                platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                /** @description Reads the numbers at the networks again, also when younger than an hour, and waits up to ten seconds. */
                refresh?: boolean;
                /** @description Last day. */
                to?: string;
                /** @description Workspace slug; else your first. */
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
                kind?: "post" | "delivery" | "account" | "webhook_send" | "series" | "feed" | "comment_act" | "conversation" | "message_send" | "media_copy" | "import" | "mail" | "notification" | "notification_digest" | "push" | "comment_rule" | "private_reply" | "broadcast" | "reply_queue" | "automation" | "dm_run" | "metrics" | "receiver" | "stream";
                limit?: number;
                /** @description An id, or a part of a post’s text. */
                q?: string;
                /** @description Such as `verifying` or `verifying.waiting`. */
                state?: string;
                /** @description Only actors that are stuck. */
                stuck?: boolean;
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                        explanation: string | null;
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                                before?: {
                                    context: unknown;
                                    /** @description XState's value: a name, or an object of names. */
                                    value: unknown;
                                } | null;
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
                /** @description Workspace slug; else your first. */
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
                        /** @description The calls to networks of its newest 200 attempts, in the order in which they were sent. */
                        calls: {
                            actorId: string;
                            /**
                             * Format: date-time
                             * @description When the request was sent.
                             */
                            at: string;
                            ms: number | null;
                            seq: number | null;
                            status: number | null;
                        }[];
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
                        /** @description The newest 2,000 steps of the family, oldest first. */
                        steps: {
                            actorId: string;
                            /**
                             * Format: date-time
                             * @description When it was taken.
                             */
                            at: string;
                            dueAt: string | null;
                            /** @description The type of the event that it received. */
                            event: string;
                            seq: number;
                            /** @description The state after it, as text. */
                            state: string;
                        }[];
                    };
                };
            };
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        /** @description As in GET /v1/posts; most views first, and last those whose views are not known. */
                        topPosts: components["schemas"]["Post"][];
                        totals: components["schemas"]["Counts"];
                    };
                };
            };
        };
    };
    getApprovalSettings: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                    "application/json": components["schemas"]["ApprovalSettings"];
                };
            };
        };
    };
    setApprovalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether posts of people who may not approve stay drafts until an owner or an approver approves them. */
                    required: boolean;
                    /** @description Workspace slug; else your first. */
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
                    "application/json": components["schemas"]["ApprovalSettings"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                /** @description Done at this instant or later. */
                from?: string;
                limit?: number;
                /** @description Id of what it was done to. */
                object?: string;
                /** @description Such as `updatePost`. */
                operation?: string;
                /** @description Id of the person who did it. */
                person?: string;
                /** @description Done before this instant. */
                to?: string;
                /** @description Workspace slug; else your first. */
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
                        entries: components["schemas"]["AuditEntry"][];
                        next: string | null;
                    };
                    "text/csv": string;
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Words, phrases or emoji, up to 20 that differ. None: every comment matches. */
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
                    then?: {
                        /** @description Of the same account. */
                        automationId: string;
                    } | null;
                    /**
                     * @description true: web addresses in `dmText` become short ones that count clicks; each message has its own.
                     * @default false
                     */
                    trackLinks?: boolean;
                    /** @description Workspace slug; else your first. */
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
                        /** @description What works and is probably not meant. */
                        warnings: components["schemas"]["CommentRuleWarning"][];
                    };
                };
            };
        };
    };
    deleteCommentRule: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                    /** @description Words, phrases or emoji, up to 20 that differ. None: every comment matches. */
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
                    then?: {
                        /** @description Of the same account. */
                        automationId: string;
                    } | null;
                    /** @description true: web addresses in `dmText` become short ones that count clicks; each message has its own. */
                    trackLinks?: boolean;
                    /** @description Workspace slug; else your first. */
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
                        /** @description What works and is probably not meant. */
                        warnings: components["schemas"]["CommentRuleWarning"][];
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
                /** @description Also list the messages that wait. Default: false. */
                queued?: boolean;
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                        /** @description When it was written, ISO date-time, in the time zone of the workspace unless it carries Z or an offset. Absent means now. Rules made later are not compared. */
                        at?: string;
                        /** @description The handle of the commenter. */
                        from: string;
                        /** @description true: it replies to a comment, so the @names that begin it do not count. */
                        isReply?: boolean;
                        /** @description The network's id of the post it stands below. Absent means a post that all these rules watch. */
                        mediaId?: string;
                        text: string;
                    }[];
                    /** @description A rule that does not exist yet: the body of a create, of which every field may be left out. */
                    rule?: {
                        accountId?: string;
                        /**
                         * @description false makes it paused.
                         * @default true
                         */
                        active?: boolean;
                        dmText?: string;
                        /** @description Words, phrases or emoji, up to 20 that differ. None: every comment matches. */
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
                        then?: {
                            /** @description Of the same account. */
                            automationId: string;
                        } | null;
                        /**
                         * @description true: web addresses in `dmText` become short ones that count clicks; each message has its own.
                         * @default false
                         */
                        trackLinks?: boolean;
                        /** @description Workspace slug; else your first. */
                        workspace?: string;
                    };
                    ruleId?: string;
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description For whom it is, such as a client: in the list, and on the hosted page. */
                    name?: string;
                    /** @description The networks that are offered; every one when absent. */
                    platforms?: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
                    /**
                     * Format: uri
                     * @description Where the person goes when they are done: https, or http for localhost.
                     */
                    redirectUrl?: string;
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description With `always`: hours from one start of a person to the next; 0.5 is half an hour. */
                    cooldownHours?: number;
                    /** @description For people. When absent, the first keyword, or the type of the trigger. */
                    name?: string;
                    /** @description Taken back as a record shows it. */
                    platform?: string;
                    /**
                     * @description `once`: a person goes through it once. `always`: again after `cooldownHours`.
                     * @enum {string}
                     */
                    reentry?: "once" | "always";
                    /** @description true: steps with which a saved test fails are refused (409 `tests_failed`); else a warning says so. */
                    requireTests?: boolean;
                    /** @description In this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. What branches comes last in its list. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                        warnings: components["schemas"]["DmAutomationWarning"][];
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
                    /** @description With `always`: hours from one start of a person to the next; 0.5 is half an hour. */
                    cooldownHours?: number;
                    /** @description For people. When absent, the first keyword, or the type of the trigger. */
                    name?: string;
                    /**
                     * @description `once`: a person goes through it once. `always`: again after `cooldownHours`.
                     * @enum {string}
                     */
                    reentry?: "once" | "always";
                    /** @description true: steps with which a saved test fails are refused (409 `tests_failed`); else a warning says so. */
                    requireTests?: boolean;
                    /** @description In this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. What branches comes last in its list. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description In this order: `{type: "message", text, button?: {title, url}, choices?: [{label, steps}]}`, `{type: "wait", minutes}`, `{type: "condition", check: "replied"|"keyword"|"clicked"|"follows", keywords?, withinMinutes?, yes, no}`, `{type: "handoff", note?}`. What branches comes last in its list. */
                    steps: {
                        [key: string]: unknown;
                    }[];
                    trigger?: {
                        [key: string]: unknown;
                    };
                    /** @description The version that you changed. When it is not the newest: 409 `version_outdated`. */
                    version?: number;
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Only those whose last step this is. */
                stepId?: string;
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
    listDmAutomationTests: {
        parameters: {
            query?: {
                /** @description What is tested. A draft with problems fails every test. */
                of?: "version" | "draft";
                /** @description Workspace slug; else your first. */
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
                        tests: components["schemas"]["DmAutomationTest"][];
                    };
                };
            };
        };
    };
    saveDmAutomationTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                /** @description What it is about. Each name once in an automation. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    contact?: {
                        first_name?: string;
                        /** @enum {string} */
                        follows?: "yes" | "no" | "unknown";
                        name?: string;
                        username?: string;
                    };
                    loose?: boolean;
                    talk: (("click" | "mentionStory" | "openRef" | "react" | "follow" | "unfollow" | "human" | "nothing") | {
                        /** @description The clock moves on by this, such as `2h5m`. */
                        after?: string;
                        /** @description The next message. `/…/` is a pattern, `any` is every text; what is not named is not compared. */
                        bot?: string | {
                            button?: string | {
                                title: string;
                                url: string;
                            };
                            choices?: string[];
                            text?: string;
                        };
                        /**
                         * @description The person opens the link of the last message that has one.
                         * @constant
                         */
                        click?: true;
                        /** @enum {string} */
                        end?: "completed" | "handoff" | "window_closed" | "failed" | "human_reply" | "stopped";
                        /**
                         * @description The person follows the account from now on.
                         * @constant
                         */
                        follow?: true;
                        /** @description Somebody of the team answers by hand. */
                        human?: string | true;
                        /** @description The network's id of the story, for `mentionStory` and `replyStory`. Absent means the one that the trigger names. */
                        mediaId?: string;
                        /**
                         * @description The person mentions the account in a story.
                         * @constant
                         */
                        mentionStory?: true;
                        /** @constant */
                        nothing?: true;
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
                        /** @enum {string} */
                        waiting?: "reply" | "tap" | "click" | "time";
                    })[];
                    /** @description Workspace slug; else your first. */
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
                        test: components["schemas"]["DmAutomationTest"];
                    };
                };
            };
        };
    };
    deleteDmAutomationTest: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description What it is about. Each name once in an automation. */
                name: string;
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
                        /** @description The test. */
                        name: string;
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
    explainDmMessage: {
        parameters: {
            query: {
                conversationId: string;
                /** @description A message of the person. When absent, the newest one. */
                messageId?: string;
                /** @description Workspace slug; else your first. */
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
                        automationId: string | null;
                        /** @description The conversation. */
                        conversationId: string;
                        /** @description Why, in a sentence. */
                        explanation: string;
                        messageId: string | null;
                        reason: ("stop_word" | "start_word" | "other_app" | "flagged" | "paused" | "opted_out" | "too_old" | "answered" | "unmatched" | "rule_answer" | "plan" | "loop" | "once" | "cooldown" | "history" | "none_active") | null;
                        runId: string | null;
                        /**
                         * @description `started`: it started a run. `heard`: the person was in a run, which took it as an answer. `nothing`: neither.
                         * @enum {string}
                         */
                        status: "started" | "heard" | "nothing";
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
                    /** @description An automation that does not exist yet: the body of a create, of which `trigger` and `steps` are required. */
                    automation?: {
                        accountId?: string;
                        /**
                         * @description false makes it paused.
                         * @default true
                         */
                        active?: boolean;
                        /** @description With `always`: hours from one start of a person to the next; 0.5 is half an hour. */
                        cooldownHours?: number;
                        /** @description For people. When absent, the first keyword, or the type of the trigger. */
                        name?: string;
                        /**
                         * @default instagram
                         * @enum {string}
                         */
                        platform?: "instagram" | "facebook";
                        /**
                         * @description `once`: a person goes through it once. `always`: again after `cooldownHours`.
                         * @enum {string}
                         */
                        reentry?: "once" | "always";
                        /** @description true: steps with which a saved test fails are refused (409 `tests_failed`); else a warning says so. */
                        requireTests?: boolean;
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
                        /** @description Workspace slug; else your first. */
                        workspace?: string;
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
                    /** @description Tests to play as well, as files of `troupe flows test` have them. Messages are compared without the disclosure text of the workspace. */
                    tests?: {
                        contact?: {
                            first_name?: string;
                            /** @enum {string} */
                            follows?: "yes" | "no" | "unknown";
                            name?: string;
                            username?: string;
                        };
                        loose?: boolean;
                        name: string;
                        talk: (("click" | "mentionStory" | "openRef" | "react" | "follow" | "unfollow" | "human" | "nothing") | {
                            /** @description The clock moves on by this, such as `2h5m`. */
                            after?: string;
                            /** @description The next message. `/…/` is a pattern, `any` is every text; what is not named is not compared. */
                            bot?: string | {
                                button?: string | {
                                    title: string;
                                    url: string;
                                };
                                choices?: string[];
                                text?: string;
                            };
                            /**
                             * @description The person opens the link of the last message that has one.
                             * @constant
                             */
                            click?: true;
                            /** @enum {string} */
                            end?: "completed" | "handoff" | "window_closed" | "failed" | "human_reply" | "stopped";
                            /**
                             * @description The person follows the account from now on.
                             * @constant
                             */
                            follow?: true;
                            /** @description Somebody of the team answers by hand. */
                            human?: string | true;
                            /** @description The network's id of the story, for `mentionStory` and `replyStory`. Absent means the one that the trigger names. */
                            mediaId?: string;
                            /**
                             * @description The person mentions the account in a story.
                             * @constant
                             */
                            mentionStory?: true;
                            /** @constant */
                            nothing?: true;
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
                            /** @enum {string} */
                            waiting?: "reply" | "tap" | "click" | "time";
                        })[];
                    }[];
                    /** @description In the order of their times. */
                    transcript: {
                        /** @description When, from the start of the talk. Absent means with the line before. */
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
                        /** @description The network's id of the story, for `mentionStory` and `replyStory`. Absent means the one that the trigger names. */
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
                    /** @description Stops the clock there, and `waiting` says for what. Absent means at the end. */
                    until?: string;
                    /** @description Workspace slug; else your first. */
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
                        /** @description How each test of the request ended, in their order. */
                        tests?: components["schemas"]["DmAutomationTestVerdict"][];
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
                            /** @description `too_late`, `no_human`, `ref_needs_entry`, `unreachable` or `not_started`. */
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
                /** @description Workspace slug; else your first. */
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
    explainDmRun: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        /** @description Its automation. */
                        automationId: string;
                        run: components["schemas"]["DmRun"];
                        /** @description The run. */
                        runId: string;
                        /** @description One paragraph. */
                        summary: string;
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
                    /** @description Workspace slug; else your first. */
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
    createExport: {
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
                     * @description false leaves the uploaded files out; they are listed still.
                     * @default true
                     */
                    media?: boolean;
                    /** @description Workspace slug; else your first. */
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
                        export: {
                            /**
                             * Format: date-time
                             * @description Until when a download can begin.
                             */
                            expiresAt: string;
                            /** @description Of the archive. */
                            fileName: string;
                            /** @description Whether the files are in it. */
                            media: boolean;
                            /** @description Downloads the archive. It is a secret: everybody who has it can. */
                            url: string;
                        };
                    };
                };
            };
        };
    };
    listFeeds: {
        parameters: {
            query?: {
                limit?: number;
                status?: "active" | "failing" | "paused" | "ended";
                /** @description Workspace slug; else your first. */
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
                        feeds: components["schemas"]["Feed"][];
                    };
                };
            };
        };
    };
    createFeed: {
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
                    /** @description Ids from GET /v1/accounts, all from one workspace. An account that refuses a post is left out of it. */
                    accountIds: string[];
                    /**
                     * @description How many of the items that it has at its first read become posts, the newest ones.
                     * @default 0
                     */
                    backfill?: number;
                    /**
                     * @description How often it is read.
                     * @default 60
                     */
                    everyMinutes?: number;
                    /**
                     * @description What becomes of new items: `draft`; `next_slot` of the posting schedule; `publish` at once.
                     * @enum {string}
                     */
                    mode: "draft" | "next_slot" | "publish";
                    /** @description Of the texts of its posts: `{title}`, `{link}` and `{summary}` (up to 500 characters) stand for what the item says. The first picture of an item is the media of its post. */
                    template?: string;
                    /** @description A public http or https address of an RSS, Atom or JSON feed. */
                    url: string;
                    /** @description Workspace slug; else your first. */
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
                        feed: components["schemas"]["Feed"];
                        /** @description What its posts wait for, in sentences. */
                        warnings: string[];
                    };
                };
            };
        };
    };
    getFeed: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        feed: components["schemas"]["Feed"];
                    };
                };
            };
        };
    };
    deleteFeed: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
    updateFeed: {
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
                    /** @description Ids from GET /v1/accounts, all from one workspace. An account that refuses a post is left out of it. */
                    accountIds?: string[];
                    /** @description How often it is read. */
                    everyMinutes?: number;
                    /**
                     * @description What becomes of new items: `draft`; `next_slot` of the posting schedule; `publish` at once.
                     * @enum {string}
                     */
                    mode?: "draft" | "next_slot" | "publish";
                    /** @description Of the texts of its posts: `{title}`, `{link}` and `{summary}` (up to 500 characters) stand for what the item says. The first picture of an item is the media of its post. */
                    template?: string;
                    /** @description A public http or https address of an RSS, Atom or JSON feed. */
                    url?: string;
                    /** @description Workspace slug; else your first. */
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
                        feed: components["schemas"]["Feed"];
                        /** @description What its posts wait for, in sentences. */
                        warnings: string[];
                    };
                };
            };
        };
    };
    listFeedItems: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
                /** @description Workspace slug; else your first. */
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
                        items: components["schemas"]["FeedItem"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    pauseFeed: {
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
                    /** @description Workspace slug; else your first. */
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
                        feed: components["schemas"]["Feed"];
                    };
                };
            };
        };
    };
    resumeFeed: {
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
                    /** @description Workspace slug; else your first. */
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
                        feed: components["schemas"]["Feed"];
                    };
                };
            };
        };
    };
    previewFeed: {
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
                    /** @default 3 */
                    limit?: number;
                    /** @description Of the texts of its posts: `{title}`, `{link}` and `{summary}` (up to 500 characters) stand for what the item says. The first picture of an item is the media of its post. */
                    template?: string;
                    /** @description A public http or https address of an RSS, Atom or JSON feed. */
                    url: string;
                    /** @description Workspace slug; else your first. */
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
                        items: {
                            image: string | null;
                            link: string | null;
                            /** @description The text of its post. */
                            text: string;
                            title: string;
                        }[];
                        problem: string | null;
                        title: string | null;
                    };
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
                /** @description Workspace slug; else your first. */
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
                        imports: components["schemas"]["ImportSummary"][];
                        next: string | null;
                    };
                };
            };
        };
    };
    createImport: {
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
                    /** @description For rows that name no accounts: ids, user names or `platform:username`, separated by commas. */
                    accounts?: string;
                    /**
                     * @description Check each row and create nothing.
                     * @default false
                     */
                    dryRun?: boolean;
                    /** @description CSV in UTF-8, separated by commas, semicolons or tabs: up to 5 MiB and 2000 rows. */
                    file: Blob;
                    /** @description Of the file, to recognize the import by. */
                    name?: string;
                    /** @description Workspace slug; else your first. */
                    workspace?: string;
                };
                "text/csv": string;
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
                        import: components["schemas"]["Import"];
                    };
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        import: components["schemas"]["Import"];
                    };
                };
            };
        };
    };
    deleteImport: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        import: components["schemas"]["ImportSummary"];
                    };
                };
            };
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description `next` of the page before: the rows after this one. */
                after?: number;
                limit?: number;
                /** @description Only rows with a problem. */
                problems?: boolean;
                /** @description Workspace slug; else your first. */
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
                        rows: components["schemas"]["ImportedRow"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Only of this account. */
                accountId?: string;
                /** @description Only of this member; `me`, or `none` for those of nobody. */
                assigneeId?: string;
                /** @description `next` of the page before. */
                before?: string;
                /** @description true: only those that are done; false: only those that are not. */
                done?: boolean;
                /** @description true: only those that an automation handed over. */
                flagged?: boolean;
                /** @description Only with this label. */
                label?: string;
                limit?: number;
                /** @description Only of this network. */
                platform?: string;
                /** @description Words: only conversations in which all of them occur, in the person's name and handle or in one message. The last may be the beginning of a word. */
                q?: string;
                /** @description true: only those that are put aside; false: only those that are not. */
                snoozed?: boolean;
                /** @description true: only with unread messages; false: only without. */
                unread?: boolean;
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    disclosure?: string | null;
                    keepMessagesDays: number | null;
                    /** @description A person whose whole message is one of these gets automatic messages again. */
                    startWords?: string[];
                    /** @description A person whose whole message is one of these gets no automatic messages any more, until they write a start word. Case, accents, punctuation and emoji do not count. */
                    stopWords?: string[];
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
    updateConversation: {
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
                    assigneeId?: string | null;
                    /** @description Replace those that it has. */
                    labels?: string[];
                    snoozedUntil?: string | null;
                    /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                        /** @description What the team wrote about the person. */
                        notes: components["schemas"]["ConversationNote"][];
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
                /** @description Workspace slug; else your first. */
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
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Id of the newest message that was seen. When an answer was sent after it, nothing is sent: 409 `answered_meanwhile`. */
                    after?: string;
                    /** @description Addresses of files that POST /v1/media or /v1/media/upload has returned. One in a message: pictures, videos and PDFs on instagram (pictures of up to 8 MB, others 25 MB) and facebook (25 MB), without a text beside them; a picture of up to 5 MB on x. */
                    attachments?: string[];
                    /** @description Up to 1,000 bytes of UTF-8 on instagram, 2,000 characters on facebook. Required without attachments. */
                    message?: string;
                    /** @description Workspace slug; else your first. */
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
    listConversationNotes: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        notes: components["schemas"]["ConversationNote"][];
                    };
                };
            };
        };
    };
    createConversationNote: {
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
                    text: string;
                    /** @description Workspace slug; else your first. */
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
                        note: components["schemas"]["ConversationNote"];
                    };
                };
            };
        };
    };
    deleteConversationNote: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
                noteId: string;
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
                    /** @description Workspace slug; else your first. */
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
    getPerson: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                            /** @description Nothing is left to be done with it. */
                            done: boolean;
                            /** @description The network's own id of the comment. */
                            id: string;
                            networkPostId: string | null;
                            postId: string | null;
                            rating: number | null;
                            /** @description Empty for comments of a picture alone. */
                            text: string;
                        }[];
                        /** @description How many there are in all. */
                        counts: {
                            /** @description Comments of the person. */
                            comments: number;
                            /** @description Entries about them, of those that are kept. */
                            ruleAnswers: number;
                            /** @description Their runs, of those that are kept. */
                            runs: number;
                        };
                        ruleAnswers: {
                            answeredAt: string | null;
                            /** @description The network's own id of the comment. */
                            commentId: string;
                            /** @description What the person wrote. */
                            commentText: string;
                            /**
                             * Format: date-time
                             * @description When the comment matched.
                             */
                            createdAt: string;
                            /** @description The message of the rule. */
                            dmText: string;
                            /** @description The entry of the rule's activity. */
                            id: string;
                            keyword: string | null;
                            reason: string | null;
                            /** @description The rule. */
                            ruleId: string;
                            seenAt: string | null;
                            /**
                             * @description `queued`: it waits for its turn.
                             * @enum {string}
                             */
                            status: "queued" | "sent" | "failed" | "skipped";
                        }[];
                        runs: {
                            /** @description Its automation. */
                            automationId: string;
                            /** @description What it is called now. */
                            automationName: string;
                            /** @description The run. */
                            id: string;
                            reason: ("completed" | "handoff" | "window_closed" | "failed" | "human_reply" | "stopped") | null;
                            /**
                             * Format: date-time
                             * @description When it started.
                             */
                            startedAt: string;
                        }[];
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
                    /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
    listConversationLabels: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        labels: {
                            /** @description How many conversations have it. */
                            conversations: number;
                            /** @description The label. */
                            label: string;
                            /** @description How many of them are neither done nor snoozed. */
                            open: number;
                        }[];
                    };
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        invitations: components["schemas"]["Invitation"][];
                    };
                };
            };
        };
    };
    createInvitation: {
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
                    accountIds?: string[] | null;
                    /** Format: email */
                    email?: string;
                    /** @enum {string} */
                    role: "owner" | "editor" | "approver" | "viewer";
                    /** @description Workspace slug; else your first. */
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
                        invitation: {
                            accountIds: string[] | null;
                            /**
                             * Format: date-time
                             * @description When it was made.
                             */
                            createdAt: string;
                            email: string | null;
                            /**
                             * Format: date-time
                             * @description Until when it can be accepted: 7 days.
                             */
                            expiresAt: string;
                            id: string;
                            /** @description Name of the owner who invited. */
                            invitedBy: string;
                            /** @description Whether it is on its way to `email`: false without an address, or without a mail server. */
                            mailed: boolean;
                            /**
                             * @description What the person will be in the workspace.
                             * @enum {string}
                             */
                            role: "owner" | "editor" | "approver" | "viewer";
                            /** @description The link. Everybody who has it can use it, once. */
                            url: string;
                        };
                    };
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
    listPostLabels: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        labels: {
                            /** @description The label. */
                            label: string;
                            /** @description How many posts have it. */
                            posts: number;
                        }[];
                    };
                };
            };
        };
    };
    readLinkPreview: {
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
                    /** @description A public http or https address. */
                    url: string;
                    /** @description Workspace slug; else your first. */
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
                        linkPreview: {
                            description: string;
                            image: string | null;
                            title: string;
                            /** @description The address that was read. */
                            url: string;
                        } | null;
                        reason: string | null;
                    };
                };
            };
        };
    };
    listMedia: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
                /** @description A part of the name or the description. Case and accents do not matter. */
                q?: string;
                /** @description Only files of this type. */
                type?: "image" | "gif" | "video" | "document";
                /** @description Workspace slug; else your first. */
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
                        media: components["schemas"]["MediaFile"][];
                        next: string | null;
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
                    /** @description A public http or https address. Spaces and letters outside ASCII are encoded as browsers do. */
                    url: string;
                    /** @description Workspace slug; else your first. */
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
                        altText: string | null;
                        /** @description Of the file in the library. The same file has the same id again. */
                        id: string;
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
    deleteMedia: {
        parameters: {
            query?: {
                /** @description Also if something needs it. */
                force?: boolean;
                /** @description Workspace slug; else your first. */
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
    updateMedia: {
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
                    altText?: string | null;
                    /** @description What it is called in the library. */
                    name?: string;
                    /** @description Workspace slug; else your first. */
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
                        media: components["schemas"]["MediaFile"];
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
                    file: Blob;
                    /** @description Workspace slug; else your first. */
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
                        altText: string | null;
                        /** @description Of the file in the library. The same file has the same id again. */
                        id: string;
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
    listMembers: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        members: components["schemas"]["Member"][];
                    };
                };
            };
        };
    };
    getMember: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
                workspace?: string;
            };
            header?: never;
            path: {
                userId: string;
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
                        member: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
                workspace?: string;
            };
            header?: never;
            path: {
                userId: string;
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
                        removed: true;
                        userId: string;
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    accountIds?: string[] | null;
                    /** @enum {string} */
                    role?: "owner" | "editor" | "approver" | "viewer";
                    /** @description Workspace slug; else your first. */
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
                        member: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    getNextSlot: {
        parameters: {
            query?: {
                /** @description Ids with commas between them. */
                accountIds?: string;
                /** @description Workspace slug; else your first. */
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
                /** @description So many days in the workspace zone, today last. */
                days?: number;
                /** @description First day, in place of `days`. */
                from?: string;
                limit?: number;
                /** @description One network only. */
                platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                /** @description Reads the numbers at the networks again, also when younger than an hour, and waits up to ten seconds. */
                refresh?: boolean;
                /** @description Most first, nulls last. */
                sortBy?: "date" | "views" | "likes" | "comments" | "shares" | "engagement";
                /** @description Last day. */
                to?: string;
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Reads the numbers at the networks again, also when younger than an hour, and waits up to ten seconds. */
                refresh?: boolean;
                /** @description Workspace slug; else your first. */
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
    listPostTemplates: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        postTemplates: components["schemas"]["PostTemplate"][];
                    };
                };
            };
        };
    };
    createPostTemplate: {
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
                    /** @description The post whose text, accounts, media, options, overrides, thread, first comment and labels are kept. It may be in any state. */
                    postId: string;
                    /** @description Workspace slug; else your first. */
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
                        postTemplate: components["schemas"]["PostTemplate"];
                    };
                };
            };
        };
    };
    deletePostTemplate: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
    updatePostTemplate: {
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
                    /** @description The post whose text, accounts, media, options, overrides, thread, first comment and labels are kept. It may be in any state. */
                    postId?: string;
                    /** @description Workspace slug; else your first. */
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
                        postTemplate: components["schemas"]["PostTemplate"];
                    };
                };
            };
        };
    };
    createPostFromTemplate: {
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
                    /** @description In place of the accounts of the template. Overrides for other accounts are left out. */
                    accountIds?: string[];
                    /** @description Workspace slug; else your first. */
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
    getPostingSchedule: {
        parameters: {
            query?: {
                /** @description Whose own schedule it is. */
                accountId?: string;
                /** @description Workspace slug; else your first. */
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
            query?: {
                /** @description Whose own schedule it is. */
                accountId?: string;
            };
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
                    /** @description Workspace slug; else your first. */
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
                accountId?: string;
                /** @description `next` of the page before. */
                before?: string;
                /** @description Published, else scheduled, else written at this instant or later. */
                from?: string;
                /** @description Only of an account of this group. */
                groupId?: string;
                /** @description Only with this label. */
                label?: string;
                limit?: number;
                platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                /** @description Only with these words; the last may be a beginning. */
                q?: string;
                status?: "draft" | "scheduled" | "publishing" | "published" | "failed" | "all";
                /** @description … and before this one. */
                to?: string;
                /** @description Workspace slug; else your first. */
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
                    /** @description Descriptions of media, by URL; up to 1,500 characters each. */
                    altText?: {
                        [key: string]: string;
                    };
                    articleSettings?: {
                        /** Written by AI */
                        aiDisclosure?: string;
                        /** Leave it as a draft on the site */
                        asDraft?: boolean;
                        /**
                         * Canonical address
                         * Format: uri
                         */
                        canonicalUrl?: string;
                        /** Recipients of the newsletter */
                        emailSegment?: string;
                        /** Newsletter */
                        newsletter?: string;
                        /** Tags */
                        tags?: string[];
                    };
                    blueskySettings?: {
                        /**
                         * Languages
                         * @description BCP 47, such as `de`.
                         */
                        languages?: string[];
                    };
                    /** @description The text. For reddit and pinterest the first line becomes the title. */
                    content: string;
                    /** @description Save for review, or move back to drafts. */
                    draft?: boolean;
                    firstComment?: string | null;
                    googleBusinessSettings?: {
                        /**
                         * Button
                         * @description The button under the update.
                         * @enum {string}
                         */
                        button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                        /**
                         * Where the button leads
                         * Format: uri
                         */
                        buttonUrl?: string;
                    };
                    /** @description Replace those that it has. */
                    labels?: string[];
                    linkPreview?: (false | {
                        description?: string;
                        image?: string;
                        title?: string;
                        url: string;
                    }) | null;
                    mastodonSettings?: {
                        /**
                         * Language
                         * @description ISO 639, such as `de`.
                         */
                        language?: string;
                        /**
                         * Content warning
                         * @description Content warning: hides text and media. Counts towards the limit.
                         */
                        spoilerText?: string;
                        /**
                         * Who may see it
                         * @description `private`: followers only.
                         * @enum {string}
                         */
                        visibility?: "public" | "unlisted" | "private";
                    };
                    /** @description Public URLs. Spaces and letters outside ASCII are encoded as browsers do. The type is read from the extension; a URL without a known one is skipped. */
                    media?: string[];
                    /** @description What some accounts get instead: each entry names `accountIds` or `platforms`. What it leaves out comes from the post. */
                    overrides?: {
                        accountIds?: string[];
                        altText?: {
                            [key: string]: string;
                        };
                        content?: string;
                        firstComment?: string | null;
                        linkPreview?: (false | {
                            description?: string;
                            image?: string;
                            title?: string;
                            url: string;
                        }) | null;
                        media?: string[];
                        platforms?: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
                        thread?: {
                            altText?: {
                                [key: string]: string;
                            };
                            content: string;
                            media?: string[];
                        }[];
                    }[];
                    /**
                     * Board
                     * @description From GET /v1/pinterest-boards; required for pinterest.
                     */
                    pinterestBoardId?: string;
                    /**
                     * Link of the pin
                     * Format: uri
                     * @description Destination link of a pin.
                     */
                    pinterestLink?: string;
                    /** @description Publish at once. */
                    publishNow?: boolean;
                    /**
                     * Flair
                     * @description Name of the flair, if the subreddit requires one.
                     */
                    redditFlairText?: string;
                    /**
                     * Subreddit
                     * @description Without r/; the user's profile when absent.
                     */
                    redditSubreddit?: string;
                    /** @description ISO date-time, read in the time zone of the workspace unless it carries Z or an offset. In the past: publishes at once. */
                    scheduledAt?: string;
                    /** @description Leave out accounts whose network will refuse the post; `skipped` lists them. */
                    skipRefused?: boolean;
                    /** @description Parts below the post: a thread on x, threads, bluesky and mastodon, joined elsewhere. */
                    thread?: {
                        altText?: {
                            [key: string]: string;
                        };
                        content: string;
                        media?: string[];
                    }[];
                    tiktokSettings?: {
                        /** Turn comments off */
                        disableComment?: boolean;
                        /** Turn duets off */
                        disableDuet?: boolean;
                        /** Turn stitches off */
                        disableStitch?: boolean;
                        /**
                         * Who may see it
                         * @description Who may see the video.
                         * @enum {string}
                         */
                        privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                    };
                    /** @description Take the next free slot of the posting schedule. */
                    useNextSlot?: boolean;
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Descriptions of media, by URL; up to 1,500 characters each. */
                    altText?: {
                        [key: string]: string;
                    };
                    articleSettings?: {
                        /** Written by AI */
                        aiDisclosure?: string;
                        /** Leave it as a draft on the site */
                        asDraft?: boolean;
                        /**
                         * Canonical address
                         * Format: uri
                         */
                        canonicalUrl?: string;
                        /** Recipients of the newsletter */
                        emailSegment?: string;
                        /** Newsletter */
                        newsletter?: string;
                        /** Tags */
                        tags?: string[];
                    } | null;
                    blueskySettings?: {
                        /**
                         * Languages
                         * @description BCP 47, such as `de`.
                         */
                        languages?: string[];
                    } | null;
                    /** @description The text. For reddit and pinterest the first line becomes the title. */
                    content?: string;
                    /** @description Save for review, or move back to drafts. */
                    draft?: boolean;
                    firstComment?: string | null;
                    googleBusinessSettings?: {
                        /**
                         * Button
                         * @description The button under the update.
                         * @enum {string}
                         */
                        button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                        /**
                         * Where the button leads
                         * Format: uri
                         */
                        buttonUrl?: string;
                    } | null;
                    /** @description Replace those that it has. */
                    labels?: string[];
                    linkPreview?: (false | {
                        description?: string;
                        image?: string;
                        title?: string;
                        url: string;
                    }) | null;
                    mastodonSettings?: {
                        /**
                         * Language
                         * @description ISO 639, such as `de`.
                         */
                        language?: string;
                        /**
                         * Content warning
                         * @description Content warning: hides text and media. Counts towards the limit.
                         */
                        spoilerText?: string;
                        /**
                         * Who may see it
                         * @description `private`: followers only.
                         * @enum {string}
                         */
                        visibility?: "public" | "unlisted" | "private";
                    } | null;
                    /** @description Public URLs. Spaces and letters outside ASCII are encoded as browsers do. The type is read from the extension; a URL without a known one is skipped. */
                    media?: string[];
                    /** @description What some accounts get instead: each entry names `accountIds` or `platforms`. What it leaves out comes from the post. */
                    overrides?: {
                        accountIds?: string[];
                        altText?: {
                            [key: string]: string;
                        };
                        content?: string;
                        firstComment?: string | null;
                        linkPreview?: (false | {
                            description?: string;
                            image?: string;
                            title?: string;
                            url: string;
                        }) | null;
                        media?: string[];
                        platforms?: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
                        thread?: {
                            altText?: {
                                [key: string]: string;
                            };
                            content: string;
                            media?: string[];
                        }[];
                    }[];
                    pinterestBoardId?: string | null;
                    pinterestLink?: string | null;
                    /** @description Publish at once. */
                    publishNow?: boolean;
                    redditFlairText?: string | null;
                    redditSubreddit?: string | null;
                    /** @description ISO date-time, read in the time zone of the workspace unless it carries Z or an offset. In the past: publishes at once. */
                    scheduledAt?: string;
                    /** @description Leave out accounts whose network will refuse the post; `skipped` lists them. */
                    skipRefused?: boolean;
                    /** @description Parts below the post: a thread on x, threads, bluesky and mastodon, joined elsewhere. */
                    thread?: {
                        altText?: {
                            [key: string]: string;
                        };
                        content: string;
                        media?: string[];
                    }[];
                    tiktokSettings?: {
                        /** Turn comments off */
                        disableComment?: boolean;
                        /** Turn duets off */
                        disableDuet?: boolean;
                        /** Turn stitches off */
                        disableStitch?: boolean;
                        /**
                         * Who may see it
                         * @description Who may see the video.
                         * @enum {string}
                         */
                        privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                    } | null;
                    /** @description Take the next free slot of the posting schedule. */
                    useNextSlot?: boolean;
                    /** @description Workspace slug; else your first. */
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
    getApproval: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        approved: components["schemas"]["ApprovedPost"] | null;
                        /** @description Since it was approved; empty if it never was. */
                        changes: components["schemas"]["PostChange"][];
                        plan: string | null;
                    };
                };
            };
        };
    };
    decideApproval: {
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
                    decision: "approved" | "rejected";
                    /** @description `approvalDetails.plan` as you read it. Absent means that it is not compared. */
                    plan?: string;
                    /** @description Publish at once. */
                    publishNow?: boolean;
                    /** @description Of a rejection: what is to change. */
                    reason?: string;
                    /** @description ISO date-time, read in the time zone of the workspace unless it carries Z or an offset. In the past: publishes at once. */
                    scheduledAt?: string;
                    /** @description Take the next free slot of the posting schedule. */
                    useNextSlot?: boolean;
                    /** @description Workspace slug; else your first. */
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
    listApprovalLinks: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        approvalLinks: components["schemas"]["ApprovalLink"][];
                    };
                };
            };
        };
    };
    createApprovalLink: {
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
                    /** @description Workspace slug; else your first. */
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
                        approvalLink: {
                            clientName: string | null;
                            /**
                             * Format: date-time
                             * @description When it was made.
                             */
                            createdAt: string;
                            decidedAt: string | null;
                            /**
                             * Format: date-time
                             * @description Until when it can be opened: 7 days.
                             */
                            expiresAt: string;
                            id: string;
                            /**
                             * @description `open`: the client can still decide, unless the post was changed after the link was made.
                             * @enum {string}
                             */
                            status: "open" | "approved" | "rejected" | "revoked" | "expired";
                            /** @description The link. */
                            url: string;
                        };
                    };
                };
            };
        };
    };
    revokeApprovalLink: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
                linkId: string;
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
    getPostComments: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                    /** @description Of a thread: the part that is meant, 1 for the post itself. Absent means the one in doubt. */
                    part?: number;
                    /**
                     * Format: uri
                     * @description With `live`: where the post is.
                     */
                    url?: string;
                    /** @description Workspace slug; else your first. */
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
    duplicatePost: {
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
    getPostHistory: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        history: {
                            /**
                             * Format: date-time
                             * @description When it happened.
                             */
                            at: string;
                            operation: string | null;
                            person: {
                                id: string;
                                /** @description At that time. */
                                name: string;
                            } | null;
                            /** @description In English, with times of the workspace’s time zone. */
                            sentence: string;
                        }[];
                    };
                };
            };
        };
    };
    getPostMetrics: {
        parameters: {
            query?: {
                /** @description Reads the numbers at the networks again, also when younger than an hour, and waits up to ten seconds. */
                refresh?: boolean;
                /** @description Workspace slug; else your first. */
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
    listPostNotes: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        notes: components["schemas"]["PostNote"][];
                    };
                };
            };
        };
    };
    createPostNote: {
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
                    text: string;
                    /** @description Workspace slug; else your first. */
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
                        note: components["schemas"]["PostNote"];
                    };
                };
            };
        };
    };
    deletePostNote: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
                workspace?: string;
            };
            header?: never;
            path: {
                id: string;
                noteId: string;
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
                    /** @description Accounts of the post. Absent means every account that has no copy. */
                    accountIds?: string[];
                    /** @description Workspace slug; else your first. */
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
    batchPosts: {
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
                    /** @description Of `hold_back`: the account that has to be connected again. A post that is live nowhere and goes nowhere else becomes a draft; another ends without this account. */
                    accountId?: string;
                    /**
                     * @description `move` to another time, `label`: with other labels, `draft`: back to drafts, `publish` at once, `delete`: remove after ten seconds in which it can be taken back, `restore`: undo what `undo` of a response names, `hold_back`: send nothing to `accountId`, for which the posts wait.
                     * @enum {string}
                     */
                    action: "move" | "label" | "draft" | "publish" | "delete" | "restore" | "hold_back";
                    /** @description Of `label`: what each post gets. */
                    addLabels?: string[];
                    /** @description Of `restore`: what each of `ids` was. null, or no `before`, takes a removal back. */
                    before?: (({
                        scheduledAt: string | null;
                        /** @enum {string} */
                        status: "draft" | "scheduled" | "awaiting_approval";
                    } | {
                        /** @description Replace those that it has. */
                        labels: string[];
                    }) | null)[];
                    /** @description Of a move: how much later, in minutes; below zero earlier. Drafts stay drafts. */
                    byMinutes?: number;
                    /** @description In place of ids: the newest 100 posts that fit. `next` leads to the others. */
                    filter?: {
                        accountId?: string;
                        /** @description `next` of the request before: the posts after its own. */
                        before?: string;
                        /**
                         * Format: date-time
                         * @description Published, else scheduled, else written at this instant or later.
                         */
                        from?: string;
                        /** @description Only posts of an account of this group, or of several. */
                        groupId?: string;
                        /** @description Only with this label. */
                        label?: string;
                        /** @enum {string} */
                        platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                        /** @description Only with these words; the last may be a beginning. */
                        q?: string;
                        /**
                         * @default all
                         * @enum {string}
                         */
                        status?: "all" | "draft" | "awaiting_approval" | "scheduled" | "publishing" | "published" | "failed";
                        /**
                         * Format: date-time
                         * @description … and before this one.
                         */
                        to?: string;
                    };
                    ids?: string[];
                    /** @description Of `label`: what each post loses. */
                    removeLabels?: string[];
                    /** @description Of a move: a time for each of `ids`, in their order. Drafts stay drafts. */
                    scheduledAt?: string[];
                    /**
                     * @description Of a move: each takes the next free slot, in the order of `ids`. Drafts are scheduled.
                     * @constant
                     */
                    useNextSlot?: true;
                    /** @description Workspace slug; else your first. */
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
                        next: string | null;
                        results: {
                            code: string | null;
                            error: string | null;
                            id: string;
                            ok: boolean;
                        }[];
                        undo: {
                            /** @constant */
                            action: "restore";
                            before: (({
                                scheduledAt: string | null;
                                /** @enum {string} */
                                status: "draft" | "scheduled" | "awaiting_approval";
                            } | {
                                /** @description Replace those that it has. */
                                labels: string[];
                            }) | null)[];
                            ids: string[];
                        } | null;
                        undoUntil: string | null;
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
                    /** @description Descriptions of media, by URL; up to 1,500 characters each. */
                    altText?: {
                        [key: string]: string;
                    };
                    articleSettings?: {
                        /** Written by AI */
                        aiDisclosure?: string;
                        /** Leave it as a draft on the site */
                        asDraft?: boolean;
                        /**
                         * Canonical address
                         * Format: uri
                         */
                        canonicalUrl?: string;
                        /** Recipients of the newsletter */
                        emailSegment?: string;
                        /** Newsletter */
                        newsletter?: string;
                        /** Tags */
                        tags?: string[];
                    };
                    blueskySettings?: {
                        /**
                         * Languages
                         * @description BCP 47, such as `de`.
                         */
                        languages?: string[];
                    };
                    /** @description The text. For reddit and pinterest the first line becomes the title. */
                    content: string;
                    /** @description Save for review, or move back to drafts. */
                    draft?: boolean;
                    firstComment?: string | null;
                    googleBusinessSettings?: {
                        /**
                         * Button
                         * @description The button under the update.
                         * @enum {string}
                         */
                        button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                        /**
                         * Where the button leads
                         * Format: uri
                         */
                        buttonUrl?: string;
                    };
                    /** @description Replace those that it has. */
                    labels?: string[];
                    linkPreview?: (false | {
                        description?: string;
                        image?: string;
                        title?: string;
                        url: string;
                    }) | null;
                    mastodonSettings?: {
                        /**
                         * Language
                         * @description ISO 639, such as `de`.
                         */
                        language?: string;
                        /**
                         * Content warning
                         * @description Content warning: hides text and media. Counts towards the limit.
                         */
                        spoilerText?: string;
                        /**
                         * Who may see it
                         * @description `private`: followers only.
                         * @enum {string}
                         */
                        visibility?: "public" | "unlisted" | "private";
                    };
                    /** @description Public URLs. Spaces and letters outside ASCII are encoded as browsers do. The type is read from the extension; a URL without a known one is skipped. */
                    media?: string[];
                    /** @description What some accounts get instead: each entry names `accountIds` or `platforms`. What it leaves out comes from the post. */
                    overrides?: {
                        accountIds?: string[];
                        altText?: {
                            [key: string]: string;
                        };
                        content?: string;
                        firstComment?: string | null;
                        linkPreview?: (false | {
                            description?: string;
                            image?: string;
                            title?: string;
                            url: string;
                        }) | null;
                        media?: string[];
                        platforms?: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
                        thread?: {
                            altText?: {
                                [key: string]: string;
                            };
                            content: string;
                            media?: string[];
                        }[];
                    }[];
                    /**
                     * Board
                     * @description From GET /v1/pinterest-boards; required for pinterest.
                     */
                    pinterestBoardId?: string;
                    /**
                     * Link of the pin
                     * Format: uri
                     * @description Destination link of a pin.
                     */
                    pinterestLink?: string;
                    /** @description Publish at once. */
                    publishNow?: boolean;
                    /**
                     * Flair
                     * @description Name of the flair, if the subreddit requires one.
                     */
                    redditFlairText?: string;
                    /**
                     * Subreddit
                     * @description Without r/; the user's profile when absent.
                     */
                    redditSubreddit?: string;
                    /** @description ISO date-time, read in the time zone of the workspace unless it carries Z or an offset. In the past: publishes at once. */
                    scheduledAt?: string;
                    /** @description Leave out accounts whose network will refuse the post; `skipped` lists them. */
                    skipRefused?: boolean;
                    /** @description Parts below the post: a thread on x, threads, bluesky and mastodon, joined elsewhere. */
                    thread?: {
                        altText?: {
                            [key: string]: string;
                        };
                        content: string;
                        media?: string[];
                    }[];
                    tiktokSettings?: {
                        /** Turn comments off */
                        disableComment?: boolean;
                        /** Turn duets off */
                        disableDuet?: boolean;
                        /** Turn stitches off */
                        disableStitch?: boolean;
                        /**
                         * Who may see it
                         * @description Who may see the video.
                         * @enum {string}
                         */
                        privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                    };
                    /** @description Take the next free slot of the posting schedule. */
                    useNextSlot?: boolean;
                    /** @description Workspace slug; else your first. */
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
                            cost: {
                                amount: number;
                                /** @description ISO 4217. */
                                currency: string;
                                why: string;
                            } | null;
                            cutAt: number | null;
                            firstComment: {
                                /** @description Of the text before it is cut, without its title. Of several limits, the one that is nearest to being reached. */
                                length: {
                                    limit: number | null;
                                    /**
                                     * @description What is counted. `characters`: Unicode code points. `weight`: by the network's own rules, in which links, emoji or mentions count differently.
                                     * @enum {string}
                                     */
                                    unit: "characters" | "graphemes" | "utf16_units" | "bytes" | "weight";
                                    used: number;
                                };
                                text: string;
                            } | null;
                            /** @description Of the text before it is cut, without its title. Of several limits, the one that is nearest to being reached. */
                            length: {
                                limit: number | null;
                                /**
                                 * @description What is counted. `characters`: Unicode code points. `weight`: by the network's own rules, in which links, emoji or mentions count differently.
                                 * @enum {string}
                                 */
                                unit: "characters" | "graphemes" | "utf16_units" | "bytes" | "weight";
                                used: number;
                            };
                            linkPreview: {
                                description: string | null;
                                image: string | null;
                                /**
                                 * @description `unknown`: the page was not read within the last hour, and is read before the post is sent; POST /v1/link-previews reads it now.
                                 * @enum {string}
                                 */
                                state: "known" | "unknown";
                                title: string | null;
                                /** @description The page. */
                                url: string;
                            } | null;
                            media: string[];
                            platform: string;
                            refusals: {
                                code: string;
                                message: string;
                                param: string;
                                values?: components["schemas"]["ErrorValues"];
                            }[];
                            text: string;
                            /** @description The parts after the first; empty where the network gets one post. */
                            thread: {
                                cost: {
                                    amount: number;
                                    /** @description ISO 4217. */
                                    currency: string;
                                    why: string;
                                } | null;
                                cutAt: number | null;
                                /** @description Of the text before it is cut, without its title. Of several limits, the one that is nearest to being reached. */
                                length: {
                                    limit: number | null;
                                    /**
                                     * @description What is counted. `characters`: Unicode code points. `weight`: by the network's own rules, in which links, emoji or mentions count differently.
                                     * @enum {string}
                                     */
                                    unit: "characters" | "graphemes" | "utf16_units" | "bytes" | "weight";
                                    used: number;
                                };
                                media: string[];
                                text: string;
                            }[];
                            title: string | null;
                            /** @description Those of the warnings that are about a field a program may set. */
                            warningDetails: {
                                code: string;
                                message: string;
                                param: string;
                                values?: components["schemas"]["ErrorValues"];
                                /**
                                 * @description The network will refuse the post. Absent means it will not.
                                 * @constant
                                 */
                                willRefuse?: true;
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
    listReportLinks: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        reportLinks: components["schemas"]["ReportLink"][];
                    };
                };
            };
        };
    };
    createReportLink: {
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
                    /** @description Whose numbers it shows. */
                    accountIds: string[];
                    /**
                     * @description How long it can be opened.
                     * @default 30
                     */
                    expiresInDays?: number;
                    /**
                     * Format: date
                     * @description The first day, in the workspace's time zone.
                     */
                    from: string;
                    /** @description Heading of the report. */
                    name?: string;
                    /**
                     * Format: date
                     * @description The last day, at most 366 days with the first.
                     */
                    to: string;
                    /** @description Workspace slug; else your first. */
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
                        reportLink: {
                            /** @description Whose numbers it shows. */
                            accountIds: string[];
                            /**
                             * Format: date-time
                             * @description When it was made.
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description Until when it can be opened.
                             */
                            expiresAt: string;
                            /**
                             * Format: date
                             * @description The first day that it shows.
                             */
                            from: string;
                            id: string;
                            name: string | null;
                            /**
                             * @description Whether it can be opened.
                             * @enum {string}
                             */
                            status: "open" | "revoked" | "expired";
                            /**
                             * Format: date
                             * @description The last day that it shows.
                             */
                            to: string;
                            /** @description The link. */
                            url: string;
                        };
                    };
                };
            };
        };
    };
    revokeReportLink: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
    listSavedReplies: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
    listSeries: {
        parameters: {
            query?: {
                limit?: number;
                status?: "active" | "paused" | "ended";
                /** @description Workspace slug; else your first. */
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
                        series: components["schemas"]["Series"][];
                    };
                };
            };
        };
    };
    createSeries: {
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
                    post: {
                        /** @description Ids from GET /v1/accounts, all from one workspace. */
                        accountIds: string[];
                        /** @description Descriptions of media, by URL; up to 1,500 characters each. */
                        altText?: {
                            [key: string]: string;
                        };
                        articleSettings?: {
                            /** Written by AI */
                            aiDisclosure?: string;
                            /** Leave it as a draft on the site */
                            asDraft?: boolean;
                            /**
                             * Canonical address
                             * Format: uri
                             */
                            canonicalUrl?: string;
                            /** Recipients of the newsletter */
                            emailSegment?: string;
                            /** Newsletter */
                            newsletter?: string;
                            /** Tags */
                            tags?: string[];
                        };
                        blueskySettings?: {
                            /**
                             * Languages
                             * @description BCP 47, such as `de`.
                             */
                            languages?: string[];
                        };
                        /** @description The text. For reddit and pinterest the first line becomes the title. */
                        content: string;
                        firstComment?: string | null;
                        googleBusinessSettings?: {
                            /**
                             * Button
                             * @description The button under the update.
                             * @enum {string}
                             */
                            button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                            /**
                             * Where the button leads
                             * Format: uri
                             */
                            buttonUrl?: string;
                        };
                        /** @description Replace those that it has. */
                        labels?: string[];
                        linkPreview?: (false | {
                            description?: string;
                            image?: string;
                            title?: string;
                            url: string;
                        }) | null;
                        mastodonSettings?: {
                            /**
                             * Language
                             * @description ISO 639, such as `de`.
                             */
                            language?: string;
                            /**
                             * Content warning
                             * @description Content warning: hides text and media. Counts towards the limit.
                             */
                            spoilerText?: string;
                            /**
                             * Who may see it
                             * @description `private`: followers only.
                             * @enum {string}
                             */
                            visibility?: "public" | "unlisted" | "private";
                        };
                        /** @description Public URLs. Spaces and letters outside ASCII are encoded as browsers do. The type is read from the extension; a URL without a known one is skipped. */
                        media?: string[];
                        /** @description What some accounts get instead: each entry names `accountIds` or `platforms`. What it leaves out comes from the post. */
                        overrides?: {
                            accountIds?: string[];
                            altText?: {
                                [key: string]: string;
                            };
                            content?: string;
                            firstComment?: string | null;
                            linkPreview?: (false | {
                                description?: string;
                                image?: string;
                                title?: string;
                                url: string;
                            }) | null;
                            media?: string[];
                            platforms?: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
                            thread?: {
                                altText?: {
                                    [key: string]: string;
                                };
                                content: string;
                                media?: string[];
                            }[];
                        }[];
                        /**
                         * Board
                         * @description From GET /v1/pinterest-boards; required for pinterest.
                         */
                        pinterestBoardId?: string;
                        /**
                         * Link of the pin
                         * Format: uri
                         * @description Destination link of a pin.
                         */
                        pinterestLink?: string;
                        /**
                         * Flair
                         * @description Name of the flair, if the subreddit requires one.
                         */
                        redditFlairText?: string;
                        /**
                         * Subreddit
                         * @description Without r/; the user's profile when absent.
                         */
                        redditSubreddit?: string;
                        /** @description Parts below the post: a thread on x, threads, bluesky and mastodon, joined elsewhere. */
                        thread?: {
                            altText?: {
                                [key: string]: string;
                            };
                            content: string;
                            media?: string[];
                        }[];
                        tiktokSettings?: {
                            /** Turn comments off */
                            disableComment?: boolean;
                            /** Turn duets off */
                            disableDuet?: boolean;
                            /** Turn stitches off */
                            disableStitch?: boolean;
                            /**
                             * Who may see it
                             * @description Who may see the video.
                             * @enum {string}
                             */
                            privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                        };
                    };
                    /** @description By which it repeats, as in RFC 5545, at most once an hour: FREQ (HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT (up to 730), UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, BYHOUR, BYMINUTE, WKST. */
                    rule: string;
                    /** @description The first possible time; it says the time of day, too. ISO date-time, read in `timezone` unless it carries Z or an offset. */
                    startsAt: string;
                    /** @description IANA time zone of the rule; else that of the workspace. */
                    timezone?: string;
                    /** @description Workspace slug; else your first. */
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
                        series: components["schemas"]["Series"];
                        /** @description What its posts skip or change, in sentences. */
                        warnings: string[];
                    };
                };
            };
        };
    };
    getSeries: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                        series: components["schemas"]["Series"];
                    };
                };
            };
        };
    };
    deleteSeries: {
        parameters: {
            query?: {
                posts?: "keep" | "delete";
                /** @description Workspace slug; else your first. */
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
    updateSeries: {
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
                    /** @description The first time whose post changes, as `scheduledAt` of that post says it; at most 30 days ahead. Default: now. */
                    from?: string;
                    post?: {
                        /** @description Ids from GET /v1/accounts, all from one workspace. */
                        accountIds?: string[];
                        /** @description Descriptions of media, by URL; up to 1,500 characters each. */
                        altText?: {
                            [key: string]: string;
                        };
                        articleSettings?: {
                            /** Written by AI */
                            aiDisclosure?: string;
                            /** Leave it as a draft on the site */
                            asDraft?: boolean;
                            /**
                             * Canonical address
                             * Format: uri
                             */
                            canonicalUrl?: string;
                            /** Recipients of the newsletter */
                            emailSegment?: string;
                            /** Newsletter */
                            newsletter?: string;
                            /** Tags */
                            tags?: string[];
                        } | null;
                        blueskySettings?: {
                            /**
                             * Languages
                             * @description BCP 47, such as `de`.
                             */
                            languages?: string[];
                        } | null;
                        /** @description The text. For reddit and pinterest the first line becomes the title. */
                        content?: string;
                        firstComment?: string | null;
                        googleBusinessSettings?: {
                            /**
                             * Button
                             * @description The button under the update.
                             * @enum {string}
                             */
                            button?: "BOOK" | "ORDER" | "SHOP" | "LEARN_MORE" | "SIGN_UP" | "CALL";
                            /**
                             * Where the button leads
                             * Format: uri
                             */
                            buttonUrl?: string;
                        } | null;
                        /** @description Replace those that it has. */
                        labels?: string[];
                        linkPreview?: (false | {
                            description?: string;
                            image?: string;
                            title?: string;
                            url: string;
                        }) | null;
                        mastodonSettings?: {
                            /**
                             * Language
                             * @description ISO 639, such as `de`.
                             */
                            language?: string;
                            /**
                             * Content warning
                             * @description Content warning: hides text and media. Counts towards the limit.
                             */
                            spoilerText?: string;
                            /**
                             * Who may see it
                             * @description `private`: followers only.
                             * @enum {string}
                             */
                            visibility?: "public" | "unlisted" | "private";
                        } | null;
                        /** @description Public URLs. Spaces and letters outside ASCII are encoded as browsers do. The type is read from the extension; a URL without a known one is skipped. */
                        media?: string[];
                        /** @description What some accounts get instead: each entry names `accountIds` or `platforms`. What it leaves out comes from the post. */
                        overrides?: {
                            accountIds?: string[];
                            altText?: {
                                [key: string]: string;
                            };
                            content?: string;
                            firstComment?: string | null;
                            linkPreview?: (false | {
                                description?: string;
                                image?: string;
                                title?: string;
                                url: string;
                            }) | null;
                            media?: string[];
                            platforms?: ("instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business")[];
                            thread?: {
                                altText?: {
                                    [key: string]: string;
                                };
                                content: string;
                                media?: string[];
                            }[];
                        }[];
                        pinterestBoardId?: string | null;
                        pinterestLink?: string | null;
                        redditFlairText?: string | null;
                        redditSubreddit?: string | null;
                        /** @description Parts below the post: a thread on x, threads, bluesky and mastodon, joined elsewhere. */
                        thread?: {
                            altText?: {
                                [key: string]: string;
                            };
                            content: string;
                            media?: string[];
                        }[];
                        tiktokSettings?: {
                            /** Turn comments off */
                            disableComment?: boolean;
                            /** Turn duets off */
                            disableDuet?: boolean;
                            /** Turn stitches off */
                            disableStitch?: boolean;
                            /**
                             * Who may see it
                             * @description Who may see the video.
                             * @enum {string}
                             */
                            privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
                        } | null;
                    };
                    /** @description By which it repeats, as in RFC 5545, at most once an hour: FREQ (HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT (up to 730), UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, BYHOUR, BYMINUTE, WKST. */
                    rule?: string;
                    /** @description The first possible time; it says the time of day, too. ISO date-time, read in `timezone` unless it carries Z or an offset. */
                    startsAt?: string;
                    /** @description IANA time zone of the rule; else that of the workspace. */
                    timezone?: string;
                    /** @description Workspace slug; else your first. */
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
                        series: components["schemas"]["Series"];
                        /** @description What its posts skip or change, in sentences. */
                        warnings: string[];
                    };
                };
            };
        };
    };
    pauseSeries: {
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
                    /** @description Workspace slug; else your first. */
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
                        series: components["schemas"]["Series"];
                    };
                };
            };
        };
    };
    resumeSeries: {
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
                    /** @description Workspace slug; else your first. */
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
                        series: components["schemas"]["Series"];
                    };
                };
            };
        };
    };
    previewSeries: {
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
                    /** @default 3 */
                    limit?: number;
                    /** @description By which it repeats, as in RFC 5545, at most once an hour: FREQ (HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT (up to 730), UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, BYHOUR, BYMINUTE, WKST. */
                    rule: string;
                    /** @description The first possible time; it says the time of day, too. ISO date-time, read in `timezone` unless it carries Z or an offset. */
                    startsAt: string;
                    /** @description IANA time zone of the rule; else that of the workspace. */
                    timezone?: string;
                    /** @description Workspace slug; else your first. */
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
                        /** @description The next dates after now; fewer if the rule ends before. */
                        dates: string[];
                        /** @description As it is stored. */
                        rule: string;
                        timezone: string;
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Workspace slug; else your first. */
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
                    /** @description The events it receives: `post.published`, `post.failed`, `post.needs_attention`, `account.connected`, `account.needs_reconnect`, `series.paused`, `feed.failed`, `comment.received`, `comment_dm.sent`, `comment_dm.replied`, `comment_dm.failed`, `message.received`, `dm_automation.started`, `dm_automation.handoff`, `dm_automation.finished`, `dm_automation.failed`. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description The events it receives: `post.published`, `post.failed`, `post.needs_attention`, `account.connected`, `account.needs_reconnect`, `series.paused`, `feed.failed`, `comment.received`, `comment_dm.sent`, `comment_dm.replied`, `comment_dm.failed`, `message.received`, `dm_automation.started`, `dm_automation.handoff`, `dm_automation.finished`, `dm_automation.failed`. */
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
                    /** @description Workspace slug; else your first. */
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
                /** @description Workspace slug; else your first. */
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
                    /** @description Workspace slug; else your first. */
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
                    /** @description Simulated networks, to try things out; never changed. */
                    sandbox?: boolean;
                    /** @description Made from the name when absent, small letters, digits and hyphens. */
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
    deleteWorkspace: {
        parameters: {
            query: {
                /** @description The slug of the workspace once more. */
                confirm: string;
            };
            header?: never;
            path: {
                workspace: string;
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
                        slug: string;
                    };
                };
            };
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspace: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description With `timezone`: planned posts keep their wall-clock time instead, so they go out at another instant. It needs the scope `publish` too.
                     * @default false
                     */
                    moveScheduled?: boolean;
                    name?: string;
                    /** @description The former slug goes on meaning this workspace. */
                    slug?: string;
                    /** @description IANA name. Planned posts keep their instant. */
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
                        /** @description With `moveScheduled`: how many planned posts keep their instant, because the other one has passed. */
                        kept: number;
                        /** @description How many planned posts go out at another instant. */
                        moved: number;
                        workspace: components["schemas"]["Workspace"];
                    };
                };
            };
        };
    };
}
