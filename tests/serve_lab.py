# What the tests of the server share: a server of their own, questions to it, and a judge of answers by its OpenAPI description.
#
# The judge knows as much of JSON Schema (2020-12) as the description uses: type, enum, const, properties, required,
# additionalProperties, unevaluatedProperties, items, minItems, maxItems, minimum, maximum, allOf, oneOf and $ref.
import http.client, json, os, re, signal, socket, subprocess, sys, time, urllib.parse

SOURCE, ZERMELO = os.environ["SOURCE"], os.environ["ZERMELO"]
TABLES = os.path.join(os.environ["TMPDIR"], "tables")
SANITIZED = bool(os.environ.get("SANITIZE"))  # by the build (tests/CMakeLists.txt)
SLOW_BUILD = SANITIZED or os.environ.get("COVERAGE") == "ON"
failures = 0


def wrong(what):
    global failures
    failures += 1
    print("FAILED:", str(what)[:1000], flush=True)


def check(truth, what):
    if not truth:
        wrong(what)
    return truth


def finish():
    if failures:
        print(failures, "failed")
    sys.exit(failures > 0)


def skip(why):
    print("skipped:", why, flush=True)
    sys.exit(77)


def command(*words, tables=TABLES, **more):
    """What the command prints as JSON."""
    words = list(words) + ["--json", "--quiet"]
    if words[0] not in ("list", "value"):
        words += ["--tables", tables]
    done = subprocess.run([ZERMELO, *words], capture_output=True, text=True, **more)
    if done.returncode:
        raise RuntimeError(f"{words}: {done.stderr}")
    return json.loads(done.stdout)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body.decode("utf-8"))


