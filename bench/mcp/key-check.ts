/** What it costs to check an API key that is remembered. */
import { program } from '../program.ts';
import { startBenchService } from '../service.ts';

export interface KeyCheckInput {
  url: string;
  checks: number;
}

await program(async ({ url, checks }: KeyCheckInput): Promise<{ us: number }> => {
  const { service, key } = await startBenchService(url);
  await service.authenticate(key);
  const check = (count: number) => {
    const before = process.cpuUsage();
    for (let number = 0; number < count; number += 1)
      if (service.authenticate(key) === null) throw new Error('the key is not valid');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  check(checks); // compiled first
  const us = check(checks);
  await service.stop();
  return { us };
});
