"""The manifests in deploy/kubernetes/ are valid, and run what docker-compose.yml runs."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import yaml
from django.conf import settings

from serving.queues import queues
from serving.serve import END_SECONDS
from tests.citadels.test_container import command_of, mail_problems, options_of, services
from tests.citadels.test_settings import PRODUCTION, asked_for

FOLDER = settings.BASE_DIR / "deploy" / "kubernetes"
START = settings.BASE_DIR / "deploy" / "redis" / "start.sh"
VERSIONS = ("1.30", "1.33", "1.37")
NAMES = {"worker-timers": "worker"}
"""Services of docker-compose.yml that have another name there."""
Resource = dict[str, Any]
KUSTOMIZATION: Resource = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
STAGES = {"Job": "migrate", "Deployment": "processes"}


def resources(*names: str) -> list[Resource]:
    """Return the resources of these files, by default those that kubectl applies."""
    found: list[Resource] = []
    for path in [FOLDER / name for name in names or KUSTOMIZATION["resources"]]:
        for one in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            found += one["items"] if one["kind"] == "List" else [one]
    return found


EVERYTHING = [*resources(), *resources("secret.yaml.example")]


def named(resource: Resource) -> str:
    return f"{resource['kind']}-{resource['metadata']['name']}"


def of_kind(kind: str) -> dict[str, Resource]:
    return {one["metadata"]["name"]: one for one in EVERYTHING if one["kind"] == kind}


def pods() -> dict[str, Resource]:
    """Return the pod template of each deployment and job."""
    workloads = {**of_kind("Deployment"), **of_kind("Job")}
    return {name: one["spec"]["template"] for name, one in workloads.items()}


def container_of(name: str) -> Resource:
    (container,) = pods()[name]["spec"]["containers"]
    return dict(container)


def ours() -> list[str]:
    """Return the names of the pods that run the image of the service."""
    return [name for name in pods() if container_of(name)["image"] == "citadels"]


def test_each_file_is_applied_and_each_image_has_its_tag_in_one_place() -> None:
    others = {"kustomization.yaml"}
    assert {path.name for path in FOLDER.glob("*.yaml")} == {*KUSTOMIZATION["resources"], *others}
    named = {one["name"] for one in KUSTOMIZATION["images"]}
    assert {container_of(name)["image"] for name in pods()} - named == {"redis:7.4.5"}
    (tag,) = {one["newTag"] for one in KUSTOMIZATION["images"]}
    assert all(one["newName"].endswith(f"/{one['name']}") for one in KUSTOMIZATION["images"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", tag)


def test_processes_start_after_the_migration() -> None:
    """The guide applies what has no stage, then the job, then everything."""
    for name in ours():
        kind = "Job" if name == "migrate" else "Deployment"
        assert of_kind(kind)[name]["metadata"]["labels"] == {"stage": STAGES[kind]}
    staged = {named(one) for one in EVERYTHING if "stage" in one["metadata"].get("labels", {})}
    assert staged == {"Job-migrate", *(f"Deployment-{name}" for name in ours())} - {
        "Deployment-migrate"
    }


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="needs kubectl")
def test_kustomize_builds_them_with_the_images() -> None:
    run = subprocess.run(["kubectl", "kustomize", FOLDER], capture_output=True, check=True)
    built = list(yaml.safe_load_all(run.stdout))
    assert {named(one) for one in built} == {named(one) for one in resources()}
    used = {
        one["spec"]["template"]["spec"]["containers"][0]["image"]
        for one in built
        if one["kind"] in STAGES
    }
    full = {f"{one['newName']}:{one['newTag']}" for one in KUSTOMIZATION["images"]}
    assert used == {*full, "redis:7.4.5"}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("resource", EVERYTHING, ids=named)
@pytest.mark.slow
def test_each_resource_is_valid(resource: Resource, version: str) -> None:
    kubernetes_validate.validate(resource, version, strict=True)


def test_an_unknown_field_is_refused() -> None:
    wrong = {**of_kind("Job")["migrate"], "sepc": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSIONS[-1], strict=True)


def test_the_processes_and_their_commands_are_those_of_compose() -> None:
    assert {NAMES.get(name, name) for name in ours()} == {
        *services(),
    }
    for name in ours():
        service = services()[NAMES.get(name, name)]
        assert container_of(name)["command"] == command_of(service)


def test_every_queue_has_workers() -> None:
    served = {options_of(container_of(name)["command"]).get("--queues") for name in ours()}
    assert served - {None} == set(queues())


def test_every_process_but_the_job_is_watched_and_replaced_before_it_is_gone() -> None:
    for name, deployment in of_kind("Deployment").items():
        container = container_of(name)
        assert "livenessProbe" in container, name
        command = container["livenessProbe"].get("exec", {}).get("command", [])
        if command:
            assert command[:4] == ["python", "-m", "serving.health", "--of"]
            assert command[4] == name.partition("-")[0]
        if name != "redis":
            assert deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
        if name in ours():
            started, alive = container["startupProbe"], container["livenessProbe"]
            assert all(started.get(key) == alive.get(key) for key in ("exec", "httpGet"))
            assert started["periodSeconds"] * started["failureThreshold"] >= 120, "a busy node"
            grace = pods()[name]["spec"]["terminationGracePeriodSeconds"]
            drained = container.get("lifecycle", {}).get("preStop", {}).get("exec", {})
            assert grace >= END_SECONDS + int(drained.get("command", ["sleep", 0])[1])


def test_of_everything_but_redis_there_are_two_of_which_one_stays() -> None:
    budgets, deployments = of_kind("PodDisruptionBudget"), of_kind("Deployment")
    assert set(budgets) == set(deployments) - {"redis"}
    assert deployments["redis"]["spec"]["replicas"] == 1
    for name, budget in budgets.items():
        assert deployments[name]["spec"]["replicas"] == 2
        assert budget["spec"]["minAvailable"] == 1
        assert budget["spec"]["selector"] == deployments[name]["spec"]["selector"]
        if name in ours():
            (spread,) = pods()[name]["spec"]["topologySpreadConstraints"]
            assert spread["matchLabelKeys"] == ["app"]
            assert "app" not in str(spread["labelSelector"]), "a key may be in one of them only"
    for name in ("web", "stream", "pgbouncer"):
        ready = container_of(name)["readinessProbe"]
        assert ready.get("httpGet", {}).get("path", "/healthz") == "/healthz"


def test_names_and_ports_fit() -> None:
    for name, service in of_kind("Service").items():
        if service["spec"].get("type") == "ExternalName":
            continue
        labels = service["spec"]["selector"]
        assert labels == pods()[name]["metadata"]["labels"]
        (port,) = service["spec"]["ports"]
        first = container_of(name)["ports"][0]
        assert port["port"] == first["containerPort"]
        assert port.get("targetPort") == first.get("name")
    for name, pod in pods().items():
        mounted = {one["name"] for one in container_of(name)["volumeMounts"]}
        assert mounted == {one["name"] for one in pod["spec"]["volumes"]}
    for rule in of_kind("Ingress")["citadels"]["spec"]["rules"]:
        for path in rule["http"]["paths"]:
            backend = path["backend"]["service"]
            (port,) = of_kind("Service")[backend["name"]]["spec"]["ports"]
            assert backend["port"] == {"name": port["name"]}
        assert rule["host"] in of_kind("ConfigMap")["citadels"]["data"]["ALLOWED_HOSTS"].split(",")


def test_every_variable_is_a_setting_and_none_that_is_required_is_missing() -> None:
    secrets = of_kind("Secret")
    for name in ours():
        given = {one["name"] for one in container_of(name).get("env", ())}
        for one in container_of(name)["envFrom"]:
            if "secretRef" in one:
                given |= set(secrets[one["secretRef"]["name"]]["stringData"])
            else:
                given |= set(of_kind("ConfigMap")[one["configMapRef"]["name"]]["data"])
        assert given <= asked_for()
        assert set(PRODUCTION) <= given
    for name in pods():
        for variable in container_of(name).get("env", ()):
            if reference := variable.get("valueFrom", {}).get("secretKeyRef"):
                assert reference["key"] in secrets[reference["name"]]["stringData"], name


def test_each_process_has_the_secrets_that_it_has_in_compose() -> None:
    secrets = of_kind("Secret")
    for name in ours():
        names = [one["secretRef"]["name"] for one in container_of(name)["envFrom"][1:]]
        held = {key for one in names for key in secrets[one]["stringData"]}
        environment = services()[NAMES.get(name, name)]["environment"]
        for secret in ("SECRET_KEY", "EMAIL_URL", "VAPID_PRIVATE_KEY"):
            real = "${" in environment.get(secret, "")
            assert (secret in held) is real, (name, secret)
    holders = [name for name in pods() if "MIGRATE_DATABASE_URL" in str(container_of(name))]
    assert holders == ["migrate"]
    users = {
        urlsplit(text).username
        for one in secrets.values()
        for text in one["stringData"].values()
        if text.startswith("postgres:")
    }
    assert users == {"citadels_app", "citadels_owner"}


@pytest.mark.parametrize("name", ours())
def test_each_process_can_start_with_its_mail_settings(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounted = {one["mountPath"] for one in container_of(name)["volumeMounts"]}
    secrets = [one["secretRef"]["name"] for one in container_of(name)["envFrom"][1:]]
    given = {k: v for one in secrets for k, v in of_kind("Secret")[one]["stringData"].items()}
    assert mail_problems(given, mounted, monkeypatch) == []


def test_database_and_broker_are_reached_by_the_processes_alone() -> None:
    policies = {name: one["spec"] for name, one in of_kind("NetworkPolicy").items()}
    assert policies["nobody"] == {"podSelector": {}, "policyTypes": ["Ingress"]}
    callers = {"redis": set(ours()), "pgbouncer": set(ours()) - {"beat", "migrate"}}
    for name, expected in callers.items():
        (rule,) = policies[name]["ingress"]
        (source,) = rule["from"]
        (choice,) = source["podSelector"]["matchExpressions"]
        assert set(choice["values"]) == expected
        assert policies[name]["podSelector"]["matchLabels"] == {"app": name}
        assert rule["ports"] == [{"port": container_of(name)["ports"][0]["containerPort"]}]
    answering = policies["requests"]["podSelector"]["matchExpressions"][0]["values"]
    assert set(answering) == {"web", "stream"}
    (rule,) = policies["requests"]["ingress"]
    controller, prober = rule["from"]
    assert controller["namespaceSelector"]["matchLabels"]
    assert prober == {"podSelector": {"matchLabels": {"app": "worker-timers"}}}
    probed = of_kind("ConfigMap")["citadels"]["data"]["WEB_PROBE_URL"]
    assert urlsplit(probed).hostname == "web"
    measured = policies["metrics"]["podSelector"]["matchExpressions"][0]["values"]
    assert set(measured) == {
        name for name in ours() if len(container_of(name).get("ports", ())) > 0
    }
    assert of_kind("ConfigMap")["redis"]["data"]["start.sh"] == START.read_text(encoding="utf-8")


def test_what_has_no_way_out_in_compose_has_none_here() -> None:
    inside = of_kind("NetworkPolicy")["inside"]["spec"]
    assert inside["policyTypes"] == ["Egress"]
    chosen = set(inside["podSelector"]["matchExpressions"][0]["values"])
    closed = {name for name, one in services().items() if one["networks"] == ["data"]}
    assert chosen == {*closed, "pgbouncer"}
    names, database, broker = inside["egress"]
    assert [names["ports"][0]["port"], database["ports"][0]["port"]] == [53, 5432]
    assert broker["to"] == [{"podSelector": {"matchLabels": {"app": "redis"}}}]


def test_no_pod_has_rights_and_ours_write_where_those_of_compose_do() -> None:
    """The namespace enforces the profile "restricted", which refuses other pods."""
    assert of_kind("Namespace")["citadels"]["metadata"]["labels"] == {
        "pod-security.kubernetes.io/enforce": "restricted"
    }
    for name, pod in pods().items():
        assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
        assert pod["spec"]["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert pod["spec"]["automountServiceAccountToken"] is False
        # Otherwise Kubernetes sets variables such as REDIS_PORT.
        assert pod["spec"]["enableServiceLinks"] is False
        container = container_of(name)
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        for resource in ("memory", "ephemeral-storage"):
            assert container["resources"]["limits"][resource]
            assert container["resources"]["requests"][resource]
        assert container["resources"]["requests"]["cpu"]
    writable = {one["mountPath"] for one in container_of("web")["volumeMounts"]}
    web = services()["web"]
    tmpfs = {one.partition(":")[0] for one in web["tmpfs"]}
    assert writable == tmpfs | {"/srv/var/mail"}  # a folder for each pod, so that all are alike
    for name in ours():
        assert pods()[name]["spec"]["securityContext"]["runAsUser"] == int(web["user"])
        assert {one["mountPath"] for one in container_of(name)["volumeMounts"]} == writable
