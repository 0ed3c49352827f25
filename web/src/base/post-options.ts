/**
 * The post fields of single networks, with the JSON Schemas that the API publishes. Generated from the manifests by `npm run openapi`:
 * do not edit. A test fails when this file does not fit them.
 */
import type { PostOption } from './post-option.ts';

export const POST_OPTIONS: readonly PostOption[] = [
  {
    "name": "tiktokSettings",
    "platforms": [
      "tiktok"
    ],
    "schema": {
      "type": "object",
      "properties": {
        "privacyLevel": {
          "enum": [
            "PUBLIC_TO_EVERYONE",
            "MUTUAL_FOLLOW_FRIENDS",
            "FOLLOWER_OF_CREATOR",
            "SELF_ONLY"
          ],
          "type": "string",
          "description": "Who may see the video.",
          "title": "Who may see it",
          "x-form": {
            "hint": "",
            "labels": {
              "PUBLIC_TO_EVERYONE": "Everybody",
              "FOLLOWER_OF_CREATOR": "Followers",
              "MUTUAL_FOLLOW_FRIENDS": "Friends",
              "SELF_ONLY": "Only you"
            },
            "required": "Choose who may see it on TikTok."
          }
        },
        "disableComment": {
          "type": "boolean",
          "title": "Turn comments off"
        },
        "disableDuet": {
          "type": "boolean",
          "title": "Turn duets off"
        },
        "disableStitch": {
          "type": "boolean",
          "title": "Turn stitches off"
        }
      }
    }
  },
  {
    "name": "redditSubreddit",
    "platforms": [
      "reddit"
    ],
    "schema": {
      "type": "string",
      "maxLength": 50,
      "description": "Without r/; the user's profile when absent.",
      "title": "Subreddit",
      "x-form": {
        "hint": "Empty: the post goes to the profile. The first line is the title.",
        "prefix": "r/"
      }
    }
  },
  {
    "name": "redditFlairText",
    "platforms": [
      "reddit"
    ],
    "schema": {
      "type": "string",
      "maxLength": 100,
      "description": "Name of the flair, if the subreddit requires one.",
      "title": "Flair",
      "x-form": {
        "hint": "Some subreddits require one."
      }
    }
  },
  {
    "name": "blueskySettings",
    "platforms": [
      "bluesky"
    ],
    "schema": {
      "type": "object",
      "properties": {
        "languages": {
          "type": "array",
          "items": {
            "type": "string",
            "maxLength": 35
          },
          "maxItems": 3,
          "description": "BCP 47, such as `de`.",
          "title": "Languages",
          "x-form": {
            "hint": "",
            "ifEmpty": "Not stated",
            "isLanguage": true
          }
        }
      }
    }
  },
  {
    "name": "pinterestBoardId",
    "platforms": [
      "pinterest"
    ],
    "schema": {
      "type": "string",
      "maxLength": 200,
      "description": "From GET /v1/pinterest-boards; required for pinterest.",
      "title": "Board",
      "x-form": {
        "hint": "",
        "choicesFrom": "listPinterestBoards",
        "required": "Choose a board for Pinterest."
      }
    }
  },
  {
    "name": "pinterestLink",
    "platforms": [
      "pinterest"
    ],
    "schema": {
      "type": "string",
      "format": "uri",
      "maxLength": 2048,
      "description": "Destination link of a pin.",
      "title": "Link of the pin",
      "x-form": {
        "hint": ""
      }
    }
  },
  {
    "name": "mastodonSettings",
    "platforms": [
      "mastodon"
    ],
    "schema": {
      "type": "object",
      "properties": {
        "spoilerText": {
          "type": "string",
          "maxLength": 5000,
          "description": "Content warning: hides text and media. Counts towards the limit.",
          "title": "Content warning",
          "x-form": {
            "hint": "Hides text and media until a person opens them. It counts towards the limit."
          }
        },
        "language": {
          "type": "string",
          "maxLength": 8,
          "description": "ISO 639, such as `de`.",
          "title": "Language",
          "x-form": {
            "hint": "",
            "ifEmpty": "As set in the account",
            "isLanguage": true
          }
        },
        "visibility": {
          "enum": [
            "public",
            "unlisted",
            "private"
          ],
          "type": "string",
          "description": "`private`: followers only.",
          "title": "Who may see it",
          "x-form": {
            "hint": "",
            "labels": {
              "public": "Everybody",
              "unlisted": "Everybody, but not in public lists",
              "private": "Followers"
            },
            "ifEmpty": "Everybody"
          }
        }
      }
    }
  },
  {
    "name": "articleSettings",
    "platforms": [
      "wordpress",
      "devto",
      "hashnode",
      "ghost",
      "tumblr"
    ],
    "schema": {
      "type": "object",
      "properties": {
        "tags": {
          "type": "array",
          "items": {
            "type": "string",
            "maxLength": 100
          },
          "maxItems": 15,
          "title": "Tags"
        },
        "canonicalUrl": {
          "type": "string",
          "format": "uri",
          "maxLength": 2048,
          "title": "Canonical address",
          "x-form": {
            "hint": "Where the article was published first.",
            "platforms": [
              "devto",
              "hashnode",
              "ghost",
              "tumblr"
            ]
          }
        },
        "asDraft": {
          "type": "boolean",
          "title": "Leave it as a draft on the site",
          "x-form": {
            "platforms": [
              "devto",
              "hashnode",
              "ghost",
              "tumblr"
            ]
          }
        },
        "newsletter": {
          "type": "string",
          "maxLength": 200,
          "title": "Newsletter",
          "x-form": {
            "hint": "The slug of a newsletter of the site, which mails the article.",
            "platforms": [
              "ghost"
            ]
          }
        },
        "emailSegment": {
          "type": "string",
          "maxLength": 200,
          "title": "Recipients of the newsletter",
          "x-form": {
            "hint": "A filter of the site, such as status:free. Everybody if empty.",
            "platforms": [
              "ghost"
            ]
          }
        },
        "aiDisclosure": {
          "type": "string",
          "maxLength": 100,
          "title": "Written by AI",
          "x-form": {
            "labels": {
              "no_ai": "No",
              "some_ai": "In part",
              "fully_autonomous": "Wholly"
            },
            "ifEmpty": "Not disclosed",
            "platforms": [
              "devto"
            ]
          }
        }
      }
    }
  },
  {
    "name": "googleBusinessSettings",
    "platforms": [
      "google_business"
    ],
    "schema": {
      "type": "object",
      "properties": {
        "button": {
          "enum": [
            "BOOK",
            "ORDER",
            "SHOP",
            "LEARN_MORE",
            "SIGN_UP",
            "CALL"
          ],
          "type": "string",
          "description": "The button under the update.",
          "title": "Button",
          "x-form": {
            "labels": {
              "BOOK": "Book",
              "ORDER": "Order",
              "SHOP": "Shop",
              "LEARN_MORE": "Learn more",
              "SIGN_UP": "Sign up",
              "CALL": "Call"
            },
            "ifEmpty": "None"
          }
        },
        "buttonUrl": {
          "type": "string",
          "format": "uri",
          "maxLength": 2048,
          "title": "Where the button leads",
          "x-form": {
            "shownWith": {
              "property": "button",
              "values": [
                "BOOK",
                "ORDER",
                "SHOP",
                "LEARN_MORE",
                "SIGN_UP"
              ]
            }
          }
        }
      }
    }
  }
];
