import { describe, expect, it, vi } from "vitest";
import { createKillCampaign, readKillPlan, type KilledLife } from "./kill-campaign.ts";

const LAST_AWAIT = 7;
vi.spyOn(process.stdout, "write").mockReturnValue(true);

/** A worker with seven awaits. */
const runTo = (killedAt: number[]) => (at: number) => {
  const life: KilledLife = { diedAt: at <= LAST_AWAIT ? "statement" : null, wrong: null };
  if (life.diedAt !== null) killedAt.push(at);
  return Promise.resolve(life);
};

async function killIn(env: Record<string, string>, step = 1): Promise<number[]> {
  const killedAt: number[] = [];
  await createKillCampaign("test", readKillPlan("TEST", env)).killAtEachAwait("life", step, runTo(killedAt));
  return killedAt;
}

describe("a campaign of kills", () => {
  it("kills once at each await, or at every so-manieth one", async () => {
    expect(await killIn({})).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await killIn({}, 3)).toEqual([1, 4, 7]);
  });

  it("kills as often as the plan says at each await, in parts that cover each await once", async () => {
    const all = await killIn({ TEST_KILLS: "5" }, 3);
    expect(all).toHaveLength(5 * LAST_AWAIT);
    const parts: number[] = [];
    for (const part of [1, 2, 3]) parts.push(...(await killIn({ TEST_KILLS: "5", TEST_PART: `${part}/3` })));
    expect(parts.sort()).toEqual(all);
  });

  it("goes on where another run was stopped, and skips awaits that an earlier life has had", async () => {
    const killedAt: string[] = [];
    const campaign = createKillCampaign("test", readKillPlan("TEST", { TEST_FROM: "2:6" }));
    for (const life of ["one", "two", "three"]) {
      const run = (at: number) => {
        if (at <= LAST_AWAIT) killedAt.push(`${life} ${at}`);
        return runTo([])(at);
      };
      await campaign.killAtEachAwait(life, 1, run, 5);
    }
    expect(killedAt).toEqual(["two 6", "two 7", "three 5", "three 6", "three 7"]);
    expect(campaign.isComplete()).toBe(true);
  });

  it("stops when its minutes are over, and says where to go on", async () => {
    const campaign = createKillCampaign("test", readKillPlan("TEST", { TEST_MINUTES: "1" }));
    const now = vi.spyOn(performance, "now");
    const start = performance.now();
    await campaign.killAtEachAwait("life", 1, (at) => {
      if (at === 3) now.mockReturnValue(start + 62_000);
      return runTo([])(at);
    });
    now.mockRestore();
    expect([campaign.isComplete(), campaign.counts.awaits]).toEqual([false, 3]);
    expect(campaign.describe()).toContain("; goes on at 1:4");
  });

  it("makes all kills at an await that only every second life reaches", async () => {
    const campaign = createKillCampaign("test", readKillPlan("TEST", { TEST_KILLS: "4" }));
    let lives = 0;
    await campaign.killAtEachAwait("life", 1, (at) => {
      lives += 1;
      return Promise.resolve({ diedAt: at === 1 && lives % 2 === 0 ? "statement" : null, wrong: null });
    });
    expect(campaign.counts).toMatchObject({ awaits: 1, kills: 4 });
  });

  it("keeps what is wrong with a payment", async () => {
    const campaign = createKillCampaign("test", readKillPlan("TEST", {}));
    const lives: KilledLife[] = [
      { diedAt: "statement", wrong: "2 payments" },
      { diedAt: null, wrong: null },
    ];
    await campaign.killAtEachAwait("life", 1, () => Promise.resolve(lives.shift()!));
    expect(campaign.wrong).toEqual(["life killed at 1 (statement, during-call): 2 payments"]);
    expect(campaign.describe()).toContain("1 awaits, 1 kills, 2 payments, 1 missing or doubled, seed 1, part 1/1");
  });

  it("refuses a plan that cannot be carried out", () => {
    for (const [name, value] of [
      ["TEST_KILLS", "many"],
      ["TEST_KILLS", "0"],
      ["TEST_PART", "5/4"],
      ["TEST_SEED", "1.5"],
      ["TEST_FROM", "0:3"],
      ["TEST_MINUTES", "soon"],
    ] as const)
      expect(() => readKillPlan("TEST", { [name]: value })).toThrow("docs/how-to/developer/find-a-fault.md");
  });
});
