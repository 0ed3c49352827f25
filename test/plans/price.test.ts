import t from 'tap';
import { PLANS } from '../../src/base/plans/plan.ts';
import { developerBill, monthlyPrice } from '../../src/base/plans/price.ts';

void t.test('the Developer plan costs 5 for accounts 1 to 20, 3 for 21 to 100, 2 from 101', async (t) => {
  const table: [accounts: number, price: number][] = [
    [0, 0],
    [1, 5],
    [19, 95],
    [20, 100],
    [21, 103],
    [22, 106],
    [99, 337],
    [100, 340],
    [101, 342],
    [102, 344],
    [1_000, 2_140],
  ];
  for (const [accounts, price] of table)
    t.equal(monthlyPrice('developer', accounts), price, `${accounts} accounts`);
});

void t.test('each account costs what its own tier says', async (t) => {
  for (let accounts = 1; accounts <= 300; accounts += 1) {
    const more = monthlyPrice('developer', accounts)! - monthlyPrice('developer', accounts - 1)!;
    t.equal(more, accounts <= 20 ? 5 : accounts <= 100 ? 3 : 2, `account ${accounts}`);
  }
});

void t.test('the bill names what is in each tier, and has the same sum', async (t) => {
  t.same(developerBill(101), [
    { from: 1, upTo: 20, each: 5, accounts: 20, price: 100 },
    { from: 21, upTo: 100, each: 3, accounts: 80, price: 240 },
    { from: 101, upTo: null, each: 2, accounts: 1, price: 2 },
  ]);
  for (const accounts of [0, 20, 21, 100, 101, 5_000]) {
    const bill = developerBill(accounts);
    t.equal(
      bill.reduce((sum, tier) => sum + tier.accounts, 0),
      accounts,
    );
    t.equal(
      bill.reduce((sum, tier) => sum + tier.price, 0),
      monthlyPrice('developer', accounts),
    );
  }
});

void t.test('Starter has one price up to 5 accounts; a trial and no plan cost nothing', async (t) => {
  for (const accounts of [0, 1, 5]) t.equal(monthlyPrice('starter', accounts), 29);
  t.equal(monthlyPrice('starter', 6), null);
  for (const accounts of [0, 1, 5, 1_000]) {
    t.equal(monthlyPrice('none', accounts), 0);
    t.equal(monthlyPrice('trial', accounts), 0);
    t.equal(monthlyPrice('pro', accounts), null);
    t.equal(monthlyPrice('agency', accounts), null);
  }
});

void t.test('what is no number of accounts is refused, whatever the plan', async (t) => {
  for (const plan of PLANS)
    for (const accounts of [-1, 0.5, Number.NaN, Infinity])
      t.throws(() => monthlyPrice(plan, accounts), RangeError, `${plan}: ${accounts}`);
});
