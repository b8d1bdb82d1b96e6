/** Pages that are rarely the first ones: app.js loads them together, when one of them is opened. */

export { CreatePage } from "./create.js";
export { HistoryPage } from "./history.js";
export { NotificationsPage } from "./notifications.js";
export { PersonPage } from "./person.js";
export { PuzzlesPage } from "./puzzles.js";
export { RankingPage } from "./ranking.js";
export { RecordPage } from "./record.js";
export { ReportPage } from "./report.js";
export { HowToPlayPage, RulesPage } from "./rules.js";
export { SettingsPage } from "./settings.js";
export { StatisticsPage } from "./statistics.js";
export { WelcomePage } from "./welcome.js";
