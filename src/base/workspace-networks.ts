/**
 * Which networks the accounts of a workspace are on: `real` ones, `simulated` ones (docs/sandbox.md), or `both`, as in a workspace from
 * before this was a choice. It is chosen when the workspace is made, and never changed.
 */
export type WorkspaceNetworks = 'real' | 'simulated' | 'both';

export interface SandboxChoice {
  /** What addresses of simulated networks begin with; null if there is no sandbox. */
  origin: string | null;
  /** Whether the networks of a new workspace are simulated unless the request says otherwise. */
  isDefault: boolean;
}
