// Sends the form if a page of this site, such as the web client, leads here. Other sites can only make it ask.
"use strict";
if (document.referrer && new URL(document.referrer).origin === location.origin) document.getElementById("log-out").submit();
