"""How to play Citadels, and its rules, in French."""

from __future__ import annotations

SUMMARY = (
    "Choisissez un personnage en secret, devinez celui des autres, et bâtissez la plus belle "
    "cité. De 2 à 8 joueurs : l'édition de 2016 avec toutes ses cartes, ou l'édition classique."
)

HOW_TO_PLAY = {
    "aim": (
        "Le but",
        "Bâtir la cité la plus précieuse. Chaque quartier y vaut son coût en points.",
    ),
    "round": (
        "Une manche",
        "À chaque manche, vous jouez un autre personnage. Tous choisissent en secret, puis tous "
        "jouent.",
    ),
    "round:choose": (
        "Choisir",
        "Le joueur qui a la couronne garde un personnage et passe les autres, et ainsi de suite. "
        "Personne ne voit ce que vous gardez ; vous voyez ce qu'on vous a laissé. Quelques "
        "personnages sont écartés.",
    ),
    "round:call": (
        "L'appel",
        "Les personnages sont appelés par rang, à partir de 1. À l'appel du vôtre, il est révélé "
        "et vous jouez votre tour.",
    ),
    "turn": ("Votre tour", ""),
    "turn:gather": (
        "Prendre des ressources",
        "Prenez 2 pièces d'or ; ou piochez 2 quartiers et gardez-en un.",
    ),
    "turn:build": (
        "Bâtir",
        "Payez le coût d'un quartier de votre main et posez-le dans votre cité : un par tour, et "
        "jamais deux du même nom.",
    ),
    "turn:use": (
        "Utiliser votre personnage",
        "Il vole, échange les mains, détruit ou prend la couronne. Certains rapportent 1 pièce "
        "d'or par quartier d'un type dans votre cité.",
    ),
    "matters": ("Ce qui compte", ""),
    "matters:guess": (
        "Devinez bien",
        "L'Assassin et le Voleur visent un personnage, pas un joueur. Demandez-vous qui a besoin "
        "de quel personnage ; et ne gardez pas celui que tous attendent.",
    ),
    "matters:types": (
        "Suivez vos types",
        "Avec beaucoup de commerces, la Marchande rapporte ; avec des quartiers nobles, le Roi.",
    ),
    "matters:build": (
        "Bâtissez presque à chaque tour",
        "L'or et les cartes en main ne valent rien à la fin, et peuvent être volés.",
    ),
    "matters:watch": (
        "Surveillez le premier",
        "Une cité presque complète annonce la fin. Ne laissez pas vos derniers quartiers au "
        "Condottiere.",
    ),
    "end": (
        "La fin",
        "Une cité de 7 quartiers (8 à 2 ou 3 joueurs) est complète : cette manche est la dernière.",
    ),
    "points": ("Les points", "Le total le plus élevé gagne."),
    "points:cost": ("Les quartiers", "leur coût"),
    "points:types": ("Les cinq types", "3 (noble, religieux, commerçant, militaire, merveille)"),
    "points:complete": ("Une cité complète", "4 pour la première, 2 pour les autres"),
    "points:unique": ("Les merveilles", "ce que disent leurs cartes"),
}

ADVICE = {
    "waiting": (
        "Les autres choisissent ou jouent. Suivez les appels dans les événements : ce qui est "
        "appelé, et ce que vous avez laissé passer, permet de deviner qui a quel personnage."
    ),
    "keep_character": (
        "Choisissez un personnage en secret, pour cette manche seulement. Qu'est-ce qui convient à "
        "votre main ? L'Architecte bâtit vite, la Marchande rapporte de l'or, le Roi choisira le "
        "premier à la prochaine manche. Personne ne voit ce que vous gardez."
    ),
    "discard_character": (
        "Écartez un personnage pour que l'autre joueur ne l'ait pas : prenez celui qui vous "
        "gênerait."
    ),
    "gather": (
        "Chaque tour commence ainsi. Prenez de l'or si vous avez en main un quartier trop cher "
        "pour le moment ; piochez si vous n'avez rien d'utile à bâtir. Revenu et pouvoirs "
        "s'utilisent avant ou après."
    ),
    "keep_card": (
        "Gardez ce que vous pourrez bientôt payer, ou le type d'un personnage que vous aimez "
        "jouer : il rapportera. L'autre carte va sous la pioche."
    ),
    "action": (
        "Bâtissez dès que vous pouvez payer un quartier : il vaut son coût en points, et l'or peut "
        "être volé. Touchez votre revenu et utilisez votre personnage avant de terminer le tour."
    ),
    "payment": (
        "Des cartes de votre main peuvent payer à la place de l'or. Donnez celles que vous ne "
        "voulez pas bâtir."
    ),
    "discard_card": (
        "Défaussez ce qui est trop cher ou ne vous sert à rien ; vous piocherez autant de cartes."
    ),
}

