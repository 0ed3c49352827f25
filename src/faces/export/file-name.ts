/** Name of an archive: it says of what and of when it is. @param at epoch ms, whose day in UTC is named */
export const fileNameOf = (slug: string, at: number): string =>
  `troupe-${slug}-${new Date(at).toISOString().slice(0, 10)}.zip`;
