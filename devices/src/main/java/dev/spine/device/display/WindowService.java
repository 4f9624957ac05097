package dev.spine.device.display;

import dev.spine.device.display.DisplayCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.message.display.DisplayEvent;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.message.display.DisplayStatus;
import dev.spine.i2o.message.display.ModeReply;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowDestroy;
import dev.spine.i2o.message.display.WindowMove;
import dev.spine.i2o.message.display.WindowReply;
import dev.spine.i2o.message.display.WindowShare;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.RevocationFence;
import dev.spine.iop.executive.EventSource;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * Answers the display's private messages: the mode, windows and grants.
 *
 * <p>A change of a window takes effect at once for requests that follow. Its answer waits until everything that was begun for the old
 * place has ended: jobs of the display, and chunks that peers had begun under grants. Waiting changes are bounded and answered in order.
 * Belongs to the display's agent.
 */
final class WindowService {
    /** How many changes can wait for their answer. */
    static final int MAX_WAITING = 64;

    private final DeviceContext context;
    private final Surface surface;
    private final DrawingRights rights;
    private final DisplayCounters counters;
    private final WindowTable table;
    private final GrantTable grants;
    private final RevocationFence revocations;
    /** Changes in order, as a ring. */
    private final Change[] changes = new Change[MAX_WAITING];
    private int firstChange;
    private int changeCount;

    /** A change that is done and not answered yet. */
    private static final class Change {
        private @Nullable KernelRequest request;
        private long fence;
        private int number;
        private int visiblePlace;
        private int visibleSize;
    }

    WindowService(DeviceContext context, Surface surface, DrawingRights rights, DisplayCounters counters) {
        this.context = context;
        this.surface = surface;
        this.rights = rights;
        this.counters = counters;
        this.table = new WindowTable(context.bus().busAgentCount());
        this.grants = context.bus().grants();
        this.revocations = context.agent().newFence();
        for (int i = 0; i < MAX_WAITING; i++) {
            changes[i] = new Change();
        }
    }

    @Nullable Window find(int number) {
        return table.find(number);
    }

    /** Whether a further change would find no place to wait. */
    boolean isFull() {
        return changeCount == MAX_WAITING;
    }

    boolean hasWaitingChanges() {
        return changeCount > 0;
    }

    /**
     * A private message.
     *
     * @param fence the sequence number that the next job will have: a change is answered when all earlier ones have ended
     */
    void onPrivate(KernelRequest request, long fence) {
        context.agent().charge(Op.BUILD_FRAME);
        MessageFrame frame = request.frame();
        int function = PrivateMessage.EXTENDED_FUNCTION.get(frame);
        if (PrivateMessage.ORGANIZATION_ID.get(frame) != OrganizationId.SPINE || !DisplayFunction.isPrivate(function)) {
            context.counters().increment(IopCounters.Counter.UNKNOWN_FUNCTIONS);
            refuseAsError(request, DetailedStatus.UNSUPPORTED_FUNCTION, PrivateMessage.EXTENDED_FUNCTION.byteOffset());
            return;
        }
        if (frame.sizeBytes() < fixedBytes(function)) {
            refuseAsError(request, DetailedStatus.MESSAGE_TOO_SMALL, frame.sizeBytes());
            return;
        }
        switch (function) {
            case DisplayFunction.MODE_GET -> mode(request);
            case DisplayFunction.WINDOW_SHARE -> share(request);
            default -> {
                if (rights.isClaimer(request)) {
                    change(request, function, fence);
                } else {
                    refuse(request, rights.isClaimed() ? DetailedStatus.DEVICE_LOCKED : DetailedStatus.INAPPROPRIATE_FUNCTION);
                }
            }
        }
    }

    private static int fixedBytes(int function) {
        return switch (function) {
            case DisplayFunction.WINDOW_CREATE -> WindowCreate.KIND.layout().sizeBytes();
            case DisplayFunction.WINDOW_MOVE -> WindowMove.KIND.layout().sizeBytes();
            case DisplayFunction.WINDOW_DESTROY -> WindowDestroy.KIND.layout().sizeBytes();
            case DisplayFunction.WINDOW_SHARE -> WindowShare.REQUEST_WORDS * Integer.BYTES;
            default -> PrivateMessage.KIND.layout().sizeBytes();
        };
    }

