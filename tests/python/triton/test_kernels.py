"""Real Triton kernels, compiled for chips that need not be here."""
import inspect

import fencepost
import kernels
import pytest
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.experimental.gluon._runtime import GluonASTSource

H100, A100, MI300, MI350 = GPUTarget("cuda", 90, 32), GPUTarget("cuda", 80, 32), GPUTarget("hip", "gfx942", 64), GPUTarget("hip", "gfx950", 64)
TILE = "tensordesc<fp16[64,64],NVMMASharedLayout(swizzle_byte_width=128,element_bitwidth=16,rank=2)>"


def compiled(kind, kernel, target, signature, **constants):
    types = {**signature, **{name: "constexpr" for name in constants}}
    return triton.compile(kind(fn=kernel, signature=types, constexprs=constants), target=target)


def matmul(target):
    types = {"a": "*fp16", "b": "*fp16", "c": "*fp16", "N": "i32", "K": "i32"}
    return compiled(ASTSource, kernels.matmul, target, types, M_TILE=64, N_TILE=64, K_TILE=32)


def copy_rows(target, waits):
    return compiled(GluonASTSource, kernels.copy_rows, target, {"source": "*fp32", "target": "*fp32", "ROWS": "i32"}, SIZE=256, WAITS=waits)


def tma_tile(waits):
    return compiled(GluonASTSource, kernels.tma_tile, H100, {"descriptor": TILE, "target": "*fp16", "COLUMNS": "i32"}, WAITS=waits)


@pytest.mark.parametrize("target", [A100, H100, MI300, MI350], ids=lambda target: str(target.arch))
def test_matmul(assert_no_races, target):
    assert_no_races(matmul(target))


@pytest.mark.parametrize("target", [A100, H100], ids=lambda target: str(target.arch))
def test_copy_rows(assert_no_races, target):
    assert_no_races(copy_rows(target, waits=True))


def test_tma_tile(assert_no_races):
    assert_no_races(tma_tile(waits=True))


def test_copy_rows_without_its_wait(assert_no_races):
    with pytest.raises(fencepost.RacesFound) as caught:
        assert_no_races(copy_rows(H100, waits=False))
    assert {"missing-async-wait"} == {finding.rule for finding in caught.value.findings}
    assert "copy_rows.ttgir:" in str(caught.value) and "^^^^" in str(caught.value)


def test_findings_name_the_line_of_the_kernel(assert_no_races):
    with pytest.raises(fencepost.RacesFound) as caught:
        assert_no_races(copy_rows(H100, waits=False))
    lines = inspect.getsource(kernels).split("\n")
    load = [finding for finding in caught.value.findings if "tile.load(layout)" in lines[finding.source.line - 1]]
    assert load and load[0].source.file == kernels.__file__
    assert "async_copy_global_to_shared" in lines[load[0].related[0].source.line - 1]


def test_tma_tile_without_its_wait(assert_no_races):
    with pytest.raises(fencepost.RacesFound) as caught:
        assert_no_races(tma_tile(waits=False))
    assert {"missing-async-wait"} <= {finding.rule for finding in caught.value.findings}
