"""Random kernels that a test makes and judges: one file of them is linted, and each is looked at with what was said of it.

A kernel is made by Kernel(random.Random, name), has a `name`, and gives its text by `text()`.
"""
import collections, json, random, subprocess


def make(kernel, count, seed):
    return [kernel(random.Random(f"{seed}/{i}"), f"k{i}") for i in range(count)]


def lint(program, kernels, head, tail="}\n", options=()):
    """What is said of each kernel, by its name."""
    text = head + "".join(k.text() for k in kernels) + tail
    run = subprocess.run([program, "lint", "--no-config", "--no-fixes", "--output-format", "json", "--exit-zero", *options, "-"],
                         input=text.encode(), capture_output=True, check=True)
    said = collections.defaultdict(list)
    for finding in json.loads(run.stdout)["findings"]:
        said[finding["kernel"]].append(finding)
    return said


def judge(kernels, said, seed, silent_least):
    """An exit status: every kernel `wrong()` about nothing, some that race, and of those that do not at least the share `silent_least` silent."""
    failed = racing = errors = silent = 0
    for k in kernels:
        own = said[k.name]
        racing += k.races()
        errors += any(f["level"] == "error" for f in own)
        silent += not own
        wrong = k.wrong(own)
        if wrong:
            failed += 1
            print(f"{k.name}: {wrong}; seed {seed}\n{k.text()}")
    print(f"{len(kernels)} kernels, {racing} with a race, {errors} certain, {silent} silent, {failed} wrong")
    if racing == 0 or silent < silent_least * (len(kernels) - racing):
        print("the kernels are of one kind, or too few that are right are silent")
        return 1
    return failed != 0