    private void mode(KernelRequest request) {
        SurfaceGeometry screen = surface.geometry();
        MessageFrame reply = succeed(request, ModeReply.KIND.minWords());
        ModeReply.WIDTH.set(reply, screen.width());
        ModeReply.HEIGHT.set(reply, screen.height());
        ModeReply.STRIDE.set(reply, screen.strideBytes());
        ModeReply.FORMAT.set(reply, screen.format().code());
        ModeReply.BYTES_PER_PIXEL.set(reply, screen.format().bytesPerPixel());
        ModeReply.WINDOWS.set(reply, WindowTable.CAPACITY);
        request.sendReply();
    }

    private void change(KernelRequest request, int function, long fence) {
        MessageFrame frame = request.frame();
        if (function == DisplayFunction.WINDOW_CREATE) {
            create(request, frame, fence);
            return;
        }
        Window window = table.find(WindowMove.WINDOW.get(frame));
        if (window == null) {
            refuse(request, DisplayStatus.NO_SUCH_WINDOW);
        } else if (function == DisplayFunction.WINDOW_MOVE) {
            move(request, frame, window, fence);
        } else {
            revoke(window);
            window.close();
            appendChange(request, window, fence);
        }
    }

    private void create(KernelRequest request, MessageFrame frame, long fence) {
        int refusal = geometryRefusal(WindowCreate.X.get(frame), WindowCreate.WIDTH.get(frame), WindowCreate.HEIGHT.get(frame));
        Window window = refusal == DetailedStatus.SUCCESS ? table.free() : null;
        if (window == null) {
            refuse(request, refusal == DetailedStatus.SUCCESS ? DisplayStatus.NO_WINDOW_LEFT : refusal);
            return;
        }
        window.open(WindowCreate.SHARED_WITH.get(frame));
        window.place((short) WindowCreate.X.get(frame), (short) WindowCreate.Y.get(frame), WindowCreate.WIDTH.get(frame),
            WindowCreate.HEIGHT.get(frame), surface.geometry());
        appendChange(request, window, fence);
    }

    private void move(KernelRequest request, MessageFrame frame, Window window, long fence) {
        int refusal = geometryRefusal(WindowMove.X.get(frame), WindowMove.WIDTH.get(frame), WindowMove.HEIGHT.get(frame));
        if (refusal != DetailedStatus.SUCCESS) {
            refuse(request, refusal);
            return;
        }
        revoke(window);
        window.place((short) WindowMove.X.get(frame), (short) WindowMove.Y.get(frame), WindowMove.WIDTH.get(frame),
            WindowMove.HEIGHT.get(frame), surface.geometry());
        appendChange(request, window, fence);
    }

    private int geometryRefusal(int x, int width, int height) {
        if (width < 1 || width > WindowCreate.MAX_SIZE || height < 1 || height > WindowCreate.MAX_SIZE) {
            return DisplayStatus.BAD_GEOMETRY;
        }
        return surface.geometry().format().isWhole(x | width) ? DetailedStatus.SUCCESS : DisplayStatus.MISALIGNED;
    }

    private void revoke(Window window) {
        int revoked = window.revokeAll(grants);
        if (revoked > 0) {
            counters.add(Counter.GRANTS_REVOKED, revoked);
            revocations.begin();
            EventSource events = context.service(EventSource.class);
            if (events != null) {
                context.agent().charge(Op.BUILD_FRAME);
                events.report(context.tid(), DisplayEvent.GRANTS_REVOKED, window.number(), revoked);
            }
        }
    }

    private void share(KernelRequest request) {
        Window window = table.find(WindowShare.window(request.frame()));
        if (window == null) {
            refuse(request, DisplayStatus.NO_SUCH_WINDOW);
        } else if (!rights.mayDraw(window, request)) {
            refuse(request, DisplayStatus.NOT_SHARED);
        } else {
            long grant = window.isVisible() ? grantFor(window, request.sender()) : GrantTable.NONE;
            if (grant == GrantTable.NONE && window.isVisible()) {
                refuse(request, DisplayStatus.NO_GRANT_LEFT);
            } else {
                answerShare(request, window, grant);
            }
        }
    }

    private long grantFor(Window window, BusAgent holder) {
        long given = window.grantOf(holder.id());
        if (given != GrantTable.NONE) {
            return given;
        }
        SurfaceGeometry screen = surface.geometry();
        int offset = screen.offsetOf(window.x() + window.visibleLeft(), window.y() + window.visibleTop());
        int lineBytes = window.visibleWidth() * screen.format().bytesPerPixel();
        try {
            long grant = grants.grant(surface.region(), offset, screen.strideBytes(), lineBytes, window.visibleHeight(), holder, true);
            window.grantOf(holder.id(), grant);
            counters.increment(Counter.GRANTS_GIVEN);
            return grant;
        } catch (IllegalStateException full) {
            // The table is shared with all bus agents, so asking first whether there is room would prove nothing.
            return GrantTable.NONE;
        }
    }

