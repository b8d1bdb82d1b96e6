"""A load test (``make load``): people in many matches at once, as the web client lets them play.

    make load                                                  # production, 100 requests per second
    make load ARGS="--form embedded"                           # as `make run` starts it, 40
    make load ARGS="--seconds 20 --players 40 --requests-per-second 10"  # a try

Locust plays the users and counts (``locustfile.py``), in an environment of its own, since it
replaces parts of Python's standard library and of pytest.

| file | purpose |
|---|---|
| ``__main__.py`` | the options and the run |
| ``forms.py`` | starts the service, as production or as ``make run`` |
| ``prepare.py`` | makes users, tokens and games, and measures what whole games store |
| ``player.py`` | the requests of one user of the web client; knows neither Locust nor Django |
| ``pace.py`` | how long users think, for the planned number of requests |
| ``locustfile.py`` | the users and their streams, for Locust |
| ``watch.py`` | CPU and memory of all processes, statements of the database |
| ``report.py``, ``plot.py`` | the figures, as text, JSON and SVG |
"""
