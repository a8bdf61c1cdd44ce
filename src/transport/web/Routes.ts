import { Effect } from "effect"
import * as ForgottenPassword from "./pages/accounts/ForgottenPasswordPage.tsx"
import * as Members from "./pages/accounts/MembersPage.tsx"
import * as Register from "./pages/accounts/RegisterPage.tsx"
import * as SignIn from "./pages/accounts/SignInPage.tsx"
import * as AppCodes from "./pages/accounts/settings/AppCodesForms.tsx"
import * as Blocks from "./pages/accounts/settings/BlocksPage.tsx"
import * as Email from "./pages/accounts/settings/EmailPage.tsx"
import * as Keys from "./pages/accounts/settings/KeysPage.tsx"
import * as NotificationSettings from "./pages/accounts/settings/NotificationSettingsPage.tsx"
import * as Overview from "./pages/accounts/settings/OverviewPage.tsx"
import * as OwnData from "./pages/accounts/settings/OwnDataPage.tsx"
import * as OwnDiseases from "./pages/accounts/settings/OwnDiseasesPage.tsx"
import * as Passkeys from "./pages/accounts/settings/PasskeyForms.tsx"
import * as Password from "./pages/accounts/settings/PasswordPage.tsx"
import * as Profile from "./pages/accounts/settings/ProfilePage.tsx"
import * as Security from "./pages/accounts/settings/SecurityPage.tsx"
import * as Sessions from "./pages/accounts/settings/SessionsPage.tsx"
import * as Welcome from "./pages/accounts/WelcomePage.tsx"
import * as Audit from "./pages/admin/AuditPage.tsx"
import * as Community from "./pages/admin/CommunityPage.tsx"
import * as Invitations from "./pages/admin/InvitationsPage.tsx"
import * as Admin from "./pages/admin/MembersAdminPage.tsx"
import * as NewsAdmin from "./pages/admin/NewsAdminPage.tsx"
import * as PasswordLink from "./pages/admin/PasswordLinkForm.tsx"
import * as Setup from "./pages/admin/SetupPage.tsx"
import * as WebhooksAdmin from "./pages/admin/WebhooksPage.tsx"
import * as Documents from "./pages/DocumentsPage.tsx"
import * as Disease from "./pages/diseases/DiseasePage.tsx"
import * as Diseases from "./pages/diseases/DiseasesPage.tsx"
import * as Home from "./pages/HomePage.tsx"
import * as Decisions from "./pages/moderation/DecisionsPage.tsx"
import * as Health from "./pages/moderation/HealthPage.tsx"
import * as Moderation from "./pages/moderation/ModerationPage.tsx"
import * as Reports from "./pages/moderation/ReportsPage.tsx"
import * as News from "./pages/news/NewsPage.tsx"
import * as WriteNews from "./pages/news/WriteNewsPage.tsx"
import * as Devices from "./pages/notifications/Devices.tsx"
import * as Live from "./pages/notifications/LiveStream.tsx"
import * as Notifications from "./pages/notifications/NotificationsPage.tsx"
import * as Comments from "./pages/posts/CommentsPage.tsx"
import * as Posts from "./pages/posts/PostsPage.tsx"
import * as Similar from "./pages/posts/SimilarPosts.tsx"
import * as Thread from "./pages/posts/ThreadPage.tsx"
import * as Write from "./pages/posts/WritePostPage.tsx"
import * as Files from "./pages/SiteFiles.ts"
import * as Statistics from "./pages/statistics/StatisticsPage.tsx"

/** Every page of the site. */
export const allRoutes = Effect.map(
  Effect.all([
    Files.routes,
    Documents.routes,
    Home.routes,
    Diseases.routes,
    Disease.routes,
    Write.routes,
    Similar.routes,
    Posts.routes,
    Thread.routes,
    Comments.routes,
    News.routes,
    WriteNews.routes,
    Statistics.routes,
    SignIn.routes,
    Register.routes,
    ForgottenPassword.routes,
    Welcome.routes,
    Members.routes,
    Notifications.routes,
    Devices.routes,
    Live.routes,
    Overview.routes,
    Profile.routes,
    OwnDiseases.routes,
    NotificationSettings.routes,
    Keys.routes,
    Security.routes,
    Passkeys.routes,
    AppCodes.routes,
    Sessions.routes,
    Password.routes,
    Email.routes,
    Blocks.routes,
    OwnData.routes,
    Reports.routes,
    Decisions.routes,
    Moderation.routes,
    Health.routes,
    Setup.routes,
    Admin.routes,
    PasswordLink.routes,
    Invitations.routes,
    NewsAdmin.routes,
    WebhooksAdmin.routes,
    Community.routes,
    Audit.routes
  ]),
  (all) => all.flat()
)
