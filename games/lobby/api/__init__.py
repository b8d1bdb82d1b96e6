"""Games that gather their players, over HTTP."""
