/** The names under which what is read of automations is cached. They are apart from the queries: the live feed needs no more on every page. */

export const automationsKey = (slug: string) => ['automations', slug, 'list'] as const;
export const runsKey = (slug: string, id: string) => ['automations', slug, 'runs', id] as const;
export const statsKey = (slug: string, id: string) => ['automations', slug, 'stats', id] as const;
export const testsKey = (slug: string, id: string) => ['automations', slug, 'tests', id] as const;
export const versionsKey = (slug: string, id: string) => ['automations', slug, 'versions', id] as const;
