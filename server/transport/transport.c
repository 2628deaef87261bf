#include "transport/transport.h"
#include "base/memory.h"
#include "base/str.h"
#include "lsp/rpc.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    FP_READ_BYTES = 1 << 16,
    FP_UNSENT_MAX = 8 << 20, /* bytes that wait for a slow reader before its input waits too */
    FP_UNSENT_LOW = 1 << 20,
    FP_LARGE_BLOCK_BYTES = 8 << 20,
    FP_HEAP_SLACK_BYTES = 32 << 20, /* free at the end of a heap, for the next key; none once the client is silent */
    FP_TICK_MS = 1000,
    FP_GRACE_MS = 3000 /* from the end of the session to the end of the process, whatever still runs */
};

typedef union {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_pipe_t pipe;
    uv_tcp_t tcp;
    uv_tty_t tty;
} any_stream;

typedef struct {
    uv_loop_t loop;
    uv_timer_t timer;
    any_stream in, out; /* `in` serves both ways when `two_way` */
    bool two_way, in_is_file, out_is_file, reading, ending, failed;
    bool stalled;          /* jobs wait for the client to read */
    bool heard, untrimmed; /* of the client, since the last tick; since memory was given back the last time */
    uv_fs_t file_read;
    char *buffer; /* FP_READ_BYTES */
    uint32_t jobs, client_process;
    int64_t end_ms;
    struct fp_lsp *lsp;
    fp_exit status;
} transport;

typedef struct {
    uv_write_t request;
    transport *t;
    struct fp_out bytes;
} write_request;
typedef struct {
    uv_work_t request;
    transport *t;
    struct fp_lsp_job *job;
} work_request;

static void end_if_over(transport *t);

/* ---- writing ---- */

static uv_stream_t *output(transport *t) { return t->two_way ? &t->in.stream : &t->out.stream; }
static void update_reading(transport *t);

static void lose(transport *t) {
    fp_lsp_lost(t->lsp);
    end_if_over(t);
}

static void written(uv_write_t *request, int status) {
    write_request *w = (write_request *)request->data;
    transport *t = w->t;
    fp_out_drop(&w->bytes);
    free(w);
    if (status < 0 && !t->ending) {
        t->failed = true;
        lose(t);
    } else if (!t->ending) {
        update_reading(t);
        if (t->stalled && uv_stream_get_write_queue_size(output(t)) < FP_UNSENT_LOW) {
            t->stalled = false;
            fp_lsp_resume(t->lsp);
        }
    }
}

/* Standard output into a file: such writes do not wait for anybody. */
static void write_file(transport *t, fp_str bytes) {
    while (bytes.len) {
        ssize_t count = write(STDOUT_FILENO, bytes.data, bytes.len);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            t->failed = true;
            return;
        }
        bytes = fp_str_slice(bytes, (size_t)count, bytes.len);
    }
}

static void host_send(void *context, fp_str body) {
    transport *t = context;
    if (t->failed || t->ending) return;
    write_request *w = fp_memory_zeroed(1, sizeof *w);
    fp_rpc_frame(&w->bytes, body);
    if (t->out_is_file) {
        write_file(t, fp_out_str(&w->bytes));
    } else {
        w->t = t;
        w->request.data = w;
        uv_buf_t piece = uv_buf_init(w->bytes.data, (unsigned)w->bytes.len);
        if (uv_write(&w->request, output(t), &piece, 1, written) == 0) return;
        t->failed = true;
    }
    fp_out_drop(&w->bytes);
    free(w);
}

/* ---- jobs ---- */

static void work(uv_work_t *request) { fp_lsp_job_run(((work_request *)request->data)->job); }

static void work_done(uv_work_t *request, int status) {
    (void)status; /* cancelled ones have not run: finishing them says so */
    work_request *w = request->data;
    transport *t = w->t;
    t->jobs--;
    fp_lsp_job_finish(t->lsp, w->job);
    free(w);
    if (!t->ending) update_reading(t);
    end_if_over(t);
}

static bool host_is_stalled(void *context) {
    transport *t = context;
    t->stalled = !t->out_is_file && uv_stream_get_write_queue_size(output(t)) > FP_UNSENT_MAX;
    return t->stalled;
}

static void host_start(void *context, struct fp_lsp_job *job) {
    work_request *w = fp_memory_zeroed(1, sizeof *w);
    w->t = context;
    w->job = job;
    w->request.data = w;
    w->t->jobs++;
    if (uv_queue_work(&w->t->loop, &w->request, work, work_done) != 0) abort();
}

/* Gives memory back to the system after a large check: glibc would keep it for the next one. */
static void host_settle(void *context) {
    (void)context;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* One heap, not one for each thread: a document's jobs run on all, and each heap would keep gaps of its own; jobs ask
 * for blocks of pages, so seldom that they hardly wait for each other. Large blocks go back to the system when they are
 * freed: left to itself, glibc would cut all of a size from the heap once one of it was freed, and keep them there.
 * What one check takes is not large: pages that the system must clear anew for each key cost a fifth of it. */
void fp_transport_heaps(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, FP_LARGE_BLOCK_BYTES);
    mallopt(M_TRIM_THRESHOLD, FP_HEAP_SLACK_BYTES);
#endif
}

