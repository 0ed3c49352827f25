/** Reddit's API carries no version. `www` asks for consent and gives tokens, `oauth` takes every other call. */
export const endpoints = { www: 'https://www.reddit.com', oauth: 'https://oauth.reddit.com' };
