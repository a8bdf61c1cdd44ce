/** A refusal with its status. */
export class Failure extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const postNotFound = () => new Failure(404, "there is no such post")
