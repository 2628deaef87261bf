"""Three kernels: one whose copies Triton makes and waits for itself, two that wait by hand, and may forget to."""
import triton
import triton.language as tl
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia.ampere import async_copy
from triton.experimental.gluon.language.nvidia.hopper import mbarrier, tma


@triton.jit
def matmul(a, b, c, N, K, M_TILE: tl.constexpr, N_TILE: tl.constexpr, K_TILE: tl.constexpr):
    rows = tl.program_id(0) * M_TILE + tl.arange(0, M_TILE)
    columns = tl.program_id(1) * N_TILE + tl.arange(0, N_TILE)
    depth = tl.arange(0, K_TILE)
    left = a + rows[:, None] * K + depth[None, :]
    right = b + depth[:, None] * N + columns[None, :]
    sum = tl.zeros((M_TILE, N_TILE), tl.float32)
    for _ in range(0, K, K_TILE):
        sum = tl.dot(tl.load(left), tl.load(right), sum)
        left += K_TILE
        right += K_TILE * N
    tl.store(c + rows[:, None] * N + columns[None, :], sum.to(tl.float16))


@gluon.jit
def copy_rows(source, target, ROWS, SIZE: gl.constexpr, WAITS: gl.constexpr):
    layout: gl.constexpr = gl.BlockedLayout([1], [32], [4], [0])
    offsets = gl.arange(0, SIZE, layout=layout)
    tile = gl.allocate_shared_memory(gl.float32, [SIZE], gl.SwizzledSharedLayout(1, 1, 1, order=[0]))
    for row in range(ROWS):
        async_copy.async_copy_global_to_shared(tile, source + row * SIZE + offsets)
        async_copy.commit_group()
        if WAITS:
            async_copy.wait_group(0)
        gl.store(target + row * SIZE + offsets, tile.load(layout))


@gluon.jit
def tma_tile(descriptor, target, COLUMNS, WAITS: gl.constexpr):
    layout: gl.constexpr = gl.BlockedLayout([1, 4], [1, 32], [4, 1], [1, 0])
    tile = gl.allocate_shared_memory(descriptor.dtype, descriptor.block_type.shape, descriptor.layout)
    arrived = gl.allocate_shared_memory(gl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(arrived, count=1)
    mbarrier.expect(arrived, descriptor.block_type.nbytes)
    tma.async_copy_global_to_shared(descriptor, [0, 0], arrived, tile)
    if WAITS:
        mbarrier.wait(arrived, phase=0)
    value = tile.load(layout)
    mbarrier.invalidate(arrived)
    rows = gl.arange(0, 64, layout=gl.SliceLayout(1, layout))
    columns = gl.arange(0, 64, layout=gl.SliceLayout(0, layout))
    gl.store(target + rows[:, None] * COLUMNS + columns[None, :], value)
