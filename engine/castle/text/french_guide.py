"""How to play The Castle, and its rules, in French."""

from __future__ import annotations

SUMMARY = (
    "Posez des tuiles à l'intérieur des murs, envoyez vos sujets dans les tours, les maisons, les "
    "chemins et les cours, et arrêtez votre pion là où une tuile Mur vous attend. Pour 2 joueurs."
)

HOW_TO_PLAY = {
    "aim": (
        "Le but",
        "À deux, vous remplissez un château de tuiles. Celui qui a le plus de sujets dans une "
        "tour, une maison, un chemin ou une cour la marque. Le total le plus élevé gagne.",
    ),
    "turn": ("Votre tour", ""),
    "turn:lay": (
        "Posez la tuile",
        "Elle est piochée pour vous. Un côté entier doit toucher une tuile ou une case de départ "
        "du mur. Seuls les chemins doivent continuer ; tous les autres côtés vont ensemble.",
    ),
    "turn:follower": (
        "Placez un sujet",
        "Vous pouvez en mettre un de vos six sur la nouvelle tuile : dans une zone où il n'y a "
        "encore personne.",
    ),
    "turn:score": (
        "Comptez",
        "Ce qui est achevé est compté aussitôt, et ses sujets reviennent à leurs joueurs.",
    ),
    "features": ("Ce qui compte", "Points pour chaque tuile d'une zone :"),
    "features:path": (
        "Chemin, 1",
        "achevé quand chaque bout touche une place, un bâtiment ou le mur ; 2 avec un puits",
    ),
    "features:tower": ("Tour, 2", "achevée quand aucun côté n'est ouvert"),
    "features:house": (
        "Maison, 1",
        "achevée comme une tour ; la plus grande que vous marquez porte votre palais",
    ),
    "features:court": (
        "Cour",
        "jamais achevée : un marchand y reste jusqu'à la fin et rapporte alors 3 points par marché",
    ),
    "wall": (
        "Le mur",
        "Vos points font avancer un pion le long du mur. S'il s'arrête juste à côté d'une tour "
        "d'angle, vous prenez sa tuile Mur : un autre tour, des points doublés, ou des points à la "
        "fin. Comptez donc : deux petits décomptes valent parfois mieux qu'un grand.",
    ),
    "matters": ("Ce qui importe", ""),
    "matters:return": (
        "",
        "Achevez vite de petites zones : vous n'avez que six sujets, et il faut qu'ils reviennent.",
    ),
    "matters:share": (
        "",
        "Posez vos tuiles de façon à joindre votre zone à la sienne : avec plus de sujets vous "
        "marquez tout, à égalité personne ne marque.",
    ),
    "matters:courts": (
        "",
        "Placez tôt un marchand dans une cour qui a des marchés, mais n'en placez que peu.",
    ),
    "end": (
        "La fin",
        "La partie s'arrête avec la dernière tuile. Le plus grand palais marque la plus grande "
        "région vide du château, un point par case ; puis viennent les cours et les tuiles Mur.",
    ),
}

ADVICE = {
    "waiting": (
        "Votre adversaire joue. Regardez lesquelles de ses zones sont presque achevées : vous "
        "pouvez vous y joindre, ou les laisser ouvertes."
    ),
    "place": (
        "Choisissez une case marquée, puis l'orientation de la tuile. Fermez quelque chose de "
        "petit si vous le pouvez : une tour achevée donne 2 points par tuile, et votre sujet "
        "revient."
    ),
    "follower": (
        "Placez un sujet là où vous pourrez bientôt achever, un chevalier sur une tour ou un "
        "bourgeois dans une maison. Gardez-en deux : vous n'en avez que six."
    ),
    "order": (
        "Plusieurs zones sont achevées, et chacune fait avancer un pion. Choisissez l'ordre qui "
        "l'arrête à côté d'une tuile Mur."
    ),
    "double": "Utilisez la tuile Mur si la zone est grande : elle ne sert qu'une fois.",
    "extra_turn": (
        "Un autre tour, c'est une tuile et un sujet de plus. Prenez-le s'il achève quelque chose."
    ),
}

RULES = {
    "setup": (
        "Le début",
        "60 tuiles Château sont piochées au hasard. Sur 18 tuiles Mur, 13 sont posées face cachée "
        "sur les tours d'angle. Chaque joueur a un palais et six sujets en réserve.",
    ),
    "turn": ("Un tour", ""),
    "turn:lay": (
        "1. La tuile",
        "Elle est piochée face visible. Il lui faut un côté entier en commun avec une case de "
        "départ ou une tuile. Un chemin doit continuer, aussi depuis une case de départ ; tous les "
        "autres côtés se touchent librement, et tout côté peut longer le mur. Une tuile qui ne va "
        "nulle part quitte la partie, et vous en piochez une autre.",
    ),
    "turn:follower": (
        "2. Un sujet",
        "Vous pouvez en placer un dans une zone de la nouvelle tuile, s'il n'y a aucun sujet "
        "ailleurs dans cette zone : un messager sur un chemin, un chevalier sur une tour, un "
        "bourgeois dans une maison, un marchand dans une cour.",
    ),
    "turn:score": (
        "3. Le décompte",
        "Les chemins, les tours et les maisons achevés sont comptés un par un : d'abord les "
        "vôtres, puis ceux de votre adversaire. Si l'ordre importe, vous le choisissez.",
    ),
    "turn:wall": (
        "4. Le mur",
        "Un pion qui s'arrête sur l'une des deux cases d'une tour d'angle prend sa tuile Mur ; "
        "passer devant ne suffit pas.",
    ),
    "features": (
        "Les zones",
        "Une zone peut s'étendre sur de nombreuses tuiles. Une case de départ du même type en fait "
        "partie et compte comme une tuile. Une place termine les chemins qui s'y rejoignent ; un "
        "croisement ou un puits, non.",
    ),
    "majority": (
        "La majorité",
        "Le joueur qui a le plus de sujets dans une zone la marque, peu importe qui l'achève. À "
        "égalité, personne ne marque. Tous ses sujets reviennent, sauf les marchands.",
    ),
    "keep": (
        "Le palais",
        "Il se dresse dans la plus grande maison marquée par son joueur, et ne passe que dans une "
        "plus grande.",
    ),
    "wall_tiles": (
        "Les tuiles Mur",
        "Deux de chaque. Utilisez-les dès votre tour suivant, et seulement pendant vos tours ; "
        "elles quittent alors la partie. Celles de 4 à 9 comptent d'elles-mêmes à la fin. Celles "
        "de 2 à 7 demandent la majorité.",
    ),
    "end": ("La fin", "La partie s'arrête avec le tour de la dernière tuile. On compte alors :"),
    "end:keep": (
        "Le plus grand palais",
        "marque la plus grande région de cases vides, 1 point par case. À égalité, personne.",
    ),
    "end:courts": ("Les cours", "3 points par marché, au joueur qui y a le plus de marchands."),
    "end:wall": ("Les tuiles Mur", "4, 5, 6 et 9. Ces points ne font prendre aucune tuile Mur."),
    "end:win": ("Le gagnant", "a le plus de points. À égalité, la partie est nulle."),
    "tiles": ("Les tuiles", "{tile_set} : {note}"),
}
