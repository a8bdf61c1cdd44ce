// @ts-nocheck: the types of workers and of pages exclude each other.
// Shows messages, and does nothing else: pages are never served from here. Browsers that show declarative messages
// themselves do not need it.
addEventListener("push", (event) => {
  const { notification } = event.data?.json() ?? {}
  if (!notification) return
  const { body, lang, navigate, title } = notification
  event.waitUntil(registration.showNotification(title, { body, lang, icon: "/favicon.ico", data: navigate }))
})

addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow(event.notification.data))
})
