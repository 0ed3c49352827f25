/** The exports under way on this node. Each reads the database as fast as its client takes the bytes. */
import { Problem } from '../../api/problem.ts';

/** Of all workspaces together. */
const MAX_EXPORTS = 8;

export class UnderWay {
  readonly #workspaces = new Set<string>();

  /** @throws Problem 503 busy while the workspace is exported already, or this node has enough to do */
  insistOnRoom(workspaceId: string): void {
    const retry = { retryAfterSeconds: 30 };
    if (this.#workspaces.has(workspaceId))
      throw new Problem('busy', 'an export of this workspace is under way: wait until it has ended', retry);
    if (this.#workspaces.size >= MAX_EXPORTS)
      throw new Problem('busy', `${MAX_EXPORTS} exports are under way: try again in 30 s`, retry);
  }

  /** Takes a place. @returns what gives it back. @throws Problem as `insistOnRoom` does */
  begin(workspaceId: string): () => void {
    this.insistOnRoom(workspaceId);
    this.#workspaces.add(workspaceId);
    return () => this.#workspaces.delete(workspaceId);
  }

  get count(): number {
    return this.#workspaces.size;
  }
}
