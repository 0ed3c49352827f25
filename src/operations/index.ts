/** The table of operations: REST routes, the OpenAPI document and the MCP tools are all made from it. */
import { listAccountsOperation } from './accounts.ts';
import type { Operation } from './operation.ts';
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
  nextSlot,
  getPostingSchedule,
  putPostingSchedule,
  listWorkspaces,
  createWorkspace,
  listAccountsOperation,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
] as unknown as Operation[];
