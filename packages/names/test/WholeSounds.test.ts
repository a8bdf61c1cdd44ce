import { expect, it } from "vitest"
import { WholeSounds } from "../src/WholeSounds.ts"

it("WholeSounds finds each name that sounds so until it is removed", () => {
  const sounds = new WholeSounds()
  sounds.add(["goodpasture"], 3)
  sounds.add(["good", "pasture"], 1)
  sounds.add(["waldenstrom"], 2)
  expect(sounds.find(["gud", "pascher"])).toEqual([1, 3])
  sounds.remove(["goodpasture"], 3)
  sounds.remove(["nobody", "added", "this"], 1)
  expect(sounds.find(["gud", "pascher"])).toEqual([1])
  sounds.remove(["good", "pasture"], 1)
  expect(sounds.find(["gud", "pascher"])).toEqual([])
  sounds.add(["goodpasture"], 4)
  expect(sounds.find(["goodpasture"])).toEqual([4])
})
