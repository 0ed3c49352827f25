/** Actors that belong to the installation and to no workspace (docs/decisions/15-a-queue-of-the-installation.md). */

/** What stands in place of a workspace in the rows of kinds that are `shared`. Ids of workspaces begin with `ws_`. */
export const INSTALLATION = 'installation';
