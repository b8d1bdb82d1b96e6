/** French. A text without an entry is shown in English; a test lists those. */

import { FR_GAMES } from "./fr_games.js";
import { FR_RULES } from "./fr_rules.js";
import { FR_SITE } from "./fr_site.js";
import { FR_TABLE } from "./fr_table.js";

export const FRENCH = { ...FR_SITE, ...FR_GAMES, ...FR_TABLE, ...FR_RULES };
