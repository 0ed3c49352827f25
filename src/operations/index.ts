/** The table of operations: REST routes, the OpenAPI document and the MCP tools are all made from it. */
import { disconnectAccount, listAccountsOperation, updateAccount } from './accounts.ts';
import { actOnActor } from './actor-hand.ts';
import { downloadRun, getActorJournal, getActorSequence } from './actor-journal.ts';
import { getActor, listActorsOperation } from './actors.ts';
import { exportChart, getChart, getHeat, listCharts } from './charts.ts';
import { createConnectLink, getConnectLink, listConnectLinks, revokeConnectLink } from './connect-links.ts';
import { getActorExchanges } from './exchanges.ts';
import { explainPost } from './explain.ts';
import { createInspectTicket } from './inspect.ts';
import { hostMedia, uploadMedia } from './media.ts';
import type { Operation } from './operation.ts';
import { listPinterestBoards } from './pinterest.ts';
import { createPost, deletePost, getPost, listPostsOperation, updatePost, validatePost } from './posts.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from './webhooks.ts';
import {
  createWorkspace,
  getPostingSchedule,
  listWorkspaces,
  nextSlot,
  putPostingSchedule,
} from './workspaces.ts';

export const operations = [
  createPost,
  listPostsOperation,
  validatePost,
  getPost,
  updatePost,
  deletePost,
  hostMedia,
  uploadMedia,
  nextSlot,
  getPostingSchedule,
  putPostingSchedule,
  listWorkspaces,
  createWorkspace,
  listAccountsOperation,
  listPinterestBoards,
  updateAccount,
  disconnectAccount,
  createConnectLink,
  listConnectLinks,
  getConnectLink,
  revokeConnectLink,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  explainPost,
  listActorsOperation,
  getActor,
  getActorJournal,
  getActorSequence,
  getActorExchanges,
  downloadRun,
  actOnActor,
  listCharts,
  getChart,
  getHeat,
  exportChart,
  createInspectTicket,
] as unknown as Operation[];
