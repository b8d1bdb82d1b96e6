"""The words of notices: what players read in their list and in their mail."""

from __future__ import annotations

# kind: (subject, text) in each language; {title} is the game's, {until} the deadline.
SAID: dict[str, dict[str, tuple[str, str]]] = {
    "your_turn": {
        "en": ("Your turn in {title}", "It is your turn in a match of {title}{until}."),
        "fr": ("À vous de jouer : {title}", "C'est à vous dans une partie de {title}{until}."),
    },
    "turn_reminder": {
        "en": ("Time is running out in {title}", "A match of {title} still waits for you{until}."),
        "fr": ("Le temps presse : {title}", "Une partie de {title} vous attend toujours{until}."),
    },
    "match_started": {
        "en": ("A match of {title} has begun", "Your match of {title} has begun."),
        "fr": ("Une partie de {title} commence", "Votre partie de {title} a commencé."),
    },
    "match_finished": {
        "en": ("A match of {title} is over", "Your match of {title} is over: see who has won."),
        "fr": ("Une partie de {title} est finie", "Votre partie de {title} est finie."),
    },
    "match_cancelled": {
        "en": ("A match of {title} was called off", "Your match of {title} was called off."),
        "fr": ("Une partie de {title} est annulée", "Votre partie de {title} a été annulée."),
    },
    "match_reopened": {
        "en": (
            "A match of {title} looks for players again",
            "Not all players of your match of {title} showed up. It is open again as a new match, "
            "and you have a seat in it.",
        ),
        "fr": (
            "Une partie de {title} cherche de nouveau des joueurs",
            "Tous les joueurs de votre partie de {title} ne sont pas venus. Elle est rouverte sous "
            "une nouvelle forme, et vous y avez un siège.",
        ),
    },
    "seat_timed_out": {
        "en": (
            "A player of {title} ran out of time",
            "Seat {seat} in your match of {title} ran out of time.",
        ),
        "fr": (
            "Temps écoulé : {title}",
            "Le siège {seat} de votre partie de {title} a dépassé son temps.",
        ),
    },
    "turn_excused": {
        "en": (
            "Your late turn in {title} was excused",
            "Your time ran out in a match of {title}. This once you have more{until}.",
        ),
        "fr": (
            "Votre retard est excusé : {title}",
            "Votre temps est écoulé dans une partie de {title}. Pour cette fois, vous en avez plus"
            "{until}.",
        ),
    },
    "bot_took_over": {
        "en": (
            "A bot plays for you in {title}",
            "Your time ran out in a match of {title}. A bot plays your seat until you return.",
        ),
        "fr": (
            "Un robot joue pour vous : {title}",
            "Votre temps est écoulé dans une partie de {title}. Un robot joue à votre place "
            "jusqu'à votre retour.",
        ),
    },
    "clock_paused": {
        "en": ("A match of {title} is paused", "The clock of your match of {title} stands still."),
        "fr": (
            "Une partie de {title} est en pause",
            "L'horloge de votre partie de {title} est arrêtée.",
        ),
    },
    "clock_resumed": {
        "en": (
            "A match of {title} goes on",
            "The clock of your match of {title} runs again{until}.",
        ),
        "fr": (
            "Une partie de {title} reprend",
            "L'horloge de votre partie de {title} repart{until}.",
        ),
    },
    "match_suspended": {
        "en": (
            "A match of {title} is suspended",
            "The service failed on your match of {title}. Its clocks stand still until it is "
            "mended; nobody loses time.",
        ),
        "fr": (
            "Une partie de {title} est suspendue",
            "Le service a échoué sur votre partie de {title}. Ses horloges sont arrêtées jusqu'à "
            "la réparation ; personne ne perd de temps.",
        ),
    },
    "match_rolled_back": {
        "en": (
            "A match of {title} went back",
            "Your match of {title} went back to an earlier move; what came after no longer counts.",
        ),
        "fr": (
            "Une partie de {title} est revenue en arrière",
            "Votre partie de {title} est revenue à un coup antérieur ; la suite ne compte plus.",
        ),
    },
    "roll_back_undone": {
        "en": (
            "A match of {title} goes on where it was",
            "Your match of {title} did not go back after all: the moves after that count again.",
        ),
        "fr": (
            "Une partie de {title} reprend où elle en était",
            "Le retour en arrière de votre partie de {title} est annulé : les coups comptent de "
            "nouveau.",
        ),
    },
    "deadline_moved": {
        "en": (
            "You have more time in {title}",
            "A moderator gives you more time in a match of {title}{until}.",
        ),
        "fr": (
            "Plus de temps : {title}",
            "Un modérateur vous accorde plus de temps dans une partie de {title}{until}.",
        ),
    },
    "seat_removed": {
        "en": (
            "You no longer play in a match of {title}",
            "A moderator has taken your seat {seat} in a match of {title}.",
        ),
        "fr": (
            "Vous ne jouez plus : {title}",
            "Un modérateur vous a retiré le siège {seat} d'une partie de {title}.",
        ),
    },
    "seat_given": {
        "en": (
            "You play in a match of {title}",
            "A moderator has given you seat {seat} in a running match of {title}.",
        ),
        "fr": (
            "Vous jouez une partie de {title}",
            "Un modérateur vous a donné le siège {seat} d'une partie de {title} en cours.",
        ),
    },
    "match_annulled": {
        "en": (
            "A match of {title} does not count",
            "A moderator has annulled your match of {title}: it counts neither for ratings nor "
            "for reliability.",
        ),
        "fr": (
            "Une partie de {title} ne compte pas",
            "Un modérateur a annulé votre partie de {title} : elle ne compte ni pour le classement "
            "ni pour la fiabilité.",
        ),
    },
    "invited": {
        "en": (
            "{username} invites you to {title}",
            "{username} asks you to take a seat in a match of {title}.",
        ),
        "fr": (
            "{username} vous invite : {title}",
            "{username} vous propose un siège dans une partie de {title}.",
        ),
    },
    "invitation_answered": {
        "en": (
            "{username} has answered your invitation to {title}",
            "{username} has {answer} your invitation to a match of {title}.",
        ),
        "fr": (
            "{username} a répondu à votre invitation : {title}",
            "{username} a {answer} votre invitation à une partie de {title}.",
        ),
    },
    "kicked": {
        "en": (
            "You have lost your seat in a match of {title}",
            "You no longer have a seat in a match of {title}: {why}.",
        ),
        "fr": (
            "Vous n'avez plus de siège : {title}",
            "Vous n'avez plus de siège dans une partie de {title} : {why}.",
        ),
    },
    "host_passed": {
        "en": (
            "You are the host of a match of {title}",
            "The host of your match of {title} has left: you are the host now.",
        ),
        "fr": (
            "Vous êtes l'hôte d'une partie de {title}",
            "L'hôte de votre partie de {title} est parti : vous êtes maintenant l'hôte.",
        ),
    },
    "rematch_offered": {
        "en": (
            "{username} wants a rematch in {title}",
            "{username} asks for another match of {title}; a seat is kept for you.",
        ),
        "fr": (
            "{username} propose une revanche : {title}",
            "{username} propose une autre partie de {title} ; un siège vous est gardé.",
        ),
    },
    "order_stopped": {
        "en": (
            "A standing order in {title} has stopped",
            "One of your standing orders no longer fits in a match of {title}. The decision is "
            "yours again{until}.",
        ),
        "fr": (
            "Une consigne arrêtée : {title}",
            "Une de vos consignes ne convient plus dans une partie de {title}. C'est de nouveau à "
            "vous de décider{until}.",
        ),
    },
    "message": {
        "en": ("New messages in {title}", "There are new messages in a match of {title}."),
        "fr": ("Nouveaux messages : {title}", "Il y a de nouveaux messages dans {title}."),
    },
    "vote_opened": {
        "en": (
            "Your vote is asked in {title}",
            "The players of your match of {title} are asked to vote.",
        ),
        "fr": (
            "On vous demande de voter : {title}",
            "Les joueurs de votre partie de {title} sont appelés à voter.",
        ),
    },
    "vote_closed": {
        "en": ("A vote in {title} is decided", "A vote in your match of {title} is decided."),
        "fr": ("Un vote est clos : {title}", "Un vote dans votre partie de {title} est clos."),
    },
    "seat_offered": {
        "en": (
            "You are offered a seat in {title}",
            "{by} offers you seat {seat} in a running match of {title}.",
        ),
        "fr": (
            "On vous offre une place : {title}",
            "{by} vous offre le siège {seat} d'une partie de {title} en cours.",
        ),
    },
    "seat_offer_answered": {
        "en": (
            "Your offer in {title} was answered",
            "The seat that you offered in a match of {title} was taken, or declined.",
        ),
        "fr": (
            "Réponse à votre offre : {title}",
            "Le siège que vous offriez dans une partie de {title} a été pris, ou refusé.",
        ),
    },
}
ANSWERS = {
    "en": {"accepted": "accepted", "declined": "declined"},
    "fr": {"accepted": "accepté", "declined": "décliné"},
}
WHY_KICKED = {
    "en": {"host": "the host has removed you", "not_ready": "you were not ready at its start"},
    "fr": {"host": "l'hôte vous a retiré", "not_ready": "vous n'étiez pas prêt à son début"},
}
UNTIL = {"en": ", until {instant}", "fr": ", jusqu'au {instant}"}
LINE = {"en": "{title}: your turn", "fr": "{title} : c'est à vous"}
