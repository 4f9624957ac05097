package dev.spine.extension.runtime;

import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Surface;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.WindowShare;
import dev.spine.iop.kernel.FrameRoute;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Asks displays for rectangles on behalf of extensions: opens the connection, sends the request when it is open, and turns the answer into
 * a surface. Belongs to the agent of the place.
 */
final class SurfaceRequests {
    /** The most requests that wait for an answer. */
    private static final int CAPACITY = 64;
    /** Reason when no answer came, or none that can be used. */
    private static final int NO_ANSWER = 1;
    /** The most of one extension: a window each. */
    private static final int CAPACITY_OF_ONE = 16;
    /** How long a display may take; it answers at once, but the message or its answer can be lost with the display's IOP. */
    private static final long ANSWER_TIME_NS = 1_000_000_000L;

    /** A request on its way; {@code sent} once it has left. */
    private static final class Pending {
        final Resident instance;
        final int iopId;
        final int tid;
        final int window;
        final int handler;
        boolean sent;
        /** The way it was sent on: another way means that its connection was lost meanwhile. */
        @Nullable FrameRoute way;
        long deadlineNs;

        Pending(Resident instance, int iopId, int tid, int window, int handler) {
            this.instance = instance;
            this.iopId = iopId;
            this.tid = tid;
            this.window = window;
            this.handler = handler;
        }
    }

    private final LocalRoutes local;
    private final ExecutionEnvironment environment;
    private final @Nullable Pending[] pending = new Pending[CAPACITY];
    private final int[] generations = new int[CAPACITY];
    private int waiting;
    private int sent;

    SurfaceRequests(LocalRoutes local, ExecutionEnvironment environment) {
        this.local = local;
        this.environment = environment;
    }

    boolean request(Resident instance, int iopId, int tid, int window, int handler) {
        int index = -1;
        int own = 0;
        for (int i = 0; i < CAPACITY; i++) {
            Pending other = pending[i];
            if (other == null) {
                index = index < 0 ? i : index;
            } else if (other.instance == instance) {
                own++;
            }
        }
        if (!environment.hasWays() || index < 0 || own == CAPACITY_OF_ONE) {
            return false;
        }
        environment.openPeer(iopId, tid);
        pending[index] = new Pending(instance, iopId, tid, window, handler);
        waiting++;
        return true;
    }

    /** Sends what can be sent by now, and gives up what will not be answered. */
    int doWork(int limit) {
        int work = sent > 0 ? expire(limit) : 0;
        for (int i = 0; waiting > 0 && i < CAPACITY && work < limit; i++) {
            Pending request = pending[i];
            if (request != null && !request.sent && advance(i, request)) {
                work++;
            }
        }
        return work;
    }

    private int expire(int limit) {
        int work = 0;
        long now = environment.agent().nowNs();
        long earliest = Long.MAX_VALUE;
        for (int i = 0; i < CAPACITY && work < limit; i++) {
            Pending request = pending[i];
            if (request == null || !request.sent) {
                continue;
            }
            if (environment.peer(request.iopId, request.tid) != request.way || request.deadlineNs <= now) {
                end(i, request, NO_ANSWER, null);
                work++;
            } else {
                earliest = Math.min(earliest, request.deadlineNs);
            }
        }
        if (earliest != Long.MAX_VALUE) {
            environment.agent().wakeAt(earliest);
        }
        return work;
    }

    private boolean advance(int index, Pending request) {
        return switch (environment.wayState(request.iopId, request.tid)) {
            case OPENING -> false;
            case OPEN -> send(index, request);
            case GONE -> {
                end(index, request, NO_ANSWER, null);
                yield true;
            }
        };
    }

    private boolean send(int index, Pending request) {
        FrameRoute route = environment.peer(request.iopId, request.tid);
        MessageFrame frame = route == null ? null : route.open();
        if (route == null || frame == null) {
            if (route != null) {
                route.wakeMe();
            }
            return false;
        }
        WindowShare.request(frame, route.initiator(), route.target(), generations[index] << 8 | index, request.window);
        route.post();
        request.sent = true;
        request.way = route;
        request.deadlineNs = environment.agent().nowNs() + ANSWER_TIME_NS;
        environment.agent().wakeAt(request.deadlineNs);
        waiting--;
        sent++;
        return true;
    }

    void onReply(MessageFrame reply) {
        int cookie = reply.transactionContext();
        int index = cookie & 0xFF;
        Pending request = index < CAPACITY ? pending[index] : null;
        FrameRoute asked = request == null ? null : request.way;
        // Another card may guess the number, and would have the extension draw into its own memory.
        if (request == null || asked == null || generations[index] != cookie >>> 8 || asked.replier() != reply.target()) {
            return;
        }
        if (reply.isFail() || reply.requestStatus() != 0 || !WindowShare.isComplete(reply)) {
            end(index, request, reply.isFail() ? NO_ANSWER : Math.max(1, reply.requestStatus()), null);
            return;
        }
        Surface surface = isPlausible(reply) ? surfaceOf(request, reply) : null;
        end(index, request, surface == null ? NO_ANSWER : 0, surface);
    }

    private static Surface surfaceOf(Pending request, MessageFrame reply) {
        return RuntimeAccess.newSurface(request.window, WindowShare.x(reply), WindowShare.y(reply), WindowShare.width(reply),
            WindowShare.height(reply), WindowShare.columnsLeft(reply), WindowShare.linesAbove(reply),
            PixelFormat.of(WindowShare.format(reply)), WindowShare.address(reply), WindowShare.strideBytes(reply),
            WindowShare.grant(reply));
    }

    /** Whether the format exists, and holds whole pixel groups: in 4:2:2 two pixels share their colour difference. */
    private static boolean isPlausible(MessageFrame reply) {
        int format = WindowShare.format(reply);
        return format >= 1 && format <= PixelFormat.values().length
            && (format != PixelFormat.UYVY.code() || ((WindowShare.width(reply) | WindowShare.columnsLeft(reply)) & 1) == 0);
    }

    private void end(int index, Pending request, int reason, @Nullable Surface surface) {
        free(index, request);
        local.reportSurface(request.instance.number(), request.handler, reason, surface);
    }

    private void free(int index, Pending request) {
        pending[index] = null;
        generations[index] = generations[index] + 1 & 0xFF_FFFF;
        if (request.sent) {
            sent--;
        } else {
            waiting--;
        }
    }

    void removeAll(Resident instance) {
        for (int i = 0; i < CAPACITY; i++) {
            Pending request = pending[i];
            if (request != null && request.instance == instance) {
                free(i, request);
            }
        }
    }

    void reset() {
        Arrays.fill(pending, null);
        waiting = 0;
        sent = 0;
    }
}