static int64_t host_now_ms(void *context) { return (int64_t)uv_now(&((transport *)context)->loop); }

/* ---- reading ---- */

static void take(transport *t, fp_str bytes) {
    t->heard = t->untrimmed = true;
    fp_lsp_feed(t->lsp, bytes);
    if (!t->client_process) t->client_process = fp_lsp_client_process(t->lsp);
    end_if_over(t);
}

static void allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)suggested;
    *buffer = uv_buf_init(((transport *)handle->data)->buffer, FP_READ_BYTES);
}

static void received(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    transport *t = stream->data;
    if (count > 0) take(t, (fp_str){ buffer->base, (size_t)count });
    if (count < 0) lose(t);
    if (!t->ending) update_reading(t);
}

static void file_received(uv_fs_t *request);

static void read_file(transport *t) {
    uv_buf_t buffer = uv_buf_init(t->buffer, FP_READ_BYTES);
    t->file_read.data = t;
    if (uv_fs_read(&t->loop, &t->file_read, STDIN_FILENO, &buffer, 1, -1, file_received) != 0) lose(t);
}

static void file_received(uv_fs_t *request) {
    transport *t = request->data;
    ssize_t count = request->result;
    uv_fs_req_cleanup(request);
    if (t->ending) return;
    if (count > 0) take(t, (fp_str){ t->buffer, (size_t)count });
    if (t->ending) return;
    if (count > 0)
        read_file(t);
    else
        lose(t);
}

static void update_reading(transport *t) {
    if (t->in_is_file) return;
    size_t unsent = t->out_is_file ? 0 : uv_stream_get_write_queue_size(output(t));
    bool behind = fp_lsp_is_behind(t->lsp);
    if (t->reading && (unsent > FP_UNSENT_MAX || behind)) {
        uv_read_stop(&t->in.stream);
        t->reading = false;
    } else if (!t->reading && unsent < FP_UNSENT_LOW && !behind) {
        t->reading = uv_read_start(&t->in.stream, allocate, received) == 0;
        if (!t->reading) lose(t);
    }
}

/* ---- time ---- */

static bool is_gone(uint32_t process) { return process && uv_kill((int)process, 0) == UV_ESRCH; }

static void tick(uv_timer_t *timer) {
    transport *t = timer->data;
    if (t->ending) {
        if (host_now_ms(t) >= t->end_ms)
            _exit((int)t->status); /* a job that does not stop, or a reader that does not read */
        return;
    }
    fp_lsp_tick(t->lsp);
    if (!t->heard && t->untrimmed && t->jobs == 0) { /* idle: what closed documents and short jobs have left */
        host_settle(t);
        t->untrimmed = false;
    }
    t->heard = false;
    if (is_gone(t->client_process)) lose(t);
}

/* ---- the end ---- */