    private void answerShare(KernelRequest request, Window window, long grant) {
        SurfaceGeometry screen = surface.geometry();
        int left = window.x() + window.visibleLeft();
        int top = window.y() + window.visibleTop();
        long address = window.isVisible() ? surface.addressOf(left, top) : 0;
        WindowShare.reply(request.frame(), request.openReply(), grant, address, screen.strideBytes(), left, top, window.visibleWidth(),
            window.visibleHeight(), window.visibleLeft(), window.visibleTop(), screen.format().code());
        request.sendReply();
    }

    private void appendChange(KernelRequest request, Window window, long fence) {
        counters.increment(Counter.WINDOW_CHANGES);
        Change change = changes[(firstChange + changeCount++) % MAX_WAITING];
        change.request = request;
        change.fence = fence;
        change.number = window.number();
        change.visiblePlace = window.visibleTop() << 16 | window.visibleLeft();
        change.visibleSize = window.visibleHeight() << 16 | window.visibleWidth();
    }

    /**
     * Answers changes in order, as far as the jobs and the fence of revoked grants allow.
     *
     * @param oldestBusy the sequence number of the oldest job that is busy; all earlier ones have ended
     * @param limit how many may be answered
     * @return how many were answered
     */
    int answerChanges(long oldestBusy, int limit) {
        int answered = 0;
        while (changeCount > 0 && answered < limit && revocations.isPassed()) {
            Change change = changes[firstChange];
            KernelRequest request = change.request;
            if (request == null || change.fence > oldestBusy) {
                break;
            }
            answered++;
            removeFirstChange();
            if (PrivateMessage.EXTENDED_FUNCTION.get(request.frame()) == DisplayFunction.WINDOW_DESTROY) {
                succeed(request, Replies.SINGLE_WORDS);
            } else {
                MessageFrame reply = succeed(request, WindowReply.KIND.minWords());
                WindowReply.WINDOW.set(reply, change.number);
                reply.setWord(WindowReply.VISIBLE_LEFT.byteOffset() >> 2, change.visiblePlace);
                reply.setWord(WindowReply.VISIBLE_WIDTH.byteOffset() >> 2, change.visibleSize);
            }
            request.sendReply();
        }
        return answered;
    }

    private void removeFirstChange() {
        changes[firstChange].request = null;
        firstChange = (firstChange + 1) % MAX_WAITING;
        changeCount--;
    }

    private static MessageFrame succeed(KernelRequest request, int words) {
        MessageFrame reply = request.openReply();
        Replies.singleWithRoom(request.frame(), reply, RequestStatus.SUCCESS, DetailedStatus.SUCCESS, words - Replies.SINGLE_WORDS);
        return reply;
    }

    private void refuse(KernelRequest request, int detailedStatus) {
        counters.increment(Counter.REQUESTS_REFUSED);
        Replies.single(request.frame(), request.openReply(), RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus);
        request.sendReply();
    }

    private void refuseAsError(KernelRequest request, int detailedStatus, int byteOffset) {
        counters.increment(Counter.REQUESTS_REFUSED);
        Replies.transactionError(request.frame(), request.openReply(), detailedStatus, byteOffset);
        request.sendReply();
    }

    /** External operation ends: ends all grants, and answers the waiting changes although what was begun may still land. Windows stay. */
    void quiesce() {
        revokeAll();
        while (changeCount > 0) {
            KernelRequest request = changes[firstChange].request;
            removeFirstChange();
            if (request != null) {
                Replies.single(request.frame(), request.openReply(), RequestStatus.PROCESS_ABORT_DIRTY, DetailedStatus.SUCCESS);
                request.sendReply();
            }
        }
    }

    private void revokeAll() {
        for (int i = 0; i < WindowTable.CAPACITY; i++) {
            revoke(table.at(i));
        }
    }

    /** Destroys all windows and forgets all changes without answering. */
    void reset() {
        revokeAll();
        for (int i = 0; i < WindowTable.CAPACITY; i++) {
            table.at(i).close();
        }
        while (changeCount > 0) {
            removeFirstChange();
        }
    }
}