RULES = {
    "table": (
        "Cette table",
        "{edition}, {seats} joueurs. Une cité est complète avec {goal} quartiers.",
    ),
    "table:drawn": (
        "Les cartes",
        "Les personnages et les merveilles sont tirés au début de la partie.",
    ),
    "setup": (
        "Le début",
        "Chaque joueur reçoit 4 cartes quartier et 2 pièces d'or. Un joueur a la couronne.",
    ),
    "choosing": (
        "Le choix des personnages",
        "Chaque manche commence ainsi. Personnages écartés face visible : {face_up}, jamais celui "
        "de rang 4 ; et un face cachée. À partir du joueur qui a la couronne, dans le sens "
        "horaire, chacun regarde les autres, en garde un et passe le reste.",
    ),
    "choosing:last": (
        "Le dernier joueur",
        "regarde aussi le personnage écarté face cachée, et garde l'un des deux.",
    ),
    "choosing/2": (
        "Le choix des personnages",
        "Chaque manche commence ainsi, et chaque joueur reçoit deux personnages. Un personnage est "
        "écarté face cachée. Le joueur qui a la couronne en garde un. Ensuite chacun, tour à tour, "
        "en garde un et en écarte un face cachée ; des deux derniers, l'autre joueur en garde un.",
    ),
    "choosing/3": (
        "Le choix des personnages",
        "Chaque manche commence ainsi, et chaque joueur reçoit deux personnages. Un personnage est "
        "écarté face cachée. À partir du joueur qui a la couronne, chacun en garde un ; un autre "
        "est retiré au hasard, sans être vu ; puis chacun en garde un second.",
    ),
    "choosing/classic": (
        "Le choix des personnages",
        "Chaque manche commence ainsi, et chaque joueur reçoit deux personnages. Un personnage est "
        "écarté face cachée. À partir du joueur qui a la couronne, les autres font deux tours de "
        "table, et chacun en garde un à chaque fois.",
    ),
    "calling": (
        "L'appel",
        "Les rangs sont appelés à partir de 1. Le joueur qui a le personnage le révèle et joue son "
        "tour. Pour un personnage assassiné, ou que personne n'a, rien ne se passe.",
    ),
    "calling:two": (
        "Deux personnages",
        "Vous avez une main, une réserve d'or et une cité, et deux tours à chaque manche.",
    ),
    "calling:robbed": (
        "Volé",
        "Un joueur volé perd tout son or dès que son personnage est révélé.",
    ),
    "turn": (
        "Un tour",
        "Prenez des ressources, agissez, puis terminez le tour. Le revenu et les pouvoirs "
        "s'utilisent une fois par tour, avant ou après les ressources.",
    ),
    "turn:gather": (
        "Prendre des ressources",
        "Prenez 2 pièces d'or ; ou piochez 2 cartes, gardez-en une et mettez l'autre sous la "
        "pioche.",
    ),
    "turn:build": (
        "Bâtir",
        "Après les ressources : un quartier de votre main, ou autant que le permet votre "
        "personnage. Payez son coût à la banque. Une cité n'a jamais deux quartiers du même nom.",
    ),
    "turn:income": (
        "Le revenu",
        "Un personnage lié à un type est payé pour chaque quartier de ce type dans votre cité.",
    ),
    "city": (
        "Les cités complètes",
        "Une cité de {goal} quartiers est complète, et le reste. Les autres ne peuvent rien y "
        "détruire, saisir ou échanger. Elle peut encore grandir.",
    ),
    "end": (
        "La fin",
        "La manche où la première cité est complétée est la dernière ; on la joue jusqu'au bout.",
    ),
    "points": ("Les points", ""),
    "points:cost": ("Chaque quartier", "son coût"),
    "points:types": ("Des quartiers des cinq types", "3"),
    "points:first": ("La première cité complète", "4"),
    "points:other": ("Toute autre cité complète", "2"),
    "points:unique": ("Les merveilles", "ce que disent leurs textes"),
    "points:ties": (
        "Égalité",
        "Le joueur qui a révélé le rang le plus élevé à la dernière manche gagne.",
    ),
    "points/classic:ties": (
        "Égalité",
        "Le joueur dont les quartiers coûtent le plus gagne ; puis celui qui a le plus d'or.",
    ),
    "hidden": (
        "Ce que personne d'autre ne voit",
        "Votre main, vos personnages jusqu'à leur appel, et ce que vous avez vu en choisissant. "
        "L'or, les cités et le nombre de cartes en main sont visibles de tous.",
    ),
    "characters": ("Les personnages", "Par rang, dans l'ordre de l'appel."),
    "unique": ("Les merveilles", "Une de chaque, avec son coût."),
    "basic": (
        "Les autres quartiers",
        "Avec leur coût, et le nombre de cartes s'il y en a plusieurs.",
    ),
}
