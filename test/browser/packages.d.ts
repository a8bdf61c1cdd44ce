// The parts that these suites use of packages which only `npm ci --prefix test/browser` installs: the types hold without them.

declare module "playwright-core" {
  export interface Locator {
    isVisible(): Promise<boolean>
    click(): Promise<void>
    fill(text: string): Promise<void>
    check(): Promise<void>
    selectOption(value: string): Promise<unknown>
    focus(): Promise<void>
    press(key: string): Promise<void>
    waitFor(options?: { readonly state?: "visible" | "hidden" | "attached" | "detached" }): Promise<void>
    textContent(): Promise<string | null>
    allTextContents(): Promise<Array<string>>
    inputValue(): Promise<string>
    getAttribute(name: string): Promise<string | null>
    boundingBox(): Promise<Readonly<Record<"x" | "y" | "width" | "height", number>> | null>
    count(): Promise<number>
    all(): Promise<ReadonlyArray<Locator>>
    first(): Locator
    last(): Locator
    nth(index: number): Locator
    locator(selector: string): Locator
    filter(options: { readonly hasText: string }): Locator
  }
  export interface CdpSession {
    send(method: "Page.getAppManifest"): Promise<{ readonly data?: string; readonly errors: ReadonlyArray<unknown> }>
    send(
      method: "Page.getInstallabilityErrors"
    ): Promise<{ readonly installabilityErrors: ReadonlyArray<{ readonly errorId: string }> }>
    send(
      method: "WebAuthn.addVirtualAuthenticator",
      parameters: { readonly options: unknown }
    ): Promise<{ readonly authenticatorId: string }>
    send(method: string, parameters?: unknown): Promise<unknown>
    on(
      event: "ServiceWorker.workerRegistrationUpdated",
      listener: (event: { readonly registrations: ReadonlyArray<{ readonly registrationId: string }> }) => void
    ): void
    on(event: string, listener: (event: { readonly encodedDataLength: number }) => void): void
  }
  export interface Page {
    addInitScript(script: string): Promise<void>
    goto(path: string, options?: { readonly waitUntil: "load" | "networkidle" }): Promise<{ status(): number } | null>
    url(): string
    title(): Promise<string>
    content(): Promise<string>
    goBack(): Promise<unknown>
    locator(selector: string): Locator
    getByLabel(label: string, options?: { readonly exact: boolean }): Locator
    getByText(text: string): Locator
    getByRole(role: string, options?: { readonly name?: string; readonly exact?: boolean }): Locator
    keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
    evaluate<A>(script: string): Promise<A>
    waitForURL(url: RegExp | ((url: URL) => boolean)): Promise<void>
    waitForResponse(url: string): Promise<{ status(): number }>
    route(
      url: string,
      handler: (route: { fulfill(response: { readonly status: number }): Promise<void> }) => unknown,
      options: { readonly times: number }
    ): Promise<unknown>
    clock: { install(): Promise<void>; runFor(millis: number): Promise<void> }
    waitForEvent(event: "download"): Promise<{ suggestedFilename(): string }>
    on(event: "console", listener: (message: { type(): string; text(): string }) => void): void
    on(event: "pageerror", listener: (error: Error) => void): void
    on(event: "dialog", listener: (dialog: { dismiss(): Promise<void> }) => void): void
    setDefaultTimeout(millis: number): void
    screenshot(options: { readonly path: string; readonly fullPage?: boolean }): Promise<unknown>
    emulateMedia(options: { readonly colorScheme?: "light" | "dark"; readonly media?: "print" | null }): Promise<void>
    setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>
    context(): Context
    close(): Promise<void>
  }
  export interface Context {
    grantPermissions(permissions: ReadonlyArray<"notifications">): Promise<void>
    newPage(): Promise<Page>
    addCookies(cookies: ReadonlyArray<{ name: string; value: string; url: string }>): Promise<void>
    addInitScript(script: string): Promise<void>
    clearCookies(): Promise<void>
    setOffline(isOffline: boolean): Promise<void>
    newCDPSession(page: Page): Promise<CdpSession>
    close(): Promise<void>
  }
  export interface Browser {
    newContext(options: {
      readonly baseURL: string
      readonly javaScriptEnabled?: boolean
      readonly colorScheme?: "light" | "dark"
      readonly viewport?: { readonly width: number; readonly height: number }
      readonly deviceScaleFactor?: number
      readonly locale?: string
      readonly reducedMotion?: "reduce"
      readonly forcedColors?: "active"
    }): Promise<Context>
    close(): Promise<void>
  }
  export const chromium: {
    launch(options: { readonly executablePath: string; readonly args: ReadonlyArray<string> }): Promise<Browser>
  }
}

declare module "@axe-core/playwright" {
  import type { Page } from "playwright-core"
  export class AxeBuilder {
    constructor(options: { readonly page: Page })
    withTags(tags: ReadonlyArray<string>): this
    withRules(rules: ReadonlyArray<string>): this
    include(selector: string): this
    /** Runs all rules in the page itself: no blank page is opened to join the results of frames. */
    setLegacyMode(): this
    analyze(): Promise<{
      readonly violations: ReadonlyArray<{
        readonly id: string
        readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
      }>
    }>
  }
}
