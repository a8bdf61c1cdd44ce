import * as Variables from "../../../src/Config.ts"

/** The variables of new members, as `test/ConfigVariables.ts` has all of them. */
export const ofMembers = [
  {
    name: "REGISTRATION",
    config: Variables.registration,
    unset: "open",
    good: [["closed", "closed"]],
    bad: ["shut"],
    message: "must be one of open, closed"
  },
  {
    name: "REGISTRATION_ROLES",
    config: Variables.registrationRoles,
    unset: ["user", "expert"],
    good: [
      ["user", ["user"]],
      [" expert,user ", ["expert", "user"]]
    ],
    bad: ["admin", "user,admin", "everybody"],
    message: "must be one of user, expert"
  },
  {
    name: "REVIEW_FIRST_POSTS",
    config: Variables.reviewFirstPosts,
    unset: 0,
    good: [["3", 3]],
    bad: ["-1", "1001", "all"],
    message: "must be a whole number from 0 to 1000"
  },
  {
    name: "STAFF_SECOND_FACTOR",
    config: Variables.staffSecondFactor,
    unset: true,
    good: [
      ["on", true],
      ["off", false]
    ],
    bad: ["no", "0"],
    message: "must be one of on, off"
  }
] as const
