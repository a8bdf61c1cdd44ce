import type { AuditAction } from "../../../domain/accounts/Audit.ts"

interface Texts {
  readonly actions: Readonly<Record<AuditAction, string>>
}

const en: Texts = {
  actions: {
    password_changed: "Password changed",
    password_link_created: "Link for a new password created",
    email_changed: "Email address changed",
    sessions_ended: "Signed out on other devices",
    key_created: "Key created",
    key_rotated: "Key renewed",
    key_revoked: "Key deleted",
    role_changed: "Role changed",
    profile_changed: "Profile changed",
    first_admin: "Became the first admin",
    verified: "Verified",
    unverified: "Verification removed",
    verification_refused: "Verification declined",
    post_changed: "Post changed",
    post_deleted: "Post deleted",
    comment_changed: "Reply changed",
    comment_deleted: "Reply deleted",
    credentials_revoked: "Signed out everywhere, keys deleted",
    suspended: "Suspended",
    unsuspended: "Suspension lifted",
    decided: "Decision made",
    appeal_decided: "Appeal decided",
    community_changed: "Community settings changed",
    news_written: "News item written",
    news_changed: "News item changed",
    news_deleted: "News item deleted",
    invitation_created: "Invitation created",
    invitation_ended: "Invitation ended",
    webhook_created: "Webhook added",
    webhook_changed: "Webhook changed",
    webhook_deleted: "Webhook removed",
    erased: "Account erased"
  }
}

const de: Texts = {
  actions: {
    password_changed: "Passwort geändert",
    password_link_created: "Link für ein neues Passwort erstellt",
    email_changed: "E‑Mail-Adresse geändert",
    sessions_ended: "Auf anderen Geräten abgemeldet",
    key_created: "Schlüssel erstellt",
    key_rotated: "Schlüssel erneuert",
    key_revoked: "Schlüssel gelöscht",
    role_changed: "Rolle geändert",
    profile_changed: "Profil geändert",
    first_admin: "Erstes Admin-Konto angelegt",
    verified: "Als geprüft gekennzeichnet",
    unverified: "„Geprüft“ entfernt",
    verification_refused: "Prüfung abgelehnt",
    post_changed: "Beitrag geändert",
    post_deleted: "Beitrag gelöscht",
    comment_changed: "Antwort geändert",
    comment_deleted: "Antwort gelöscht",
    credentials_revoked: "Überall abgemeldet, Schlüssel gelöscht",
    suspended: "Gesperrt",
    unsuspended: "Sperre aufgehoben",
    decided: "Entscheidung getroffen",
    appeal_decided: "Über einen Widerspruch entschieden",
    community_changed: "Einstellungen der Gemeinschaft geändert",
    news_written: "Neuigkeit geschrieben",
    news_changed: "Neuigkeit geändert",
    news_deleted: "Neuigkeit gelöscht",
    invitation_created: "Einladung erstellt",
    invitation_ended: "Einladung beendet",
    webhook_created: "Webhook hinzugefügt",
    webhook_changed: "Webhook geändert",
    webhook_deleted: "Webhook entfernt",
    erased: "Konto gelöscht"
  }
}

const fr: Texts = {
  actions: {
    password_changed: "Mot de passe modifié",
    password_link_created: "Lien pour un nouveau mot de passe créé",
    email_changed: "Adresse e‑mail modifiée",
    sessions_ended: "Autres appareils déconnectés",
    key_created: "Clé créée",
    key_rotated: "Clé renouvelée",
    key_revoked: "Clé supprimée",
    role_changed: "Rôle modifié",
    profile_changed: "Profil modifié",
    first_admin: "Premier compte administrateur créé",
    verified: "Vérifié",
    unverified: "Vérification retirée",
    verification_refused: "Vérification refusée",
    post_changed: "Message modifié",
    post_deleted: "Message supprimé",
    comment_changed: "Réponse modifiée",
    comment_deleted: "Réponse supprimée",
    credentials_revoked: "Déconnecté partout, clés supprimées",
    suspended: "Suspendu",
    unsuspended: "Suspension levée",
    decided: "Décision prise",
    appeal_decided: "Décision sur un recours",
    community_changed: "Réglages de la communauté modifiés",
    news_written: "Actualité rédigée",
    news_changed: "Actualité modifiée",
    news_deleted: "Actualité supprimée",
    invitation_created: "Invitation créée",
    invitation_ended: "Invitation annulée",
    webhook_created: "Webhook ajouté",
    webhook_changed: "Webhook modifié",
    webhook_deleted: "Webhook supprimé",
    erased: "Compte effacé"
  }
}

/** The actions in the audit log, as its page names them. */
export const auditActions = { en, de, fr }
