"""The words of mail about accounts, in the language of who reads it."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage

from accounts.models import EmailClaim, Letter, LetterKind, User
from accounts.selectors import email_owner, preferences_of
from accounts.services.emails import claim_link
from accounts.services.passwords import reset_link

TAKEN = "taken"
DAYS = {
    "export_days": settings.EXPORTS_KEPT_DAYS,
    "grace_days": settings.DELETION_GRACE_DAYS,
}
WORDS: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        LetterKind.VERIFY: (
            "Is this your address?",
            "{name} has given this address as theirs. If that is you, open this page within three "
            "days:\n\n{link}\n\nIf it is not, do nothing: the address will not be used.",
        ),
        TAKEN: (
            "You have an account already",
            "Somebody has given this address for an account. It belongs to your account {name} "
            "already, and nothing has changed. If it was you, log in as {name}; if you have "
            "forgotten the password, ask for a new one.",
        ),
        LetterKind.RESET: (
            "A new password",
            "Somebody has asked for a new password for {name}. If that was you, open this page "
            "within a day:\n\n{link}\n\nIf it was not, do nothing: the password stays as it is.",
        ),
        LetterKind.ADDRESS_CHANGED: (
            "Your address was changed",
            "Mail for {name} goes to another address from now on. If that was not you, "
            "somebody knows your password: write to those who run this service.",
        ),
        LetterKind.PASSWORD_CHANGED: (
            "Your password was changed",
            "{name} has a new password. If that was not you, ask for another one at once.",
        ),
        LetterKind.EXPORT_READY: (
            "Your data can be fetched",
            "The copy that you have asked for of all that is kept of {name} is ready. Your client "
            "can fetch it for {export_days} days, with your password. If you have not asked for "
            "it, change your password.",
        ),
        LetterKind.DELETION_ASKED: (
            "Your account will be deleted",
            "Somebody who knows the password of {name} has asked for the account to be deleted. "
            "That happens in {grace_days} days; until then you can take it back with any client. "
            "If it was not you, set a new password by mail: that takes it back, too.",
        ),
        LetterKind.DELETED: (
            "Your account was deleted",
            "Your account and all that was kept of you was deleted. This is our last mail to you.",
        ),
    },
    "fr": {
        LetterKind.VERIFY: (
            "Cette adresse est-elle la vôtre ?",
            "{name} a donné cette adresse comme la sienne. Si c'est vous, ouvrez cette page d'ici "
            "trois jours :\n\n{link}\n\nSinon, ne faites rien : l'adresse ne servira pas.",
        ),
        TAKEN: (
            "Vous avez déjà un compte",
            "Quelqu'un a donné cette adresse pour un compte. Elle est déjà celle de votre compte "
            "{name}, et rien n'a changé. Si c'était vous, connectez-vous comme {name} ; si vous "
            "avez oublié le mot de passe, demandez-en un nouveau.",
        ),
        LetterKind.RESET: (
            "Un nouveau mot de passe",
            "Quelqu'un a demandé un nouveau mot de passe pour {name}. Si c'est vous, ouvrez cette "
            "page d'ici demain :\n\n{link}\n\nSinon, ne faites rien : le mot de passe reste.",
        ),
        LetterKind.ADDRESS_CHANGED: (
            "Votre adresse a changé",
            "Le courrier de {name} va désormais à une autre adresse. Si ce n'est pas vous, "
            "quelqu'un connaît votre mot de passe : écrivez à ceux qui tiennent ce service.",
        ),
        LetterKind.PASSWORD_CHANGED: (
            "Votre mot de passe a changé",
            "{name} a un nouveau mot de passe. Si ce n'est pas vous, demandez-en aussitôt un "
            "autre.",
        ),
        LetterKind.EXPORT_READY: (
            "Vos données sont prêtes",
            "La copie que vous avez demandée de tout ce qui est conservé sur {name} est prête. "
            "Votre client peut la chercher pendant {export_days} jours, avec votre mot de passe. "
            "Si vous ne l'avez pas demandée, changez de mot de passe.",
        ),
        LetterKind.DELETION_ASKED: (
            "Votre compte sera supprimé",
            "Quelqu'un qui connaît le mot de passe de {name} a demandé la suppression du compte. "
            "Elle aura lieu dans {grace_days} jours ; d'ici là, tout client permet de revenir "
            "dessus. Si ce n'est pas vous, changez de mot de passe par courrier : cela l'annule "
            "aussi.",
        ),
        LetterKind.DELETED: (
            "Votre compte est supprimé",
            "Votre compte et tout ce qui était conservé sur vous a été supprimé. C'est notre "
            "dernier courrier.",
        ),
    },
}


def message_of(letter: Letter) -> EmailMessage | None:
    """The mail, ready to be sent; None: there is nobody to write to, or nothing to say any more."""
    user, words, link = letter.user, str(letter.kind), ""
    if letter.kind == LetterKind.RESET:
        user = email_owner(letter.address)
        if user is None or not user.is_active:
            return None
        link = reset_link(user)
    elif letter.kind == LetterKind.VERIFY:
        claim = EmailClaim.objects.filter(user=user, address=letter.address).first()
        if claim is None:
            return None
        if owner := email_owner(letter.address):
            user, words = owner, TAKEN
        else:
            link = claim_link(claim)
    if user is None and letter.kind != LetterKind.DELETED:
        return None
    return _message(letter, user, words, link)


def _message(letter: Letter, user: User | None, words: str, link: str) -> EmailMessage:
    languages = [preferences_of([user.id])[user.id].language] if user else [*WORDS]
    said = [WORDS.get(language, WORDS["en"])[words] for language in languages]
    text = "\n\n".join(text for _, text in said)
    host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    name = user.username if user else ""
    return EmailMessage(
        subject=said[0][0],
        body=text.format(name=name, link=link, **DAYS) + "\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[letter.address],
        # However often it is tried, its Message-ID stays the same.
        headers={"Message-ID": f"<{letter.id}@{host}>", "Auto-Submitted": "auto-generated"},
    )
