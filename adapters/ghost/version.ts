/** What `Accept-Version` asks for. Ghost 5 and 6 answer it; no end is announced. */
export const version: { version: string; sunset: string | null } = { version: 'v5.0', sunset: null };
