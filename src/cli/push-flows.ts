/** `troupe flows push`: uploads files of automations to a service. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Input, Reply } from '../../clients/typescript/src/index.ts';
import { checkFlow, type FlowFile } from '../features/flows/flow-file.ts';
import type { Tested } from '../features/flows/talk-test.ts';
import { FileError } from './command.ts';
import { readParts } from './flow-files.ts';
import type { Remote } from './remote.ts';

type Automation = Reply<'getDmAutomation'>['automation'];

/** A file that is as it should be. */
export interface FlowToPush {
  file: string;
  name: string;
  platform: string;
  /** As the API takes it. */
  terms: Pick<Tested, 'trigger' | 'steps'> & Pick<FlowFile, 'reentry' | 'cooldownHours'>;
}

export interface Pushed {
  file: string;
  id: string;
  name: string;
  did: 'created' | 'changed' | 'unchanged';
  version: number;
  warnings: string[];
}

/**
 * Every *.flow.yaml, *.flow.yml and *.flow.json below a folder, or one file.
 * @throws FileError for one that is wrong, so that nothing is sent of the others either
 */
export async function readFlows(path: string): Promise<FlowToPush[]> {
  const flows: FlowToPush[] = [];
  for (const file of await flowFiles(path)) {
    const [part, more] = await readParts(file);
    if (more) throw new FileError(`${file}:${more.lineOf('')}: this file holds one document`);
    const found = checkFlow(part!.document.toJS());
    if ('refusals' in found) {
      const [refusal] = found.refusals;
      throw new FileError(`${file}:${part!.lineOf(refusal!.path)}: ${refusal!.path}: ${refusal!.message}`);
    }
    const { trigger, steps } = found.flow;
    const { name, platform = 'instagram', reentry, cooldownHours } = found.flow.file;
    if (name === undefined)
      throw new FileError(`${file}:1: it needs a name, by which the automation is found`);
    const other = flows.find((one) => one.name === name && one.platform === platform);
    if (other) throw new FileError(`${file} and ${other.file} have the same name "${name}"`);
    const terms = {
      trigger,
      steps,
      ...(reentry !== undefined && { reentry }),
      ...(cooldownHours !== undefined && { cooldownHours }),
    };
    flows.push({ file: relative('.', file), name, platform, terms });
  }
  return flows;
}

async function flowFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return [path];
  const names = found?.isDirectory() ? await readdir(path, { recursive: true }) : null;
  if (!names) throw new FileError(`there is no file or folder ${path}`);
  const files = names.filter((name) => /\.flow\.(ya?ml|json)$/.test(name)).toSorted();
  if (files.length === 0) throw new FileError(`${path} has no file that ends in .flow.yaml or .flow.json`);
  return files.map((name) => join(path, name));
}

/**
 * Where each flow goes: to the automation of its name, or to an account of its network.
 * @param account id of the account; undefined: the only one of the network
 * @throws FileError when that is not clear, before anything is changed
 */
export async function placesOf(
  { troupe, where }: Remote,
  flows: readonly FlowToPush[],
  account: string | undefined,
): Promise<(Automation | { accountId: string })[]> {
  const ofAccount = account === undefined ? {} : { accountId: account };
  const { automations } = await troupe.listDmAutomations({ ...where, ...ofAccount });
  const { accounts } = await troupe.listAccounts(where);
  return flows.map(({ file, name, platform }) => {
    const same = automations.filter((one) => one.name === name && one.platform === platform);
    if (same.length > 1)
      throw new FileError(
        `${file}: ${same.map(({ id }) => id).join(' and ')} have the name "${name}": say --account, or give them other names`,
      );
    if (same[0] !== undefined) return same[0];
    const fitting = accounts.filter((one) => one.platform === platform && (account ?? one.id) === one.id);
    if (fitting.length === 1) return { accountId: fitting[0]!.id };
    throw new FileError(
      fitting.length === 0
        ? `${file}: the workspace has no such ${platform} account`
        : `${file}: the workspace has ${fitting.length} ${platform} accounts: say --account ${fitting.map(({ id }) => id).join(' or ')}`,
    );
  });
}

/** Makes one, or changes what differs. The same file again changes nothing. */
export async function pushFlow(
  { troupe, where }: Remote,
  { file, name, terms }: FlowToPush,
  place: Automation | { accountId: string },
): Promise<Pushed> {
  const isNew = !('id' in place);
  // the file was checked by the rules of the service, of which the API's types tell a part
  const body = { ...terms, ...where } as Omit<Input<'updateDmAutomation'>, 'id'>;
  const { automation, warnings } = isNew
    ? await troupe.createDmAutomation({
        ...body,
        accountId: place.accountId,
        name,
      } as Input<'createDmAutomation'>)
    : await troupe.updateDmAutomation({ ...body, id: place.id, version: place.version });
  const isOther =
    !isNew &&
    (automation.version !== place.version ||
      automation.reentry !== place.reentry ||
      automation.cooldownHours !== place.cooldownHours);
  return {
    file,
    id: automation.id,
    name,
    did: isNew ? 'created' : isOther ? 'changed' : 'unchanged',
    version: automation.version,
    warnings: warnings.map(({ message }) => message),
  };
}
