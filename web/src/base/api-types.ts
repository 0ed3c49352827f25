/**
 * The types of the operations that only the dashboard may call, upon those of the public API, which the client library has. Generated
 * from the OpenAPI description of the service by `npm run openapi`: do not edit. A test fails when this file does not fit the
 * operations.
 */
import type * as base from '../../../clients/typescript/src/api.ts';

export interface components extends base.components {
    schemas: base.components["schemas"] & {
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
        ComparedAccount: {
            /** @description As in GET /v1/accounts. */
            accountId: string;
            followers: number | null;
            /**
             * @description The network.
             * @enum {string}
             */
            platform: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
            totals: components["schemas"]["NumbersTotals"];
            /** @description A series for each number that the network gives by day. */
            trends: components["schemas"]["AccountTrend"][];
        };
    };
}
export interface operations extends base.operations {
    readCalendar: {
        parameters: {
            query: {
                from: string;
                /** @description Only with these words; the last may be a beginning. */
                q?: string;
                to: string;
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
                        comment: components["schemas"]["Comment"] | null;
                        messageId: string | null;
                    };
                };
            };
        };
    };
    listConfirmations: {
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
                        /**
                         * @description What tools need in the workspace before they publish, send or delete.
                         * @enum {string}
                         */
                        confirm: "none" | "call" | "person";
                        waiting: {
                            client: string | null;
                            /**
                             * Format: date-time
                             * @description When the tool was called.
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description Until when it can be decided and used.
                             */
                            expiresAt: string;
                            id: string;
                            /** @description The API key, or the grant of a connected app. */
                            keyId: string;
                            /** @description Of the API key, or of the connected app. */
                            keyName: string;
                            /** @description What would happen. */
                            plan: {
                                /** @description What the call is about. */
                                about?: {
                                    id: string;
                                    /** @description Its name, or how its text begins. */
                                    title: string;
                                    /** @description `account`, `post`, `comment`, `conversation`, `rule` or `automation`. */
                                    type: string;
                                }[];
                                /** @description What the tool was given. */
                                arguments?: {
                                    [key: string]: unknown;
                                };
                                /** @description What changes, in a sentence or two. */
                                changes?: string;
                                /** @description What each account would be sent. */
                                post?: {
                                    accounts: {
                                        accountId: string;
                                        media: string[];
                                        name: string;
                                        platform: string;
                                        text: string;
                                        title: string | null;
                                    }[];
                                    warnings: string[];
                                    /** @description `now`, `next_slot`, or an instant. */
                                    when: string;
                                };
                                /** @description What the tool does. */
                                title?: string;
                            };
                            /**
                             * @description What was decided.
                             * @enum {string}
                             */
                            state: "waiting" | "allowed" | "refused" | "used";
                            /** @description The tool. */
                            tool: string;
                        }[];
                    };
                };
            };
        };
    };
    setWorkspaceConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    confirm: "none" | "call" | "person";
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
                        confirm: string;
                    };
                };
            };
        };
    };
    decideConfirmation: {
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
                    /** @enum {string} */
                    decision: "allowed" | "refused";
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
                        confirmation: {
                            client: string | null;
                            /**
                             * Format: date-time
                             * @description When the tool was called.
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description Until when it can be decided and used.
                             */
                            expiresAt: string;
                            id: string;
                            /** @description The API key, or the grant of a connected app. */
                            keyId: string;
                            /** @description Of the API key, or of the connected app. */
                            keyName: string;
                            /** @description What would happen. */
                            plan: {
                                /** @description What the call is about. */
                                about?: {
                                    id: string;
                                    /** @description Its name, or how its text begins. */
                                    title: string;
                                    /** @description `account`, `post`, `comment`, `conversation`, `rule` or `automation`. */
                                    type: string;
                                }[];
                                /** @description What the tool was given. */
                                arguments?: {
                                    [key: string]: unknown;
                                };
                                /** @description What changes, in a sentence or two. */
                                changes?: string;
                                /** @description What each account would be sent. */
                                post?: {
                                    accounts: {
                                        accountId: string;
                                        media: string[];
                                        name: string;
                                        platform: string;
                                        text: string;
                                        title: string | null;
                                    }[];
                                    warnings: string[];
                                    /** @description `now`, `next_slot`, or an instant. */
                                    when: string;
                                };
                                /** @description What the tool does. */
                                title?: string;
                            };
                            /**
                             * @description What was decided.
                             * @enum {string}
                             */
                            state: "waiting" | "allowed" | "refused" | "used";
                            /** @description The tool. */
                            tool: string;
                        };
                    };
                };
            };
        };
    };
    readConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the address that the app sent the person to. */
                request: string;
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
                        app: {
                            address: string | null;
                            /** @description The description is at that address: it is known whose it is. */
                            described: boolean;
                            /** @description What the app calls itself: nobody has checked it. */
                            name: string;
                        };
                        /** @description Where the person goes after: a host, or the scheme of a program. */
                        place: string;
                        /** @description What the app asks for. */
                        scopes: ("read" | "draft" | "publish" | "answer" | "manage")[];
                    };
                };
            };
        };
    };
    answerConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the address that the app sent the person to. */
                request: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allow: boolean;
                    /** @enum {string} */
                    confirm?: "none" | "call" | "person";
                    /** @description Of those that the app asks for. Default all. */
                    scopes?: ("read" | "draft" | "publish" | "answer" | "manage")[];
                    workspaces?: string[] | null;
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
                        /** @description Where the person goes now: back to the app. */
                        redirectTo: string;
                    };
                };
            };
        };
    };
    readConversation: {
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
                        conversation: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    listGrants: {
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
                        grants: {
                            address: string | null;
                            /**
                             * @description What tools need before they publish, send or delete.
                             * @enum {string}
                             */
                            confirm: "none" | "call" | "person";
                            /**
                             * Format: date-time
                             * @description When the person allowed it.
                             */
                            createdAt: string;
                            id: string;
                            lastUsedAt: string | null;
                            /** @description What the app calls itself: nobody has checked it. */
                            name: string;
                            scopes: string[];
                            workspaces: string[] | null;
                        }[];
                    };
                };
            };
        };
    };
    endGrant: {
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
    readHome: {
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
                        /** @description Calls of agents that wait for the person, up to 100. */
                        confirmations: number;
                        firstSteps: {
                            /** @description Somebody of the team answered a person. */
                            hasAnswered: boolean;
                            /** @description A post went out on two accounts or more. */
                            hasPublished: boolean;
                            /** @description An account is connected that is not simulated; in a workspace of simulated networks: the person has a workspace of real ones. */
                            hasRealAccount: boolean;
                            writer: string | null;
                        } | null;
                        needsYou: {
                            /** @description How many items there are; 100: so many or more. */
                            count: number;
                            /** @description The first of them. */
                            items: ({
                                account: {
                                    id: string;
                                    /** @description Its name, or its handle. */
                                    name: string;
                                    platform: string;
                                };
                                /** @constant */
                                code: "account_needs_reconnect";
                                /** @description How many posts wait until the account works again. */
                                waitingPosts: number;
                            } | {
                                account: {
                                    id: string;
                                    /** @description Its name, or its handle. */
                                    name: string;
                                    platform: string;
                                };
                                /** @constant */
                                code: "account_needs_app";
                                /** @description How many posts wait until the account works again. */
                                waitingPosts: number;
                            } | {
                                account: {
                                    id: string;
                                    /** @description Its name, or its handle. */
                                    name: string;
                                    platform: string;
                                };
                                /** @constant */
                                code: "account_expires";
                                endsAt: string | null;
                            } | {
                                account: {
                                    id: string;
                                    /** @description Its name, or its handle. */
                                    name: string;
                                    platform: string;
                                };
                                /** @constant */
                                code: "post_may_be_live";
                                nextAttemptAt: string | null;
                                post: {
                                    id: string;
                                    /** @description The beginning of its text. */
                                    text: string;
                                };
                            } | {
                                /** @description To how many accounts it goes. */
                                accounts: number;
                                at: string | null;
                                /** @constant */
                                code: "post_awaits_approval";
                                post: {
                                    id: string;
                                    /** @description The beginning of its text. */
                                    text: string;
                                };
                            } | {
                                /** @constant */
                                code: "series_paused";
                                /** @description The same as a sentence. */
                                error: string;
                                /**
                                 * @description Why.
                                 * @enum {string}
                                 */
                                reason: "plan" | "refused";
                                series: {
                                    id: string;
                                    /** @description The beginning of its text. */
                                    text: string;
                                };
                            } | {
                                /** @constant */
                                code: "feed_failed";
                                /** @description The same as a sentence. */
                                error: string;
                                feed: {
                                    id: string;
                                    /** @description What it calls itself, else its address. */
                                    title: string;
                                };
                                /**
                                 * @description Why.
                                 * @enum {string}
                                 */
                                reason: "unreadable" | "plan";
                            } | {
                                /**
                                 * Format: date-time
                                 * @description When it was handed over.
                                 */
                                at: string;
                                /** @constant */
                                code: "conversation_handed_over";
                                conversationId: string;
                                name: string | null;
                                note: string | null;
                                platform: string;
                            } | {
                                /** @constant */
                                code: "call_awaits_confirmation";
                                confirmationId: string;
                                /**
                                 * Format: date-time
                                 * @description Until when it can be decided.
                                 */
                                expiresAt: string;
                                /** @description Of the API key, or of the connected app. */
                                keyName: string;
                                /** @description What would happen. */
                                title: string;
                            } | {
                                /**
                                 * Format: date-time
                                 * @description When the post goes out.
                                 */
                                at: string;
                                /** @constant */
                                code: "file_expires";
                                /**
                                 * Format: date-time
                                 * @description When the address of the file expires.
                                 */
                                fileEndsAt: string;
                                post: {
                                    id: string;
                                    /** @description The beginning of its text. */
                                    text: string;
                                };
                            })[];
                        };
                        /** @description Planned posts, and free slots of the schedule without one, the next one first. */
                        nextOut: {
                            /**
                             * Format: date-time
                             * @description When it goes out, or of the free slot.
                             */
                            at: string;
                            post: {
                                id: string;
                                /** @description Of its accounts. */
                                platforms: string[];
                                /** @description The beginning of its text. */
                                text: string;
                            } | null;
                        }[];
                        /** @description Open notifications that the person has not read. */
                        notifications: number;
                        /** @description Comments that are not done, up to 100. */
                        openComments: number;
                        /** @description How it went. */
                        sinceYesterday: {
                            /** @description Posts that failed, on all of their accounts or on some. */
                            failed: number;
                            /** @description Posts that went out, at least partly, up to 100. */
                            published: number;
                            /**
                             * Format: date-time
                             * @description The beginning of yesterday in the time zone of the workspace.
                             */
                            since: string;
                        };
                        /** @description Conversations with unread messages, up to 100. */
                        unread: number;
                        /** @description What goes on by itself. */
                        working: {
                            /** @description How many there are; 100: so many or more. */
                            count: number;
                            items: {
                                account: {
                                    id: string;
                                    /** @description Its name, or its handle. */
                                    name: string;
                                    platform: string;
                                };
                                /**
                                 * Format: date-time
                                 * @description When it goes on.
                                 */
                                at: string;
                                post: {
                                    id: string;
                                    /** @description The beginning of its text. */
                                    text: string;
                                };
                                /**
                                 * @description `retrying`: sent again after a temporary failure; `limited`: waits for its turn; `verifying`: looked up.
                                 * @enum {string}
                                 */
                                state: "retrying" | "limited" | "verifying";
                            }[];
                        };
                    };
                };
            };
        };
    };
    readInstallation: {
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
                        installation: {
                            backup: {
                                /** @description Saves the database. It names no password. */
                                command: string;
                                mediaFolder: string | null;
                            };
                            /** @description The cell of the node that responds. */
                            cell: string;
                            cells: string[];
                            /** @description What `/readyz` of the node that responds says. */
                            checks: {
                                detail: string | null;
                                name: string;
                                ok: boolean;
                            }[];
                            /**
                             * @description `own`: DATABASE_URL names it.
                             * @enum {string}
                             */
                            database: "embedded" | "own";
                            /** @enum {string} */
                            mediaStorage: "folder" | "bucket";
                            /** @description Those of the cell with a heartbeat. */
                            nodes: {
                                id: string;
                                role: string;
                                /**
                                 * Format: date-time
                                 * @description When it started.
                                 */
                                startedAt: string;
                            }[];
                            /** @description BASE_URL, or where this node listens. */
                            publicUrl: string;
                            /** @description Whether REDIS_URL is set. */
                            redis: boolean;
                            /** @description Whether a workspace can have simulated networks. */
                            sandbox: boolean;
                            version: string;
                        };
                    };
                };
            };
        };
    };
    listNetworkApps: {
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
                        apps: {
                            clientId: string | null;
                            /** @description The networks whose accounts people connect by it. */
                            connects: string[];
                            /** @description Of the network. */
                            name: string;
                            platform: string;
                            /**
                             * @description `variable`: the environment names it, which beats what is stored; `operator`: it is stored here.
                             * @enum {string}
                             */
                            setBy: "nobody" | "variable" | "operator";
                        }[];
                        /** @description Names of the networks that want none. */
                        others: string[];
                    };
                };
            };
        };
    };
    readNetworkApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
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
                        app: {
                            clientId: string | null;
                            /** @description The networks whose accounts people connect by it. */
                            connects: string[];
                            /** @description Where apps are made. */
                            console: {
                                name: string;
                                url: string;
                            };
                            /** @description What the operator enters at the network. */
                            copied: {
                                label: string;
                                value: string;
                            }[];
                            /** @description What the operator brings back. */
                            fields: {
                                isRequired: boolean;
                                isSecret: boolean;
                                /** @description A value is set: a secret is never shown. */
                                isStored: boolean;
                                /** @description What the network calls it. */
                                label: string;
                                /** @enum {string} */
                                name: "clientId" | "clientSecret" | "consumerKey" | "consumerSecret";
                                value: string | null;
                            }[];
                            help: string | null;
                            /** @description Of the network. */
                            name: string;
                            platform: string;
                            /** @description What the network examines. Empty: nothing. */
                            review: string[];
                            scopes: {
                                scopes: string[];
                                signIn: string;
                            }[];
                            /**
                             * @description `variable`: the environment names it, which beats what is stored; `operator`: it is stored here.
                             * @enum {string}
                             */
                            setBy: "nobody" | "variable" | "operator";
                            steps: string[];
                            /** @description The variables of the environment that set it too. */
                            variables: string[];
                        };
                    };
                };
            };
        };
    };
    setNetworkApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    clientId?: string;
                    clientSecret?: string;
                    consumerKey?: string | null;
                    consumerSecret?: string;
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
                        app: {
                            clientId: string | null;
                            /** @description The networks whose accounts people connect by it. */
                            connects: string[];
                            /** @description Where apps are made. */
                            console: {
                                name: string;
                                url: string;
                            };
                            /** @description What the operator enters at the network. */
                            copied: {
                                label: string;
                                value: string;
                            }[];
                            /** @description What the operator brings back. */
                            fields: {
                                isRequired: boolean;
                                isSecret: boolean;
                                /** @description A value is set: a secret is never shown. */
                                isStored: boolean;
                                /** @description What the network calls it. */
                                label: string;
                                /** @enum {string} */
                                name: "clientId" | "clientSecret" | "consumerKey" | "consumerSecret";
                                value: string | null;
                            }[];
                            help: string | null;
                            /** @description Of the network. */
                            name: string;
                            platform: string;
                            /** @description What the network examines. Empty: nothing. */
                            review: string[];
                            scopes: {
                                scopes: string[];
                                signIn: string;
                            }[];
                            /**
                             * @description `variable`: the environment names it, which beats what is stored; `operator`: it is stored here.
                             * @enum {string}
                             */
                            setBy: "nobody" | "variable" | "operator";
                            steps: string[];
                            /** @description The variables of the environment that set it too. */
                            variables: string[];
                        };
                    };
                };
            };
        };
    };
    removeNetworkApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
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
                    };
                };
            };
        };
    };
    checkNetworkApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
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
                        checks: {
                            /** @description A sentence; the words of the other side where it was called. */
                            message: string;
                            /** @description What was looked at. */
                            name: string;
                            /** @enum {string} */
                            state: "ok" | "wrong" | "unknown";
                        }[];
                    };
                };
            };
        };
    };
    listInstallationAudit: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                limit?: number;
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
                        entries: {
                            /** @description What the operation does. */
                            action: string;
                            address: string | null;
                            /**
                             * Format: date-time
                             * @description When it was done.
                             */
                            at: string;
                            /**
                             * @description The dashboard, or a command at the host, where nobody is signed in.
                             * @enum {string}
                             */
                            by: "session" | "command";
                            /** @description Names of the fields that the call set, never what they were set to. */
                            fields: string[];
                            id: string;
                            object: {
                                id: string | null;
                                /** @description `operator`, `mail_server` or `network_app`. */
                                kind: string;
                                name: string | null;
                            };
                            operation: string;
                            person: {
                                id: string;
                                /** @description At that time. */
                                name: string;
                            };
                            requestId: string;
                        }[];
                        next: string | null;
                    };
                };
            };
        };
    };
    checkInstallation: {
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
                        checks: {
                            /** @description A sentence; the words of the other side where it was called. */
                            message: string;
                            /** @description What was looked at. */
                            name: string;
                            /** @enum {string} */
                            state: "ok" | "wrong" | "unknown";
                        }[];
                    };
                };
            };
        };
    };
    readMailServer: {
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
                        mail: {
                            server: {
                                /** @description The sender of mails. */
                                from: string;
                                host: string;
                                port: number;
                                /**
                                 * @description `tls`: from the first byte; `starttls`: the connection starts it, and a password needs it.
                                 * @enum {string}
                                 */
                                security: "tls" | "starttls";
                                user: string | null;
                            } | null;
                            /**
                             * @description `variable`: TROUPE_SMTP_URL and TROUPE_MAIL_FROM, which beat what is stored; `operator`: here, or with troupe mail set.
                             * @enum {string}
                             */
                            setBy: "nobody" | "variable" | "operator";
                        };
                    };
                };
            };
        };
    };
    setMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    from: string;
                    host: string;
                    /** @description If absent, the stored one stays, if host, port, security and user stay too. */
                    password?: string;
                    port: number;
                    /**
                     * @description `tls`: from the first byte; `starttls`: the connection starts it, and a password needs it.
                     * @enum {string}
                     */
                    security: "tls" | "starttls";
                    user?: string | null;
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
                        mail: {
                            server: {
                                /** @description The sender of mails. */
                                from: string;
                                host: string;
                                port: number;
                                /**
                                 * @description `tls`: from the first byte; `starttls`: the connection starts it, and a password needs it.
                                 * @enum {string}
                                 */
                                security: "tls" | "starttls";
                                user: string | null;
                            } | null;
                            /**
                             * @description `variable`: TROUPE_SMTP_URL and TROUPE_MAIL_FROM, which beat what is stored; `operator`: here, or with troupe mail set.
                             * @enum {string}
                             */
                            setBy: "nobody" | "variable" | "operator";
                        };
                    };
                };
            };
        };
    };
    removeMailServer: {
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
                        /** @constant */
                        removed: true;
                    };
                };
            };
        };
    };
    sendTestMail: {
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
                "application/json": Record<string, never>;
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
                        /** @description The address. */
                        sentTo: string;
                    };
                };
            };
        };
    };
    listOperators: {
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
                        operators: {
                            /**
                             * Format: date-time
                             * @description Since when they are an operator.
                             */
                            addedAt: string;
                            addedBy: string | null;
                            email: string | null;
                            name: string;
                            userId: string;
                        }[];
                    };
                };
            };
        };
    };
    addOperator: {
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
                    /** Format: email */
                    email: string;
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
                        operator: {
                            /**
                             * Format: date-time
                             * @description Since when they are an operator.
                             */
                            addedAt: string;
                            addedBy: string | null;
                            email: string | null;
                            name: string;
                            userId: string;
                        };
                    };
                };
            };
        };
    };
    removeOperator: {
        parameters: {
            query?: never;
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
    listReplyQueues: {
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
                        queues: {
                            account: string | null;
                            because: string | null;
                            id: string;
                            nextAt: string | null;
                            platform: string;
                            /** @description In the hour before the last place that was granted. */
                            sentLastHour: number;
                            /** @description How many messages wait, over all workspaces. */
                            waiting: number;
                            workspaces: {
                                fault: string | null;
                                heldUntil: string | null;
                                /** @description How many of its messages wait that are of live broadcasts: they come first. */
                                live: number;
                                name: string;
                                /** @description How many others wait. */
                                queued: number;
                                slug: string;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
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
                        /** @description The only address whose owner may accept it; null means any. */
                        email: string | null;
                        /** @description Name of who invited. */
                        invitedBy: string;
                        /**
                         * @description What the person will be there.
                         * @enum {string}
                         */
                        role: "owner" | "editor" | "approver" | "viewer";
                        /** @description Name of the workspace. */
                        workspace: string;
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
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
                        /** @description Slug of the workspace. */
                        workspace: string;
                    };
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    /** Format: email */
                    email: string;
                    name: string;
                    password: string;
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
                        /** @description Slug of the workspace. */
                        workspace: string;
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
                            /**
                             * @description What tools need with it before they publish, send or delete.
                             * @enum {string}
                             */
                            confirm: "none" | "call" | "person";
                            createdAt: string;
                            /** @description Its last four characters. */
                            hint: string;
                            id: string;
                            lastUsedAt: string | null;
                            name: string;
                            scopes: ("read" | "draft" | "publish" | "answer" | "manage")[] | null;
                            workspaces: string[] | null;
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
                    /** @enum {string} */
                    confirm?: "none" | "call" | "person";
                    name: string;
                    /** @description What it may do. Default: everything. */
                    scopes?: ("read" | "draft" | "publish" | "answer" | "manage")[];
                    /** @description Slugs of the only workspaces it reaches. Default: all of yours, and those that you join later. */
                    workspaces?: string[];
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
                            /**
                             * @description What tools need with it before they publish, send or delete.
                             * @enum {string}
                             */
                            confirm: "none" | "call" | "person";
                            createdAt: string;
                            /** @description Its last four characters. */
                            hint: string;
                            id: string;
                            key: string;
                            lastUsedAt: string | null;
                            name: string;
                            scopes: ("read" | "draft" | "publish" | "answer" | "manage")[] | null;
                            workspaces: string[] | null;
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
    setKeyConfirm: {
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
                    /** @enum {string} */
                    confirm: "none" | "call" | "person";
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
                        confirm: string;
                        id: string;
                    };
                };
            };
        };
    };
    listMentions: {
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
                        people: {
                            avatarUrl: string | null;
                            /** @description What a text says, such as `@rosa`. */
                            mention: string;
                            name: string | null;
                            /** @description The network on which the text mentions them. */
                            platform: string;
                        }[];
                    };
                };
            };
        };
    };
    getNotificationSettings: {
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
                        /** @description The time of the daily mail on the clock of the workspace, such as `08:00`. */
                        dailyAt: string;
                        /**
                         * @description When the person gets mails: as each notification opens, once a day about all that are open, or never.
                         * @enum {string}
                         */
                        mails: "at_once" | "daily" | "off";
                        /** @description Whether the browsers of the person get pushes about the workspace. */
                        pushes: boolean;
                        /** @description Whether pushes about posts have the beginning of a post's text. Off until the person turns it on. */
                        pushTexts: boolean;
                        /** @description Whether the installation has a mail server. */
                        sendsMail: boolean;
                    };
                };
            };
        };
    };
    setNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    mails?: "at_once" | "daily" | "off";
                    pushes?: boolean;
                    pushTexts?: boolean;
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
                        /** @description The time of the daily mail on the clock of the workspace, such as `08:00`. */
                        dailyAt: string;
                        /**
                         * @description When the person gets mails: as each notification opens, once a day about all that are open, or never.
                         * @enum {string}
                         */
                        mails: "at_once" | "daily" | "off";
                        /** @description Whether the browsers of the person get pushes about the workspace. */
                        pushes: boolean;
                        /** @description Whether pushes about posts have the beginning of a post's text. Off until the person turns it on. */
                        pushTexts: boolean;
                        /** @description Whether the installation has a mail server. */
                        sendsMail: boolean;
                    };
                };
            };
        };
    };
    listNotifications: {
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
                        notifications: {
                            account: {
                                id: string;
                                /** @description Its name, or its handle. */
                                name: string;
                                platform: string;
                            } | null;
                            /**
                             * @description What needs a person.
                             * @enum {string}
                             */
                            cause: "account_needs_reconnect" | "post_failed" | "post_may_be_live" | "post_awaits_approval" | "series_paused" | "feed_failed" | "conversation_handed_over" | "call_awaits_confirmation";
                            /** @description How often it happened since it opened. */
                            count: number;
                            id: string;
                            /** @description Whether the person has read it. */
                            isRead: boolean;
                            /**
                             * Format: date-time
                             * @description When it happened last.
                             */
                            lastAt: string;
                            /**
                             * Format: date-time
                             * @description Since when it is open.
                             */
                            openedAt: string;
                            /**
                             * @description `closed`: its cause is gone.
                             * @enum {string}
                             */
                            status: "open" | "closed";
                        }[];
                    };
                };
            };
        };
    };
    readNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                        /** @description How many were unread. */
                        read: number;
                    };
                };
            };
        };
    };
    compareAccounts: {
        parameters: {
            query: {
                /** @description Ids of 2 to 5 accounts, with commas between them. */
                accountIds: string;
                /** @description So many days in the workspace zone, today last. */
                days?: number;
                /** @description First day, in place of `days`. */
                from?: string;
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
                        accounts: components["schemas"]["ComparedAccount"][];
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
                        posts: components["schemas"]["AgedPost"][];
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current: string;
                    password: string;
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
                        changed: boolean;
                    };
                };
            };
        };
    };
    sendPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
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
                        sent: boolean;
                    };
                };
            };
        };
    };
    usePasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    secret: string;
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
                        changed: boolean;
                    };
                };
            };
        };
    };
    getPlan: {
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
                            feature: "publishing" | "comments" | "inbox" | "rules" | "automations" | "webhooks";
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
                            /** @description Automations of direct messages of the workspace. */
                            automations: {
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
    readPostOverview: {
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
                        counts: {
                            awaiting_approval: number;
                            draft: number;
                            failed: number;
                            published: number;
                            publishing: number;
                            scheduled: number;
                        } | null;
                        /** @description Scheduled, the next one first. */
                        next: components["schemas"]["Post"][];
                        publishing: components["schemas"]["Post"][];
                        /** @description Failed in the last week, or waiting for an approval. */
                        undecided: components["schemas"]["Post"][];
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
                /** @description Only of an account of this group. */
                groupId?: string;
                /** @description Only with this label. */
                label?: string;
                limit?: number;
                platform?: "instagram" | "tiktok" | "x" | "reddit" | "linkedin" | "youtube" | "facebook" | "threads" | "bluesky" | "pinterest" | "telegram" | "discord" | "slack" | "mastodon" | "wordpress" | "devto" | "hashnode" | "ghost" | "tumblr" | "google_business";
                /** @description Only with these words; the last may be a beginning. */
                q?: string;
                status?: "all" | "draft" | "awaiting_approval" | "scheduled" | "publishing" | "published" | "failed";
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
                        posts: components["schemas"]["Post"][];
                    };
                };
            };
        };
    };
    findPosts: {
        parameters: {
            query: {
                limit?: number;
                /** @description Only with these words; the last may be a beginning. */
                q: string;
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
                        posts: components["schemas"]["Post"][];
                    };
                };
            };
        };
    };
    listPushBrowsers: {
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
                        browsers: {
                            /**
                             * Format: date-time
                             * @description When it was added.
                             */
                            createdAt: string;
                            device: string | null;
                            id: string;
                            /** @description It was added in the session of this request. */
                            isCurrent: boolean;
                        }[];
                        /** @description The key by which this installation signs pushes, base64url: browsers subscribe with it. */
                        publicKey: string;
                    };
                };
            };
        };
    };
    addPushBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The secret of the browser, base64url. */
                    auth: string;
                    /**
                     * Format: uri
                     * @description Where the push service takes pushes.
                     */
                    endpoint: string;
                    /** @description The public key of the browser, base64url. */
                    p256dh: string;
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
                        browsers: {
                            /**
                             * Format: date-time
                             * @description When it was added.
                             */
                            createdAt: string;
                            device: string | null;
                            id: string;
                            /** @description It was added in the session of this request. */
                            isCurrent: boolean;
                        }[];
                        /** @description The key by which this installation signs pushes, base64url: browsers subscribe with it. */
                        publicKey: string;
                    };
                };
            };
        };
    };
    removePushBrowser: {
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
    testPushBrowser: {
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
                        /** @description The actor of the push, for the debugger. */
                        pushId: string;
                    };
                };
            };
        };
    };
    readSecondFactor: {
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
                        isOn: boolean;
                        recoveryCodesLeft: number;
                    };
                };
            };
        };
    };
    beginSecondFactor: {
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
                    password: string;
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
                        /** @description In base 32, to type into an app. */
                        secret: string;
                        /** @description `otpauth://…`, which apps read as a QR code. */
                        uri: string;
                    };
                };
            };
        };
    };
    confirmSecondFactor: {
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
                    code: string;
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
                        /** @description Each signs in once without the app. They are not shown again. */
                        recoveryCodes: string[];
                    };
                };
            };
        };
    };
    endSecondFactor: {
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
                    code: string;
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
                        isOn: boolean;
                        recoveryCodesLeft: number;
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
                        /** @description Whether the person is an operator of the installation. */
                        isOperator: boolean;
                        /** @description Names and marks of all networks, and whether they have direct messages (null means no), comments, rules and automations; empty while nobody is signed in. */
                        networks: {
                            /** @description Its messages can be answered by automations. */
                            automations: boolean;
                            /** @description Its comments or reviews can be read. */
                            comments: boolean;
                            /** @description A post can have a first comment. */
                            firstComments: boolean;
                            /** @description Two letters, for white text on the network’s colour. */
                            mark: {
                                color: string;
                                letters: string;
                            };
                            messages: {
                                /** @description Of files in messages. Empty: it takes none. */
                                fileTypes: string[];
                                maxBytes: number | null;
                                maxCharacters: number | null;
                            } | null;
                            name: string;
                            platform: string;
                            /** @description Its comments can be answered by rules. */
                            rules: boolean;
                        }[];
                        /** @description By each role that the person has somewhere: ids of the operations that it does not allow, or that are for operators where the person is none. No page shows a button for them. */
                        refused: {
                            [key: string]: string[];
                        };
                        /** @description Ids of the operations that are refused where `heldTo` of the workspace is not null, whatever the role. No page shows a button for them. */
                        refusedToHeld: string[];
                        sandboxUrl: string | null;
                        /** @description The installation has a mail server, so people may get a link for a new password. */
                        sendsMail: boolean;
                        setup: {
                            /** @description The installation is already in use: the first person has to enter one of its API keys. */
                            needsKey: boolean;
                            /** @description How many simulated accounts wait in the demo workspace that this person takes over. */
                            simulatedAccounts: number;
                        } | null;
                        user: {
                            email: string | null;
                            id: string;
                            name: string;
                        } | null;
                        workspaces: {
                            /** @description Whether posts of people who may not approve wait for an approval. */
                            approval: boolean;
                            /** @description Number of its newest event at the latest when this was read: what is read from now on is current if the page follows the feed from there. */
                            feedSeq: number;
                            /** @description Slugs that it had before: addresses with them lead to it. */
                            formerSlugs: string[];
                            heldTo: string[] | null;
                            /** @description Whether they may be on real ones too. */
                            mixed: boolean;
                            name: string;
                            /**
                             * @description Of the person in it.
                             * @enum {string}
                             */
                            role: "owner" | "editor" | "approver" | "viewer";
                            /** @description Whether its accounts are on simulated networks. */
                            sandbox: boolean;
                            slug: string;
                            timezone: string;
                        }[];
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code?: string;
                    email: string;
                    password: string;
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
                        signedIn: boolean;
                    };
                };
            };
        };
    };
    signOut: {
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
                        signedIn: boolean;
                    };
                };
            };
        };
    };
    listSessions: {
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
                        sessions: {
                            /**
                             * Format: date-time
                             * @description When the person signed in.
                             */
                            createdAt: string;
                            device: string | null;
                            id: string;
                            /** @description It is the session of this request. */
                            isCurrent: boolean;
                            /**
                             * Format: date-time
                             * @description The last use, to the hour.
                             */
                            lastUsedAt: string;
                        }[];
                    };
                };
            };
        };
    };
    endSession: {
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
    setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    key?: string;
                    name: string;
                    password: string;
                    timezone?: string;
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
                        signedIn: boolean;
                    };
                };
            };
        };
    };
    listSimulatedAccounts: {
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
                        accountIds: string[];
                    };
                };
            };
        };
    };
    listToolCalls: {
        parameters: {
            query?: {
                /** @description `next` of the page before. */
                before?: string;
                /** @description true: without those that only read. */
                changes?: boolean;
                /** @description Only calls with this key. */
                keyId?: string;
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
                        calls: {
                            /** @description Without the texts in them. */
                            arguments: {
                                [key: string]: unknown;
                            };
                            /**
                             * Format: date-time
                             * @description When it was called.
                             */
                            at: string;
                            /** @description Whether the tool may change something. */
                            changes: boolean;
                            client: string | null;
                            code: string | null;
                            confirmedBy: string | null;
                            id: string;
                            keyId: string;
                            /** @description Of the API key, or of the connected app. */
                            keyName: string;
                            /**
                             * @description The outcome of the call.
                             * @enum {string}
                             */
                            outcome: "done" | "refused" | "failed";
                            requestId: string;
                            resourceId: string | null;
                            /** @description The name of the tool, or a method of the protocol: initialize, server/discover, tools/list. */
                            tool: string;
                        }[];
                        next: string | null;
                    };
                };
            };
        };
    };
    listLatestToolCalls: {
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
                        calls: {
                            /** @description Without the texts in them. */
                            arguments: {
                                [key: string]: unknown;
                            };
                            /**
                             * Format: date-time
                             * @description When it was called.
                             */
                            at: string;
                            /** @description Whether the tool may change something. */
                            changes: boolean;
                            client: string | null;
                            code: string | null;
                            confirmedBy: string | null;
                            id: string;
                            keyId: string;
                            /** @description Of the API key, or of the connected app. */
                            keyName: string;
                            /**
                             * @description The outcome of the call.
                             * @enum {string}
                             */
                            outcome: "done" | "refused" | "failed";
                            requestId: string;
                            resourceId: string | null;
                            /** @description The name of the tool, or a method of the protocol: initialize, server/discover, tools/list. */
                            tool: string;
                        }[];
                    };
                };
            };
        };
    };
    readWorkingCopy: {
        parameters: {
            query?: {
                /** @description The post that is edited. Absent means your new post. */
                postId?: string;
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
                        copy: {
                            by: {
                                /** @description The user who saved it. */
                                id: string;
                                name: string | null;
                            };
                            /** @description As the dashboard sent it. */
                            content: {
                                [key: string]: unknown;
                            };
                            /** @description Changes with each save. It does not come back, also after the copy was deleted. */
                            revision: string;
                            /**
                             * Format: date-time
                             * @description When it was saved.
                             */
                            savedAt: string;
                        } | null;
                    };
                };
            };
        };
    };
    saveWorkingCopy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the dashboard sent it. */
                    content: {
                        [key: string]: unknown;
                    };
                    /** @description The post that is edited. Absent means your new post. */
                    postId?: string;
                    replaces: string | null;
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
                        /** @description Changes with each save. It does not come back, also after the copy was deleted. */
                        revision: string;
                        /**
                         * Format: date-time
                         * @description When it was saved.
                         */
                        savedAt: string;
                    };
                };
            };
        };
    };
    discardWorkingCopy: {
        parameters: {
            query: {
                /** @description The post that is edited. Absent means your new post. */
                postId?: string;
                /** @description Changes with each save. It does not come back, also after the copy was deleted. */
                revision: string;
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
                        /** @constant */
                        deleted: true;
                    };
                };
            };
        };
    };
}
