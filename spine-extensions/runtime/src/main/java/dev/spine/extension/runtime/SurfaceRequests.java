package dev.spine.extension.runtime;

import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Surface;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.WindowShare;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.PeerConnections;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Asks displays for rectangles on behalf of extensions: opens the connection, sends the request when it is open, and turns the answer into
 * a surface. Belongs to the card's agent.
 */
final class SurfaceRequests {
    /** The most requests that wait for an answer. */
    private static final int CAPACITY = 64;

    /** A request on its way; {@code sent} once it has left. */
    private static final class Pending {
        final ExtensionInstance instance;
        final PeerConnection connection;
        final int window;
        final int handler;
        boolean sent;

        Pending(ExtensionInstance instance, PeerConnection connection, int window, int handler) {
            this.instance = instance;
            this.connection = connection;
            this.window = window;
            this.handler = handler;
        }
    }

    private final RuntimeModule runtime;
    private final DeviceContext context;
    private final @Nullable Pending[] pending = new Pending[CAPACITY];
    private final int[] generations = new int[CAPACITY];
    private int waiting;

    SurfaceRequests(RuntimeModule runtime, DeviceContext context) {
        this.runtime = runtime;
        this.context = context;
    }

    boolean request(ExtensionInstance instance, int iopId, int tid, int window, int handler) {
        PeerConnections connections = context.service(PeerConnections.class);
        int index = 0;
        while (index < CAPACITY && pending[index] != null) {
            index++;
        }
        if (connections == null || index == CAPACITY) {
            return false;
        }
        pending[index] = new Pending(instance, connections.open(context.tid(), iopId, tid), window, handler);
        waiting++;
        return true;
    }

    /** Sends what can be sent by now. */
    int doWork(int limit) {
        int work = 0;
        for (int i = 0; waiting > 0 && i < CAPACITY && work < limit; i++) {
            Pending request = pending[i];
            if (request != null && !request.sent && advance(i, request)) {
                work++;
            }
        }
        return work;
    }

    private boolean advance(int index, Pending request) {
        return switch (request.connection.state()) {
            case OPENING -> false;
            case OPEN -> send(index, request);
            case REFUSED, LOST -> {
                end(index, request, 1, null);
                yield true;
            }
        };
    }

    private boolean send(int index, Pending request) {
        MessageRoute route = request.connection.route();
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
        waiting--;
        return true;
    }

    void onReply(MessageFrame reply) {
        int cookie = reply.transactionContext();
        int index = cookie & 0xFF;
        Pending request = index < CAPACITY ? pending[index] : null;
        if (request == null || generations[index] != cookie >>> 8) {
            return;
        }
        if (reply.isFail() || reply.requestStatus() != 0 || !WindowShare.isComplete(reply)) {
            end(index, request, reply.isFail() ? 1 : Math.max(1, reply.requestStatus()), null);
            return;
        }
        int format = WindowShare.format(reply);
        Surface surface = format < 1 || format > PixelFormat.values().length ? null : RuntimeAccess.newSurface(request.window,
            WindowShare.x(reply), WindowShare.y(reply), WindowShare.width(reply), WindowShare.height(reply),
            WindowShare.columnsLeft(reply), WindowShare.linesAbove(reply), PixelFormat.of(format), WindowShare.address(reply),
            WindowShare.strideBytes(reply), WindowShare.grant(reply));
        end(index, request, surface == null ? 1 : 0, surface);
    }

    private void end(int index, Pending request, int reason, @Nullable Surface surface) {
        free(index, request);
        runtime.dispatcher().reportSurface(request.instance, request.handler, reason, surface);
    }

    private void free(int index, Pending request) {
        pending[index] = null;
        generations[index] = generations[index] + 1 & 0xFF_FFFF;
        if (!request.sent) {
            waiting--;
        }
    }

    void removeAll(ExtensionInstance instance) {
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
    }
}
