// Show times of maintenance in the reader's time zone.
const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time")) time.textContent = format.format(new Date(time.dateTime));
