/**
 * The script for python3. It parses the source of a profile from standard input, without running it, and prints its
 * literal packages, services and default greeter.
 *
 * The output is a JSON object. If the source cannot be parsed, it contains `error` and `line`; otherwise, it
 * contains `found`, a list of `{name, line, value}`, and `computed`, a list of `{name, line}` for values that are
 * not literals.
 */
export const script: string = `
import ast, json, sys

NAMES = {
    "packages": "packages", "__packages__": "packages",
    "services": "services",
    "default_greeter": "default_greeter", "default_greeter_type": "default_greeter",
}
COMPUTED = object()

def answer(value):
    print(json.dumps(value))
    sys.exit(0)

def literal(name, node):
    if name == "default_greeter":
        if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str)):
            return node.value
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "GreeterType":
            return node.attr
        return COMPUTED
    if not isinstance(node, (ast.List, ast.Tuple)):
        return COMPUTED
    items = [item.value if isinstance(item, ast.Constant) else None for item in node.elts]
    return items if all(isinstance(item, str) for item in items) else COMPUTED

def returned(function):
    body = function.body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None

def definitions(body):
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from definitions(node.body)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name in NAMES:
            yield NAMES[node.name], node.lineno, returned(node)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id in NAMES:
                    yield NAMES[target.id], node.lineno, node.value
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
            if isinstance(node.target, ast.Name) and node.target.id in NAMES:
                yield NAMES[node.target.id], node.lineno, node.value if isinstance(node, ast.AnnAssign) else None
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and inner.id in NAMES:
                    yield NAMES[inner.id], inner.lineno, None
                elif isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)) and inner.name in NAMES:
                    yield NAMES[inner.name], inner.lineno, None

try:
    tree = ast.parse(sys.stdin.buffer.read())
    found, computed = [], []
    for name, line, node in definitions(tree.body):
        value = COMPUTED if node is None else literal(name, node)
        if value is COMPUTED:
            computed.append({"name": name, "line": line})
        else:
            found.append({"name": name, "line": line, "value": value})
    answer({"found": found, "computed": computed})
except SyntaxError as error:
    answer({"error": error.msg or "no Python", "line": error.lineno or 1})
except (ValueError, RecursionError, MemoryError) as error:
    answer({"error": str(error) or type(error).__name__, "line": 1})
`;