class Server:
    """A server on a port of its own; `with Server("--rate", "5") as s: s.get("/api/games")`."""

    def __init__(self, *flags, tables=TABLES):
        self.process = subprocess.Popen([ZERMELO, "serve", "--port", "0", "--tables", tables, "--json", *flags],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            message = self.process.stderr.read()
            if "built without a server" in message:
                skip("this build has no server")
            raise RuntimeError("the server did not start: " + message)
        self.ready = json.loads(line)
        self.port = self.ready["port"]

    def __enter__(self):
        return self

    def __exit__(self, *why):
        code = self.stop()
        check(code == 0, f"the server ended with {code}: {self.messages}")

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.messages = self.process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.messages = "it did not end within a minute"
            return -1
        return self.process.returncode

    def ask(self, path, method="GET", body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body=body, headers={k.replace("_", "-"): v for k, v in headers.items()})
            answer = connection.getresponse()
            body = answer.read()
            check(os.environ["TMPDIR"].encode() not in body, f"{method} {path}: tells a path of this machine: {body[:500]}")
            return Answer(answer.status, answer.headers, body)
        finally:
            connection.close()

    def get(self, path, **headers):
        """The object; it must be a good answer."""
        a = self.ask(path, **headers)
        if a.status not in (200, 202):
            raise RuntimeError(f"{path}: {a.status} {a.body[:300]}")
        return a.json

    def raw(self, data, wait=10):
        """Bytes as they are; what comes back until the server hangs up."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as s:
            s.sendall(data)
            got = b""
            try:
                while more := s.recv(65536):
                    got += more
            except OSError:
                pass
            return got


def quote(text):
    return urllib.parse.quote(text, safe="")


# ---- the judge ----
class Judge:
    def __init__(self):
        with open(os.path.join(SOURCE, "src/serve/openapi.json"), encoding="utf-8") as f:
            self.api = json.load(f)
        self.asked = set()

    def resolve(self, node):
        while "$ref" in node:
            at = self.api
            for key in node["$ref"].removeprefix("#/").split("/"):
                at = at[key]
            node = at
        return node

    @staticmethod
    def is_type(x, name):
        if name == "null":
            return x is None
        if name == "boolean":
            return isinstance(x, bool)
        if name == "integer":
            return isinstance(x, int) and not isinstance(x, bool)
        if name == "number":
            return isinstance(x, (int, float)) and not isinstance(x, bool)
        return isinstance(x, {"string": str, "array": list, "object": dict}[name])

    def judge(self, x, schema, where="answer"):
        """Raises ValueError, or returns the names of the fields that were looked at."""
        known = {"$ref", "type", "enum", "const", "properties", "required", "additionalProperties", "unevaluatedProperties", "items",
                 "minItems", "maxItems", "minimum", "maximum", "allOf", "oneOf", "description"}
        if unknown := schema.keys() - known:
            raise ValueError(f"{where}: the judge does not know {unknown}")
        if "$ref" in schema:
            return self.judge(x, self.resolve(schema), where)
        types = schema.get("type")
        types = [types] if isinstance(types, str) else types
        if types and not any(self.is_type(x, t) for t in types):
            raise ValueError(f"{where}: {json.dumps(x)[:80]} is no {' or '.join(types)}")
        if "enum" in schema and x not in schema["enum"]:
            raise ValueError(f"{where}: {x!r} is none of {schema['enum']}")
        if "const" in schema and x != schema["const"]:
            raise ValueError(f"{where}: {x!r} is not {schema['const']!r}")
        if isinstance(x, (int, float)) and not schema.get("minimum", x) <= x <= schema.get("maximum", x):
            raise ValueError(f"{where}: {x} is out of range")
        if isinstance(x, list):
            if not schema.get("minItems", 0) <= len(x) <= schema.get("maxItems", len(x)):
                raise ValueError(f"{where}: {len(x)} items")
            for i, item in enumerate(x):
                self.judge(item, schema.get("items", {}), f"{where}[{i}]")
        seen = set()
        for part in schema.get("allOf", []):
            seen |= self.judge(x, part, where)
        if "oneOf" in schema:
            seen |= self.one_of(x, schema["oneOf"], where)
        if isinstance(x, dict):
            seen |= self.fields(x, schema, seen, where)
        return seen

    def one_of(self, x, choices, where):
        fits, why = [], []
        for choice in choices:
            try:
                fits.append(self.judge(x, choice, where))
            except ValueError as e:
                why.append(str(e))
        if len(fits) != 1:
            raise ValueError(f"{where}: fits {len(fits)} of the choices: {'; '.join(why)}")
        return fits[0]

    def fields(self, x, schema, seen, where):
        properties = schema.get("properties", {})
        if missing := set(schema.get("required", [])) - x.keys():
            raise ValueError(f"{where}: without {missing}")
        for name in properties.keys() & x.keys():
            self.judge(x[name], properties[name], f"{where}.{name}")
        looked_at = set(properties)
        if "additionalProperties" in schema:
            others = x.keys() - properties.keys()
            if schema["additionalProperties"] is False and others:
                raise ValueError(f"{where}: has {others}, which are not described")
            for name in others:
                self.judge(x[name], schema["additionalProperties"], f"{where}.{name}")
            looked_at |= x.keys()
        if schema.get("unevaluatedProperties") is False and (others := x.keys() - seen - looked_at):
            raise ValueError(f"{where}: has {others}, which are not described")
        return looked_at

    def route_of(self, path):
        """The description's path of an address: what is named comes before what is not."""
        path = path.split("?")[0]
        for pattern in sorted(self.api["paths"], key=lambda p: (p.count("{"), -len(p))):
            if re.fullmatch(re.sub(r"\\{(\w+)\\}", lambda m: ".+" if m[1] == "position" else "[^/]+", re.escape(pattern)), path):
                return pattern
        return None

    def answer(self, a, path, method="get"):
        """Is this answer as it is described for its path, method and status?"""
        route = self.route_of(path)
        if not check(route, f"{path} is not described"):
            return
        self.asked.add((route, method))
        responses = self.api["paths"][route][method]["responses"]
        if not check(str(a.status) in responses, f"{method} {path}: {a.status} is not described: {a.body[:200]}"):
            return
        check(a.headers["Content-Type"] == "application/json", f"{path}: {a.headers['Content-Type']}")
        schema = self.resolve(responses[str(a.status)])["content"]["application/json"]["schema"]
        try:
            self.judge(a.json, schema)
        except ValueError as e:
            wrong(f"{method} {path}: {a.status}: {e}")
