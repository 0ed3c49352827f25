/** The table of operations: REST routes, the OpenAPI document and the MCP tools are all made from it. */
import { disconnectAccount, listAccountsOperation, updateAccount } from './accounts/operations.ts';
import { actOnActor } from './introspection/actor-hand.ts';
import { downloadRun, getActorJournal, getActorSequence } from './introspection/actor-journal.ts';
import { getActor, listActorsOperation } from './introspection/actors.ts';
import { exportChart, getChart, getHeat, listCharts } from './introspection/charts.ts';
import {
  createConnectLink,
  getConnectLink,
  listConnectLinks,
  revokeConnectLink,
} from './accounts/connect/operations.ts';
import { getActorExchanges } from './introspection/recordings.ts';
import { explainPost } from './introspection/explain-operation.ts';
import { createInspectTicket } from './introspection/inspect/operations.ts';
import { hostMedia, uploadMedia } from './media/operations.ts';
import type { Operation } from './api/operation.ts';
import { listPinterestBoards } from './accounts/pinterest-boards.ts';
import { resolveDelivery } from './posts/resolve.ts';
import { retryPost } from './posts/retry.ts';
import {
  createPost,
  deletePost,
  getPost,
  listPostsOperation,
  updatePost,
  validatePost,
} from './posts/operations.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from './webhooks/operations.ts';
import {
  createWorkspace,
  getPostingSchedule,
  listWorkspaces,
  nextSlot,
  putPostingSchedule,
} from './workspaces/operations.ts';

export const operations = [
  createPost,
  listPostsOperation,
  validatePost,
  getPost,
  updatePost,
  deletePost,
  retryPost,
  resolveDelivery,
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
