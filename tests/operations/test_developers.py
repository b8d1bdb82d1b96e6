"""The page for developers, and the files for their programs."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
def test_it(client):
    for path in ("/developers/","/developers/changelog/","/developers/changelog.atom","/developers/collection.json","/status/","/.well-known/api-catalog","/llms.txt","/openapi.json"):
        r=client.get(path); print(path, r.status_code, r.headers); 
        if "collection" in path:
            open("/tmp/w_f_collection.json","wb").write(r.content)
        print(r.text[:3000] if "openapi" not in path else "")