static void close_all(uv_handle_t *handle, void *context) {
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

static void flushed(uv_shutdown_t *request, int status) {
    (void)status;
    transport *t = request->data;
    free(request);
    uv_walk(&t->loop, close_all, NULL);
}

/* Stops reading at once; what was written is sent, and then everything is closed. */
static void end(transport *t) {
    t->ending = true;
    t->end_ms = host_now_ms(t) + FP_GRACE_MS;
    if (!t->in_is_file && t->reading) uv_read_stop(&t->in.stream);
    uv_shutdown_t *request = t->out_is_file || t->failed ? NULL : fp_memory_zeroed(1, sizeof *request);
    if (request) request->data = t;
    if (!request || uv_shutdown(request, output(t), flushed) != 0) {
        free(request);
        uv_walk(&t->loop, close_all, NULL);
    }
}

/* Jobs first: each still holds a document. */
static void end_if_over(transport *t) {
    int status = 0;
    if (!fp_lsp_is_over(t->lsp, &status)) return;
    t->status = status ? FP_EXIT_FINDINGS : FP_EXIT_CLEAN;
    if (!t->end_ms) {
        t->end_ms = host_now_ms(t) + FP_GRACE_MS;
        uv_timer_start(&t->timer, tick, FP_GRACE_MS, FP_TICK_MS);
    }
    if (!t->ending && t->jobs == 0) end(t);
}

/* ---- the beginning ---- */

static int open_standard(transport *t, uv_file file, any_stream *stream, bool *is_file) {
    int kind = (int)uv_guess_handle(file); /* an enum of others: of its many values three matter */
    if (kind == UV_TTY) return uv_tty_init(&t->loop, &stream->tty, file, 0);
    if (kind == UV_TCP) return uv_tcp_init(&t->loop, &stream->tcp) ? UV_EIO : uv_tcp_open(&stream->tcp, file);
    if (kind == UV_NAMED_PIPE)
        return uv_pipe_init(&t->loop, &stream->pipe, 0) ? UV_EIO : uv_pipe_open(&stream->pipe, file);
    *is_file = true; /* a file or a device such as /dev/null */
    return 0;
}

static void begin(transport *t) {
    t->in.handle.data = t;
    if (t->in_is_file)
        read_file(t);
    else
        update_reading(t);
}

static void connected(uv_connect_t *request, int status) {
    transport *t = request->data;
    if (status == 0) {
        begin(t);
        return;
    }
    fp_log(FP_LOG_ERROR, "lsp: cannot connect to the client: %s", uv_strerror(status));
    t->status = FP_EXIT_FAILED;
    uv_walk(&t->loop, close_all, NULL);
}

static int open_wire(transport *t, fp_wire wire, uv_connect_t *connect) {
    connect->data = t;
    t->two_way = wire.pipe.len || wire.port;
    if (wire.pipe.len) {
        char path[4096];
        if (wire.pipe.len >= sizeof path) return UV_ENAMETOOLONG;
        memcpy(path, wire.pipe.data, wire.pipe.len);
        path[wire.pipe.len] = 0;
        int status = uv_pipe_init(&t->loop, &t->in.pipe, 0);
        if (status == 0) uv_pipe_connect(connect, &t->in.pipe, path, connected);
        return status;
    }
    if (wire.port) {
        struct sockaddr_in address;
        int status = uv_ip4_addr("127.0.0.1", (int)wire.port, &address);
        if (status == 0) status = uv_tcp_init(&t->loop, &t->in.tcp);
        return status ? status : uv_tcp_connect(connect, &t->in.tcp, (const struct sockaddr *)&address, connected);
    }
    int status = open_standard(t, STDIN_FILENO, &t->in, &t->in_is_file);
    if (status == 0) status = open_standard(t, STDOUT_FILENO, &t->out, &t->out_is_file);
    if (status == 0) begin(t);
    return status;
}

static void no_threads(int signal) {
    (void)signal;
    static const char line[] = "fencepost: lsp: the system gives no threads (out of memory, or over a limit)\n";
    ssize_t written = write(STDERR_FILENO, line, sizeof line - 1);
    (void)written;
    _exit(FP_EXIT_FAILED);
}

static void do_nothing(uv_work_t *request) { (void)request; }
static void have_done_nothing(uv_work_t *request, int status) { (void)request, (void)status; }

/* libuv starts its threads with the first job, and aborts without a word where it cannot. */
static int start_threads(transport *t, uv_work_t *first) {
    void (*usual)(int) = signal(SIGABRT, no_threads);
    int status = uv_queue_work(&t->loop, first, do_nothing, have_done_nothing);
    signal(SIGABRT, usual);
    return status;
}

/* libuv aborts without a word where its first pipe takes the last file descriptor. */
static int start_loop(transport *t) {
    enum { DESCRIPTORS_OF_LOOP = 6 };
    int taken[DESCRIPTORS_OF_LOOP], count = 0, error = 0;
    while (count < DESCRIPTORS_OF_LOOP && !error) {
        taken[count] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (taken[count] >= 0)
            count++;
        else
            error = uv_translate_sys_error(errno);
    }
    while (count > 0) close(taken[--count]);
    return error ? error : uv_loop_init(&t->loop);
}

fp_exit fp_transport_run(fp_wire wire, fp_lsp_host host) {
    transport *t = fp_memory_zeroed(1, sizeof *t);
    uv_connect_t connect;
    uv_work_t first;
    int opened = start_loop(t);
    if (opened == 0) opened = start_threads(t, &first);
    if (opened != 0) { /* no file descriptors left */
        fp_log(FP_LOG_ERROR, "lsp: cannot start: %s", uv_strerror(opened));
        free(t);
        return FP_EXIT_FAILED;
    }
    t->buffer = fp_memory_raw(FP_READ_BYTES);
    host.context = t;
    host.send = host_send;
    host.start = host_start;
    host.now_ms = host_now_ms;
    host.settle = host_settle;
    host.is_stalled = host_is_stalled;
    fp_transport_heaps();
    t->client_process = wire.client_process;
    t->lsp = fp_lsp_new(&host);
    uv_timer_init(&t->loop, &t->timer);
    t->timer.data = t;
    uv_timer_start(&t->timer, tick, FP_TICK_MS, FP_TICK_MS);
    int status = open_wire(t, wire, &connect);
    if (status != 0) {
        fp_log(FP_LOG_ERROR, "lsp: cannot open the connection: %s", uv_strerror(status));
        t->status = FP_EXIT_FAILED;
        uv_walk(&t->loop, close_all, NULL);
    }
    uv_run(&t->loop, UV_RUN_DEFAULT);
    uv_loop_close(&t->loop);
    fp_exit result = t->status;
    fp_lsp_drop(t->lsp);
    free(t->buffer);
    free(t);
    return result;
}
