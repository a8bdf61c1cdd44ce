/// <reference lib="dom.iterable" />

/** The member who was last told in this browser. */
const toldMember = "told-member"

/** @returns {Promise<PushManager>} */
const manager = async () => {
  // A browser that shows declarative messages itself needs no worker.
  const { pushManager } = /** @type {{ pushManager?: PushManager }} */ (/** @type {unknown} */ (window))
  if (pushManager) return pushManager
  await navigator.serviceWorker.register("/service-worker.js")
  return (await navigator.serviceWorker.ready).pushManager
}

/**
 * Subscribes this browser, in place of a subscription with another key, and tells the server.
 * @param {HTMLFormElement} form
 */
const subscribe = async (form) => {
  const push = await manager()
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.push ?? "" }
  const subscription = await push.subscribe(options).catch(async (error) => {
    const other = error.name === "InvalidStateError" ? await push.getSubscription() : null
    if (!(await other?.unsubscribe())) throw error
    return push.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  const { platform } = /** @type {{ userAgentData?: { platform: string } }} */ (navigator).userAgentData ?? navigator
  const body = new URLSearchParams({ endpoint: endpoint ?? "", ...keys, device: platform })
  const answer = await fetch(form.action, { method: "POST", body })
  if (!answer.ok) throw new Error(answer.statusText)
}

/** @type {(form: HTMLFormElement) => Promise<void>} */
const offer = async (form) => {
  if (!("PushManager" in window) || Notification.permission === "denied") return
  const { member = "" } = document.body.dataset
  const known = form.dataset.devices !== "0" && localStorage.getItem(toldMember) === member
  form.hidden = known && Notification.permission === "granted"
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const { done = "", failed = "" } = form.dataset
    const isTold = await subscribe(form).then(
      () => true,
      () => false
    )
    if (isTold) localStorage.setItem(toldMember, member)
    const words = document.createElement("p")
    words.role = "status"
    words.textContent = isTold ? done : failed
    if (isTold) form.replaceChildren(words)
    else form.append(words)
  })
}

for (const form of document.querySelectorAll("form[data-push]")) if (form instanceof HTMLFormElement) offer(form)
